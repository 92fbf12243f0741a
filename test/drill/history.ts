import fc from "fast-check";
import { CHANGE_FATES, type ChangeFate } from "./change-fates.ts";
import type { Crash } from "./crashing.ts";
import { SOURCES, type SourceName } from "./footage.ts";
import { WAYS, type Way } from "./ground.ts";

/** What becomes of one write. */
export const FATES = [
	...([
		"accept",
		"accept",
		"refuse",
		"too many",
		"not sent",
		"dies before armed",
		"dies armed",
		"dies before the answer",
	] as const),
	...(["answer lost", "request lost", "executed late"] as const),
] as const;
/** What no client can prevent: a proxy that sends again, a service that refuses what it executed. */
export const LIMIT_FATES = ["sent again by a proxy", "refused after it was executed"] as const;
export type Fate = (typeof FATES)[number] | (typeof LIMIT_FATES)[number];

/** What a campaign calls an account. */
export type Key = "tube" | "tok";
/** Who is posted to, whatever they are called: `other` is a second account of tube's platform. */
export type Person = Key | "other";

/** One run. */
export interface Apply {
	readonly do: "apply";
	readonly fates: readonly Fate[];
	readonly crash: Crash | undefined;
	/** The process dies at its nth read of the service. */
	readonly dies?: number | undefined;
	/** While a write is under way, another process tries the same, there or in another workspace. */
	readonly other: "nobody" | "here" | "elsewhere";
	/** So many writes at the same time. */
	readonly atOnce: number;
	/** What becomes of changes of what the service holds, in order. Absent: they are made. */
	readonly changes?: readonly ChangeFate[];
	/** So many cancels a person allows. Absent: any number. */
	readonly maxCancels?: number | undefined;
	/** Only posts to this account are approved. Absent: everything is. */
	readonly target?: Key | undefined;
	/** `watch`: pass by pass, as nobody is asked and nothing is cancelled then. */
	readonly by?: "watch" | undefined;
}

/** What happens next in one history. */
export type Step =
	| Apply
	| { readonly do: "top"; readonly top: number }
	| { readonly do: "accounts"; readonly accounts: readonly Key[] }
	| { readonly do: "title"; readonly title: string }
	| { readonly do: "at"; readonly at: string | undefined }
	/** The posts are taken out of the campaign, or put back. */
	| { readonly do: "posting"; readonly posting: boolean }
	/** The video is taken out with them, or put back. */
	| { readonly do: "declared"; readonly declared: boolean }
	/** The account that is called tube in the campaign is another one of its platform. */
	| { readonly do: "goes"; readonly goes: "tube" | "other" }
	| { readonly do: "keep"; readonly keep: boolean }
	| { readonly do: "resolution"; readonly resolution: "720p" | "1080p" | undefined }
	/** A person changes the oldest post that waits in the service's own calendar. */
	| { readonly do: "by hand"; readonly how: "cancelled" | "moved" | "posted" }
	/** The video is clipped again: the same moments, a little moved, under other numbers. */
	| { readonly do: "clipping"; readonly limit: number }
	/** `told`: with `moved`. */
	| {
			readonly do: "rename";
			readonly what: "video" | "post" | Key;
			readonly to: string;
			readonly told: boolean;
	  }
	/** The account has another name at its platform now, and the campaign says it, or does not. */
	| { readonly do: "handle"; readonly of: Key; readonly to: string; readonly told: boolean }
	/** The account is connected anew: the service gives it another id. */
	| { readonly do: "reconnect"; readonly of: Key }
	| { readonly do: "source"; readonly source: SourceName }
	| { readonly do: "repeat"; readonly repeat: number }
	| { readonly do: "jump"; readonly ms: number }
	| { readonly do: "resolve"; readonly abandon: boolean }
	/** A person says of an account's ids, or of two sources, whether they are one. */
	| { readonly do: "word"; readonly on: Key | "sources"; readonly as: "same" | "other" }
	/** A person takes the newest post out of the ledger. */
	| { readonly do: "forget" }
	/** Another workspace of this home, or one that is there already. */
	| { readonly do: "begin"; readonly way: Way }
	| { readonly do: "go"; readonly to: number }
	/** The folder or the link that held the state is removed. */
	| { readonly do: "lose" }
	/** A person takes the state as it is. */
	| { readonly do: "adopt" }
	/** A program of before applies the same campaign in a workspace beside. */
	| { readonly do: "old program" }
	/** Somebody else, or a new machine: nothing is remembered there. */
	| { readonly do: "home" }
	/** What the home (or the remote) remembers is kept, and put back later. */
	| { readonly do: "save" }
	| { readonly do: "restore"; readonly what: "home" | "state" | "everything" };

