/** Secrets that are made to be searched for: one a line in a file, to `grep -Ff` everything else with. */
import { randomBytes } from "node:crypto";
import { appendFileSync, writeFileSync } from "node:fs";

export interface Canaries {
	readonly file: string;
	/** A new secret: `PREFIX`, a word that says what it is, and what nobody can guess. */
	secret(word: string, prefix?: string): string;
}

export function openCanaries(file: string): Canaries {
	writeFileSync(file, "", { flag: "a", mode: 0o600 });
	let n = 0;
	return {
		file,
		secret: (word, prefix = "") => {
			n += 1;
			const secret = `${prefix}canary-${word}-${n}-${randomBytes(12).toString("hex")}`;
			appendFileSync(file, `${secret}\n`);
			return secret;
		},
	};
}
