import type { EpochMs } from "./brand.ts";
import type { FeedItem } from "./feed.ts";
import type { DoubtfulItem, KnownItem } from "./feed-state.ts";

/**
 * How an item stands: `new`: the next apply takes it, or lets it wait for its turn; `left`: it never
 * becomes a video.
 */
export type ItemOutcome = Exclude<KnownItem["status"], "doubtful"> | "new" | "left" | DoubtfulItem;

/** One item for people. */
export interface ItemRow {
	readonly key: string;
	readonly title: string;
	readonly outcome: ItemOutcome;
	readonly publishedAt?: EpochMs;
	/** Its feed lists it no more. Absent: it does, or the feed was not read. */
	readonly isGone?: true;
	/** As it is listed now. Absent: it is not. */
	readonly listed?: FeedItem;
}