/** One history: what happens, and whether the service recognises keys. */
export interface History {
	readonly idempotency: boolean;
	/** The service changes and cancels what it holds, and the campaign begins with a time to come. */
	readonly calendar?: boolean;
	readonly steps: readonly Step[];
}

/** When posts of a history with a calendar go out at first. */
export const FIRST_AT = "2026-11-24T18:00";

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const none = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const as = <Name extends Step["do"]>(name: Name) => fc.constant(name);

const fate = fc.oneof(
	{ weight: 40, arbitrary: fc.constantFrom(...FATES) },
	{ weight: 1, arbitrary: fc.constantFrom(...LIMIT_FATES) },
);

/** Mostly everything is approved, by a person. */
const ways = {
	target: fc.constantFrom<Key | undefined>(
		undefined,
		undefined,
		undefined,
		undefined,
		undefined,
		"tube",
		"tok",
	),
	by: fc.constantFrom(undefined, undefined, undefined, undefined, "watch" as const),
};

const apply = fc.record({
	do: as("apply"),
	fates: fc.array(fate, { maxLength: 5 }),
	crash: none(
		fc.record({ append: fc.integer({ min: 1, max: 12 }), when: fc.constantFrom("before", "after") }),
	),
	dies: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 8 }),
	other: fc.constantFrom("nobody", "nobody", "here", "elsewhere"),
	atOnce: fc.constantFrom(1, 1, 3),
	...ways,
});

const rename = fc.oneof(
	fc.record({
		do: as("rename"),
		what: fc.constantFrom("video", "post"),
		to: fc.constantFrom("a", "b", "c"),
		told: fc.boolean(),
	}),
	fc.record({
		do: as("rename"),
		what: fc.constantFrom("tube", "tok"),
		to: fc.constantFrom("first", "second"),
		told: fc.boolean(),
	}),
);

/** What a campaign says, and what becomes of it. */
const edits = [
	fc.record({ do: as("top"), top: fc.integer({ min: 1, max: 3 }) }),
	fc.record({ do: as("accounts"), accounts: fc.subarray<Key>(["tube", "tok"], { minLength: 1 }) }),
	fc.record({ do: as("title"), title: fc.constantFrom("{{ clip.title }}", "New: {{ clip.title }}") }),
	fc.record({
		do: as("at"),
		at: none(fc.constantFrom("2026-11-22T18:00", "2026-11-24T18:00", "2027-01-10T18:00")),
	}),
	fc.record({ do: as("posting"), posting: fc.boolean() }),
	fc.record({ do: as("clipping"), limit: fc.constantFrom(3, 4) }),
	{ weight: 2, arbitrary: fc.record({ do: as("source"), source: fc.constantFrom(...SOURCES) }) },
	{ weight: 2, arbitrary: rename },
];

/** Accounts, and what people say of them. */
const person = fc.constantFrom("tube", "tok");
const accounts = [
	fc.record({
		do: as("handle"),
		of: person,
		to: fc.constantFrom("Acme", "AcmeTwo"),
		told: fc.constantFrom(true, true, false),
	}),
	fc.record({ do: as("reconnect"), of: person }),
	{
		weight: 2,
		arbitrary: fc.record({
			do: as("word"),
			on: fc.constantFrom("tube", "tok", "sources"),
			as: fc.constantFrom("same", "same", "same", "other"),
		}),
	},
];

/** Folders, machines, and what is remembered in them. */
const folders = [
	{
		weight: 2,
		arbitrary: fc.record({ do: as("begin"), way: fc.constantFrom(...WAYS) }),
	},
	{ weight: 3, arbitrary: fc.record({ do: as("go"), to: fc.nat({ max: 3 }) }) },
	fc.record({ do: as("lose") }),
	fc.record({ do: as("adopt") }),
	fc.record({ do: as("old program") }),
];

