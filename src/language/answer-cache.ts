import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile, sha256 } from "../system/files.ts";

/** Answers that were given before, by what was asked: asking again is free, and gives the same. */
export interface AnswerCache {
	/**
	 * The kept answer, else the one `give` brings. `check` decides what is worth keeping; throws what it
	 * throws.
	 */
	get<Value>(
		asked: readonly unknown[],
		check: (answer: string) => Value,
		give: () => Promise<string>,
	): Promise<Value>;
}

const LARGEST = 8 * 1024 * 1024;

/**
 * Opens the kept answers of a folder. What is torn or foreign counts as not there, and a folder that cannot
 * be written keeps nothing.
 */
export function openAnswerCache(folder: string): AnswerCache {
	return {
		get: async (asked, check, give) => {
			const path = join(folder, `${sha256(JSON.stringify(asked))}.json`);
			const before = await readFile(path, "utf8").catch(() => undefined);
			if (before !== undefined && before.length <= LARGEST) {
				try {
					return check(before);
				} catch {
					// Asked again below.
				}
			}
			const answer = await give();
			const value = check(answer);
			await replaceFile(path, answer, { mode: 0o600 }).catch(() => {});
			return value;
		},
	};
}
