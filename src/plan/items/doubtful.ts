import type { EpochMs } from "../../model/brand.ts";
import { defined } from "../../model/defined.ts";
import type { FeedItem } from "../../model/feed.ts";
import type { DoubtfulItem, FeedNews, FeedState, KnownItem } from "../../model/feed-state.ts";
import { itemKey } from "../../model/item-key.ts";
import { marksOf } from "../../model/item-marks.ts";
import { type Entries, named, newItem, withStatus } from "./entries.ts";
import type { ListedItem } from "./known.ts";
import type { Stock } from "./take-stock.ts";

/**
 * So many new items a person is asked about until they answer; of more, which a feed numbered anew lists,
 * once.
 */
const MOST_ASKED = 20;

/** Doubtful items are recorded: what was doubtful once is never taken before a person says so. */
export function askedAbout(
	{ doubtful }: Stock,
	seenAt: EpochMs,
): { readonly items: Entries; readonly left: readonly ListedItem[] } {
	const all = doubtful.map(({ item, why }) => ({ item, why, marks: marksOf(item) }));
	if (all.length > MOST_ASKED) return { items: [], left: all };
	const known = (item: FeedItem, why: DoubtfulItem): KnownItem => ({
		...newItem(item, seenAt),
		status: "doubtful",
		why,
	});
	return { items: all.map(({ item, why }) => [itemKey(item), known(item, why)]), left: [] };
}

/** Items that a person is asked about: those that wait for an answer, and new ones. */
export function allDoubtful(state: FeedState | undefined, { doubtful }: Stock): FeedNews["doubtful"] {
	const before = withStatus(state, "doubtful").map(([key, known]) => ({
		...named([key, known]),
		why: known.why ?? "older",
	}));
	const now = doubtful.map(({ item, why, like }) => ({
		...named([itemKey(item), { item }]),
		...defined({ why, like }),
	}));
	return [...before, ...now];
}
