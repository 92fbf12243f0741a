import { type EpochMs, epochMs } from "./brand.ts";
import type { FeedFailure, FeedItem, UnusableItem } from "./feed.ts";
import type { Place } from "./place.ts";

/** `CAMPAIGN.feed.NAME`: what a feed is remembered under. */
export type FeedKey = string;

/** The name that a feed is remembered under. */
export function feedKey(campaign: string, feed: string): FeedKey {
	return `${campaign}.feed.${feed}`;
}

/** What is recorded of one feed. */
export interface FeedState {
	/** When the first apply took stock of it. */
	readonly begunAt: EpochMs;
	/**
	 * The latest date of an item, or that time: what appears later and is much older was not published
	 * since.
	 */
	readonly newestAt: EpochMs;
	/** Items that are, or were to become, videos, by their keys. */
	readonly items: Readonly<Record<string, KnownItem>>;
	/** Items that were left, by the mark of their id: the other marks of each. */
	readonly left: Readonly<Record<string, readonly string[]>>;
}

/** An item that is remembered as a whole: it stays what it is when its feed no longer lists it. */
export interface KnownItem {
	/**
	 * `waiting`: more were new than one apply takes; `skipped`: a person wants no clips of it; `doubtful`: a
	 * person is asked.
	 */
	readonly status: "taken" | "waiting" | "skipped" | "doubtful";
	/** Only of a doubtful item. */
	readonly why?: DoubtfulItem;
	readonly seenAt: EpochMs;
	/** Without signatures in its addresses. */
	readonly item: FeedItem;
	/** Other ids that it was listed under. Absent: none. */
	readonly aliases?: readonly string[];
}

/** What one apply remembers of a feed. */
export interface FeedEntry {
	readonly type: "feed";
	readonly feed: FeedKey;
	readonly at: EpochMs;
	readonly newestAt: EpochMs;
	readonly items: Readonly<Record<string, KnownItem>>;
	readonly left: FeedState["left"];
	/** The name it was recorded under until now. Absent: this one. */
	readonly was?: FeedKey;
}

/** Why an item waits for a person: it may be one that was there before. */
export type DoubtfulItem = "older" | "renumbered" | "alike";

/** What a plan does with what a feed lists. */
export interface FeedNews {
	readonly feed: FeedKey;
	readonly place: Place;
	/** How many items were listed. Absent: it was not read. */
	readonly listed?: number;
	/** The first apply takes stock: what is not taken now is left. Absent: it did before. */
	readonly isFirst?: true;
	/** Keys of items that become videos now, with their titles. */
	readonly taken: readonly NamedItem[];
	/** Items whose turn comes in a later apply. */
	readonly waiting: readonly NamedItem[];
	/** How many items are left with this apply. */
	readonly left: number;
	/** Items that a person decides about, because they may not be new. */
	readonly doubtful: readonly (NamedItem & { readonly why: DoubtfulItem; readonly like?: string })[];
	readonly unusable: readonly UnusableItem[];
	/** Items whose files are not there. */
	readonly missing: readonly NamedItem[];
	readonly failed?: FeedFailure;
	/** What is recorded when the plan is applied. Absent: nothing new. */
	readonly entry?: Omit<FeedEntry, "at">;
}

/** An item for people. */
export interface NamedItem {
	readonly key: string;
	readonly title: string;
}

/** What is recorded of a feed with what one more apply remembers of it. */
export function withFeedEntry(before: FeedState | undefined, entry: FeedEntry): FeedState {
	const { at, newestAt, items, left } = entry;
	return {
		begunAt: before?.begunAt ?? at,
		newestAt: epochMs(Math.max(before?.newestAt ?? 0, newestAt)),
		items: { ...before?.items, ...items },
		left: { ...before?.left, ...left },
	};
}
