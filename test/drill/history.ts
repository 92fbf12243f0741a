import fc from "fast-check";
import type { Crash } from "./crashing.ts";

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
export type Fate = (typeof FATES)[number];

/** Who is posted to, whatever they are called. */
export type Person = "tube" | "tok";

/** One run. */
export interface Apply {
	readonly do: "apply";
	readonly fates: readonly Fate[];
	readonly crash: Crash | undefined;
	/** The process dies at its nth read of the service. */
	readonly dies?: number | undefined;
	/** While a write is under way, another process tries the same. */
	readonly other: boolean;
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
	/** The account has another name at its platform now, and the campaign says it. */
	| { readonly do: "handle"; readonly of: Person; readonly to: string }
	| { readonly do: "jump"; readonly ms: number }
	| { readonly do: "resolve"; readonly abandon: boolean };

/** One history: what happens, and whether the service recognises keys. */
export interface History {
	readonly idempotency: boolean;
	readonly steps: readonly Step[];
}

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const none = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const as = <Name extends Step["do"]>(name: Name) => fc.constant(name);

const apply = fc.record({
	do: as("apply"),
	fates: fc.array(fc.constantFrom(...FATES), { maxLength: 5 }),
	crash: none(
		fc.record({ append: fc.integer({ min: 1, max: 12 }), when: fc.constantFrom("before", "after") }),
	),
	dies: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 8 }),
	other: fc.boolean(),
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

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 9, arbitrary: apply },
	fc.record({ do: as("top"), top: fc.integer({ min: 1, max: 3 }) }),
	fc.record({ do: as("accounts"), accounts: fc.subarray<Person>(["tube", "tok"], { minLength: 1 }) }),
	fc.record({ do: as("title"), title: fc.constantFrom("{{ clip.title }}", "New: {{ clip.title }}") }),
	fc.record({
		do: as("at"),
		at: none(fc.constantFrom("2026-11-22T18:00", "2026-11-24T18:00", "2027-01-10T18:00")),
	}),
	fc.record({ do: as("posting"), posting: fc.boolean() }),
	fc.record({ do: as("clipping"), limit: fc.constantFrom(3, 4) }),
	{ weight: 2, arbitrary: rename },
	fc.record({ do: as("handle"), of: fc.constantFrom("tube", "tok"), to: fc.constantFrom("Acme", "AcmeTwo") }),
	fc.record({
		do: as("jump"),
		ms: fc.constantFrom(-DAY_MS, -HOUR_MS / 60, HOUR_MS / 6, DAY_MS, 40 * DAY_MS),
	}),
	{ weight: 2, arbitrary: fc.record({ do: as("resolve"), abandon: fc.boolean() }) },
) as fc.Arbitrary<Step>;

/** Histories of up to twelve steps. */
export const histories: fc.Arbitrary<History> = fc.record({
	idempotency: fc.boolean(),
	steps: fc.array(step, { minLength: 1, maxLength: 12 }),
});
