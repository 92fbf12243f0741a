import fc from "fast-check";
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

/** Who is posted to, whatever they are called. */
export type Person = "tube" | "tok";

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
}

/** What happens next in one history. */
export type Step =
	| Apply
	| { readonly do: "top"; readonly top: number }
	| { readonly do: "accounts"; readonly accounts: readonly Person[] }
	| { readonly do: "title"; readonly title: string }
	| { readonly do: "at"; readonly at: string | undefined }
	/** The posts are taken out of the campaign, or put back. */
	| { readonly do: "posting"; readonly posting: boolean }
	/** The video is clipped again: the same moments, a little moved, under other numbers. */
	| { readonly do: "clipping"; readonly limit: number }
	/** `told`: with `moved`. */
	| {
			readonly do: "rename";
			readonly what: "video" | "post" | Person;
			readonly to: string;
			readonly told: boolean;
	  }
	/** The account has another name at its platform now, and the campaign says it, or does not. */
	| { readonly do: "handle"; readonly of: Person; readonly to: string; readonly told: boolean }
	/** The account is connected anew: the service gives it another id. */
	| { readonly do: "reconnect"; readonly of: Person }
	| { readonly do: "source"; readonly source: SourceName }
	| { readonly do: "repeat"; readonly repeat: number }
	| { readonly do: "jump"; readonly ms: number }
	| { readonly do: "resolve"; readonly abandon: boolean }
	/** A person says of an account's ids, or of two sources, whether they are one. */
	| { readonly do: "word"; readonly on: Person | "sources"; readonly as: "same" | "other" }
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
	readonly steps: readonly Step[];
}

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const none = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const as = <Name extends Step["do"]>(name: Name) => fc.constant(name);

const fate = fc.oneof(
	{ weight: 40, arbitrary: fc.constantFrom(...FATES) },
	{ weight: 1, arbitrary: fc.constantFrom(...LIMIT_FATES) },
);

const apply = fc.record({
	do: as("apply"),
	fates: fc.array(fate, { maxLength: 5 }),
	crash: none(
		fc.record({ append: fc.integer({ min: 1, max: 12 }), when: fc.constantFrom("before", "after") }),
	),
	dies: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 8 }),
	other: fc.constantFrom("nobody", "nobody", "here", "elsewhere"),
	atOnce: fc.constantFrom(1, 1, 3),
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
	fc.record({ do: as("accounts"), accounts: fc.subarray<Person>(["tube", "tok"], { minLength: 1 }) }),
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

/** Histories of up to fourteen steps. */
export const histories: fc.Arbitrary<History> = fc.record({
	idempotency: fc.boolean(),
	steps: fc.array(step, { minLength: 1, maxLength: 14 }),
});