/** What a history may hold a few of: limits, and what a person wants twice. */
const rare = fc.oneof(
	fc.record({ do: as("repeat"), repeat: fc.constantFrom(1, 2) }),
	fc.record({ do: as("forget") }),
	fc.record({ do: as("home") }),
	fc.record({ do: as("save") }),
	fc.record({ do: as("restore"), what: fc.constantFrom("home", "state", "everything") }),
);

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 14, arbitrary: apply },
	...edits,
	...accounts,
	...folders,
	{ weight: 1, arbitrary: rare },
	fc.record({
		do: as("jump"),
		ms: fc.constantFrom(-DAY_MS, -HOUR_MS / 60, HOUR_MS / 6, DAY_MS, 40 * DAY_MS),
	}),
	{ weight: 2, arbitrary: fc.record({ do: as("resolve"), abandon: fc.boolean() }) },
) as fc.Arbitrary<Step>;

/** A run in which more goes right: what is changed must have been handed over before. */
const calmer = fc.record({
	do: as("apply"),
	fates: fc.array(fc.oneof({ weight: 5, arbitrary: fc.constant<Fate>("accept") }, fate), { maxLength: 4 }),
	crash: fc.option(
		fc.record({ append: fc.integer({ min: 1, max: 12 }), when: fc.constantFrom("before", "after") }),
		{
			nil: undefined,
			freq: 3,
		},
	),
	dies: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined, freq: 8 }),
	other: fc.constantFrom("nobody", "nobody", "nobody", "elsewhere"),
	atOnce: fc.constantFrom(1, 1, 3),
	changes: fc.array(fc.constantFrom(...CHANGE_FATES), { maxLength: 4 }),
	maxCancels: fc.option(fc.nat({ max: 1 }), { nil: undefined, freq: 6 }),
	...ways,
});

/** People change their minds about what is not out yet. */
const changeOfMind: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.record({
			do: as("at"),
			at: none(fc.constantFrom("2026-11-22T18:00", "2026-11-23T09:00", FIRST_AT, "2027-01-10T18:00")),
		}),
	},
	{ weight: 4, arbitrary: fc.record({ do: as("goes"), goes: fc.constantFrom("tube", "other") }) },
	{
		weight: 2,
		arbitrary: fc.record({
			do: as("title"),
			title: fc.constantFrom("{{ clip.title }}", "New: {{ clip.title }}"),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({ do: as("resolution"), resolution: none(fc.constantFrom("720p", "1080p")) }),
	},
	{ weight: 2, arbitrary: fc.record({ do: as("keep"), keep: fc.constantFrom(true, true, false) }) },
	{
		weight: 2,
		arbitrary: fc.record({
			do: as("accounts"),
			accounts: fc.subarray<Key>(["tube", "tok"], { minLength: 1 }),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ do: as("posting"), posting: fc.boolean() }) },
	{ weight: 2, arbitrary: fc.record({ do: as("declared"), declared: fc.boolean() }) },
	{
		weight: 2,
		arbitrary: fc.record({ do: as("by hand"), how: fc.constantFrom("cancelled", "moved", "posted") }),
	},
	{ weight: 2, arbitrary: fc.record({ do: as("jump"), ms: fc.constantFrom(HOUR_MS, DAY_MS, 3 * DAY_MS) }) },
	{ weight: 5, arbitrary: step },
) as fc.Arbitrary<Step>;

/** A change of mind, and the run that makes it so. */
const changed: fc.Arbitrary<readonly Step[]> = fc.oneof(
	{ weight: 3, arbitrary: fc.tuple(changeOfMind, calmer as fc.Arbitrary<Step>) },
	{ weight: 1, arbitrary: fc.tuple(changeOfMind) },
);

/** Histories of up to fourteen steps, every second one with a service that changes what it holds. */
export const histories: fc.Arbitrary<History> = fc.oneof(
	fc.record({ idempotency: fc.boolean(), steps: fc.array(step, { minLength: 1, maxLength: 14 }) }),
	fc.record({
		idempotency: fc.boolean(),
		calendar: fc.constant(true),
		steps: fc
			.tuple(calmer as fc.Arbitrary<Step>, fc.array(changed, { minLength: 1, maxLength: 7 }))
			.map(([first, more]) => [first, ...more.flat()]),
	}),
);
