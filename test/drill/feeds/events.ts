import fc from "fast-check";
import type { Crash } from "../crashing.ts";

/** What becomes of one write at the service. */
export const WRITES = [
	"accept",
	"accept",
	"accept",
	"not sent",
	"answer lost",
	"dies armed",
	"dies executed",
] as const;
export type WriteFate = (typeof WRITES)[number];

/** One run of showrun. */
export interface FeedApply {
	readonly do: "apply";
	readonly writes: readonly WriteFate[];
	readonly crash: Crash | undefined;
	/** The first apply of another machine, or of one whose state was deleted. */
	readonly by: "here" | "another workspace";
}

/** What happens next to a show. */
export type FeedStep =
	| FeedApply
	/** A week passes, and so many episodes come out. */
	| { readonly do: "week"; readonly episodes: number }
	/** What the feed lists: all, only the newest, nothing, nothing at all (it cannot be read). */
	| { readonly do: "list"; readonly what: "all" | "newest" | "none" | "broken" }
	/** The newest episode has another video, title, or both. */
	| { readonly do: "correct"; readonly what: "video" | "title" | "both" }
	/** Every item has another id; the videos have the same addresses, or stand on another host. */
	| { readonly do: "renumber"; readonly host: boolean }
	/** A service that counts stands in front of every address. */
	| { readonly do: "count" }
	/** All items are called and dated otherwise, under new ids and addresses: nobody can tell them. */
	| { readonly do: "remake" }
	/** An old episode is listed that never was. */
	| { readonly do: "old episode" }
	/** The clock of this machine, in days. */
	| { readonly do: "clock"; readonly days: number }
	/** The file of the state is deleted, and a person takes that as it is. */
	| { readonly do: "lose" };

const fate = fc.constantFrom(...WRITES);

const apply = fc.record({
	do: fc.constant("apply" as const),
	writes: fc.array(fate, { maxLength: 6 }),
	crash: fc.option(
		fc.record({ append: fc.integer({ min: 1, max: 10 }), when: fc.constantFrom("before", "after") }),
		{ nil: undefined, freq: 3 },
	),
	by: fc.constantFrom("here", "here", "here", "another workspace"),
});

/** Months of a show: every week something, and most weeks an apply. */
export const shows = fc.record({
	newest: fc.constantFrom(undefined, 1, 3),
	steps: fc.array(
		fc.oneof(
			{ weight: 12, arbitrary: apply as fc.Arbitrary<FeedStep> },
			{
				weight: 8,
				arbitrary: fc.record({ do: fc.constant("week"), episodes: fc.integer({ min: 0, max: 2 }) }),
			},
			{
				weight: 3,
				arbitrary: fc.record({
					do: fc.constant("list"),
					what: fc.constantFrom("all", "all", "newest", "none", "broken"),
				}),
			},
			{
				weight: 2,
				arbitrary: fc.record({ do: fc.constant("correct"), what: fc.constantFrom("video", "title", "both") }),
			},
			{ weight: 1, arbitrary: fc.record({ do: fc.constant("renumber"), host: fc.boolean() }) },
			{ weight: 1, arbitrary: fc.record({ do: fc.constant("count") }) },
			{ weight: 1, arbitrary: fc.record({ do: fc.constant("remake") }) },
			{ weight: 1, arbitrary: fc.record({ do: fc.constant("old episode") }) },
			{
				weight: 1,
				arbitrary: fc.record({ do: fc.constant("clock"), days: fc.constantFrom(-30, -1, 1, 30) }),
			},
			{ weight: 1, arbitrary: fc.record({ do: fc.constant("lose") }) },
		) as fc.Arbitrary<FeedStep>,
		{ minLength: 3, maxLength: 24 },
	),
});
export type FeedHistory = { readonly newest: number | undefined; readonly steps: readonly FeedStep[] };
