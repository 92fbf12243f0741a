/**
 * The words this code does not use, each with what it says in its place, and the exceptions with
 * their reasons. `words.test.ts` enforces them.
 */

export interface RefusedWord {
	readonly word: string;
	readonly say: string;
}

/** In any name that is declared, in the name of a file, in a comment or a message. */
export const NOUNS: readonly RefusedWord[] = [
	{ word: "valve", say: "limit" },
	{ word: "desk", say: "scheduler" },
	{ word: "hindrance", say: "slot conflict" },
	{ word: "dress", say: "font style" },
	{ word: "seat", say: "face position" },
	{ word: "scenery", say: "composition" },
	{ word: "ear", say: "recogniser" },
	{ word: "ears", say: "recogniser" },
	{ word: "parlance", say: "english grammar" },
	{ word: "lettering", say: "font fallback, or a list of fonts" },
	{ word: "lively", say: "camera motion, or moving" },
];

/** Plain English in a sentence, and no name for a thing: refused in names of functions, types and files. */
export const NAMES: readonly RefusedWord[] = [
	{ word: "shop", say: "job context" },
	{ word: "turns", say: "concurrency" },
	{ word: "company", say: "rate limit peers" },
	{ word: "talk", say: "prompter" },
	{ word: "telling", say: "sentence features, or recording" },
	{ word: "spent", say: "rate ledger" },
	{ word: "standing", say: "status, or account health" },
	{ word: "standings", say: "statuses, or account health" },
	{ word: "told", say: "what is told: wordsIn, itemJson" },
	{ word: "untold", say: "unrecorded" },
	{ word: "said", say: "what is said: gitReason, syntaxMessage" },
	{ word: "shown", say: "what is shown: displayPath, accountText" },
];

/** Too wide alone, good as a part: `KnownPost`, `formatPlace`. Whole names of functions and types. */
export const BARE_NAMES: readonly RefusedWord[] = [
	{ word: "Known", say: "what is known: KnownPost, GuardMemory" },
	{ word: "placeOf", say: "what kind of place: formatPlace, statePlace" },
	{ word: "Wire", say: "SendOptions" },
];

/** Names of files, and of nothing else. */
export const FILES: readonly RefusedWord[] = [
	{ word: "words", say: "what kind of words the file is about: stop-words.ts" },
	{ word: "faults", say: "whose faults: download-fault.ts" },
	{ word: "placed", say: "forced-alignment.ts" },
	{ word: "placing", say: "forced-alignment.ts" },
	{ word: "rooms", say: "person-crop.ts" },
	{ word: "writing", say: "scripts.ts" },
];

/** Sentences, or the part of one by which it is known. Letter case does not count. */
export const SENTENCES: readonly RefusedWord[] = [
	{ word: "how-manieth", say: "how many times this moment may be posted to the account" },
	{ word: "would be one thing less", say: "`X` already exists in the state" },
	{ word: "attempts of the state", say: "P is missing, but this machine recorded N attempts for it" },
	{ word: "does wrong on purpose", say: "FAULT INJECTION ON: never publish real posts through this server" },
	{ word: "does not take this request", say: "the service rejected the request as invalid" },
	{ word: "does not know what this names", say: "not found (404)" },
	{ word: "proves neither", say: "the response does not show whether the request was executed" },
	{ word: "executed, then say so", say: "Check the service's calendar, then record the result" },
	{
		word: "the folder that is set up",
		say: "must be inside `campaigns/` and end in .mp4, .mov, .webm or .avi",
	},
	{ word: "is the yes to", say: "starting it approves everything the campaigns ask for" },
	{ word: "without a word", say: "silently, or when run without arguments" },
	{ word: "surely gone", say: "a lock left by a run that is no longer alive" },
	{ word: "around it:", say: "Other" },
	{ word: "there is nobody to ask", say: "this is not a terminal: use --auto-approve" },
	{ word: "stands for no folder", say: "`~` is not expanded" },
	{ word: "like each other in a", say: "`like` forms a cycle, or chain is too long" },
	{ word: "words of yours were written", say: "Your edits were written for an earlier version of this clip" },
	{ word: "stands beside these reviewed clips", say: "No campaign file matches this clips file" },
	{ word: "leads on and on", say: "Too many redirects from HOST (limit N)" },
	{ word: "longer ones are no shorts", say: "longer videos are not Shorts; treat them as regular videos" },
	{ word: "no changes besides the names", say: "No changes other than renames" },
	{ word: "knows no hard links", say: "the file system does not support hard links" },
	{ word: "put right", say: "Fix the problem above" },
	{ word: "look whether everything", say: "check settings, key, accounts, ffmpeg, disk, state and locks" },
	{ word: "posted →", say: "delivered to the local outbox: outbox/…" },
	{ word: "what is remembered", say: "the state, or what is recorded" },
];

/** `path: word` in lower case, with why the word stays there. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
	"src/views/events.ts: valve": "the JSON event of 0.1.0, printed beside `limit` for one more version",
	"schemas/plan.schema.json: valve": "describes the JSON event of 0.1.0",
	"src/engine/pick/housekeeping-odds.ts: desk": "a word that is said in talks",
	"src/engine/pick/housekeeping-odds.ts: seat": "a word that is said in talks",
};
