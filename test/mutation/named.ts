import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Patch, patched } from "../drill/patch.ts";
import { ROOT } from "../runner/build.ts";

/** Mistakes that were made once or came close, and must always be noticed. */
export const NAMED: Readonly<Record<string, Omit<Patch, "file">>> = {
	"an attempt counts as sent only after its last byte": {
		from: 'attempt.phase = "sent"; limitAnswer(attempt); yield bytes.subarray(-1);',
		to: 'limitAnswer(attempt); yield bytes.subarray(-1); attempt.phase = "sent";',
	},
	"a 429 is not waited for": { from: "&& !isPutOff(run, address)", to: "" },
	"a slot of another account is kept": { from: "|| slot.account !== post.limits.account", to: "" },
	"words are cut wherever the room ends": { from: "const WHOLE_WORDS = 0.6", to: "const WHOLE_WORDS = 1" },
	"a word is given up whole whatever it leaves": {
		from: "const WHOLE_WORDS = 0.6",
		to: "const WHOLE_WORDS = 0",
	},
	"words are cut a little sooner": { from: "const WHOLE_WORDS = 0.6", to: "const WHOLE_WORDS = 0.65" },
	"words are cut a little later": { from: "const WHOLE_WORDS = 0.6", to: "const WHOLE_WORDS = 0.55" },
	"X's light range ends early": { from: "point <= 4351 ||", to: "point <= 4350 ||" },
	"X's light range ends late": { from: "point <= 4351 ||", to: "point <= 4352 ||" },
	"X's spaces begin early": { from: "point >= 8192", to: "point >= 8191" },
	"X's spaces end late": { from: "point <= 8205", to: "point <= 8206" },
	"X's dashes and quotes begin early": { from: "point >= 8208", to: "point >= 8207" },
	"X's dashes and quotes end late": { from: "point <= 8223", to: "point <= 8224" },
	"X's primes begin early": { from: "point >= 8242", to: "point >= 8241" },
	"X's primes end late": { from: "point <= 8247", to: "point <= 8248" },
};

/** The file that holds the place, wherever it has moved to, with the mistake made. Throws where none does. */
export function mistaken(change: Omit<Patch, "file">): { readonly path: string; readonly text: string } {
	const names = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" });
	for (const path of names.filter((name) => name.endsWith(".ts")).map((name) => join("src", name))) {
		const text = readFileSync(join(ROOT, path), "utf8");
		try {
			return { path, text: patched(text, { ...change, file: path }) };
		} catch {}
	}
	throw new Error(`no file of src holds exactly once: ${change.from}`);
}
