import { type EpochMs, epochMs } from "../../model/brand.ts";
import type { Campaign } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import type { Feed, FeedFailure, FeedReading } from "../../model/feed.ts";
import { type FeedKey, type FeedNews, type FeedState, feedKey } from "../../model/feed-state.ts";
import { itemKey } from "../../model/item-key.ts";
import { marksBesideId } from "../../model/item-marks.ts";
import { videoOfItem } from "../../model/matrix.ts";
import { same } from "../../model/same.ts";
import { allDoubtful, askedAbout } from "./doubtful.ts";
import { type Entries, named, newItem, withStatus } from "./entries.ts";
import type { ListedItem } from "./known.ts";
import { corrected, type Progress } from "./remembered.ts";
import { GRACE_MS, latestOf, type Stock, takeStock } from "./take-stock.ts";
import type { Used } from "./used.ts";

/** What a feed of a campaign is compared with. */
export interface StockContext {
	readonly campaign: Campaign;
	/** Absent: nothing was taken from it yet. */
	readonly state: FeedState | undefined;
	readonly now: EpochMs;
	/** The name it is recorded under. Absent: its own. */
	readonly was?: FeedKey;
	/** How many more items this apply may take. */
	readonly room: number;
	readonly used: Used;
}

/**
 * What a plan does with what a feed lists. Where it cannot be read, what waits for its turn is taken all
 * the same.
 */
export function newsOf(feed: Feed, reading: FeedReading | FeedFailure, context: StockContext): FeedNews {
	const { campaign, state, now, room } = context;
	const isRead = "items" in reading;
	const stock = isRead ? takeStock(feed, reading, { campaign, state }) : NOTHING;
	const fresh = stock.wanted.map(({ item }) => [itemKey(item), newItem(item, now)] as const);
	const waiting: Entries = [...withStatus(state, "waiting"), ...fresh];
	const taken: Entries = waiting.slice(0, room).map(([key, each]) => [key, { ...each, status: "taken" }]);
	const key = feedKey(campaign.name, feed.name);
	const asked = askedAbout(stock, now);
	const items = {
		...Object.fromEntries([...changes(feed, stock, context), ...fresh, ...taken, ...asked.items]),
	};
	const entry = {
		type: "feed",
		feed: key,
		newestAt: isRead ? newestAt(feed, reading, context) : (state?.newestAt ?? now),
		items,
		left: { ...leftBy(stock.left), ...leftBy(asked.left) },
		...defined({ was: context.was }),
	} as const;
	return {
		feed: key,
		place: feed.place,
		...(isRead
			? { listed: reading.items.length, unusable: reading.unusable }
			: { failed: reading, unusable: [] }),
		...defined({ isFirst: isRead && state === undefined ? (true as const) : undefined }),
		taken: taken.map(named),
		waiting: waiting.slice(taken.length).map(named),
		left: stock.left.length,
		doubtful: allDoubtful(state, stock),
		missing: isRead ? missing(feed, stock, context).map(named) : [],
		...(!(isRead && isUnfinished(reading, state)) && isNews(entry, state, isRead) && { entry }),
	};
}

/** Whether all that is there at first is still being written: it is chosen from once a file is whole. */
function isUnfinished({ items, unusable }: FeedReading, state: FeedState | undefined): boolean {
	return state === undefined && items.length === 0 && unusable.some(({ why }) => why === "still-written");
}

const NOTHING: Stock = { wanted: [], left: [], leftBefore: [], unchanged: [], listed: [], doubtful: [] };

/** Items of which the feed says something else now that still counts. */
function changes(feed: Feed, { listed }: Stock, context: StockContext): Entries {
	return listed.flatMap(({ remembered: { key, known }, item }) => {
		const now = corrected(known, item, progressOf(feed, key, context));
		return same(now, known) ? [] : [[key, now] as const];
	});
}

/** A feed may be used by several entries: the one that went furthest counts. */
function progressOf({ name }: Feed, key: string, { campaign, used }: StockContext): Progress {
	const entries = (campaign.ofItems?.videos ?? []).filter(({ each }) => each === name);
	const videos = entries.map((entry) => videoOfItem(entry.name, key));
	return {
		isSubmitted: videos.some((video) => used.isSubmitted(campaign.name, video)),
		isPosted: videos.some((video) => used.isPosted(campaign.name, video)),
	};
}

/** Items that have files which are not there, and that were not submitted. */
function missing(feed: Feed, { unchanged, listed }: Stock, context: StockContext): Entries {
	const all = [...unchanged, ...listed.map(({ remembered }) => remembered)];
	const isThere = new Set(all.map(({ key }) => key));
	return withStatus(context.state, "taken").filter(
		([key, { item }]) =>
			item.source.kind === "file" && !isThere.has(key) && !progressOf(feed, key, context).isSubmitted,
	);
}

function leftBy(left: readonly ListedItem[]): FeedState["left"] {
	return Object.fromEntries(left.map(({ marks }) => [marks.id, marksBesideId(marks)]));
}

/** An empty feed that is begun with is taken for a new one: what it lists later is to be dated later. */
function newestAt({ from }: Feed, { items }: FeedReading, { state, now }: StockContext): EpochMs {
	const isEmpty = items.length === 0 && (from.kind === "rss" || from.kind === "youtube");
	return latestOf(
		items,
		defined({ now, before: state?.newestAt ?? (isEmpty ? epochMs(now + GRACE_MS) : undefined) }),
	);
}

function isNews(
	{ newestAt, items, left, was }: NonNullable<FeedNews["entry"]>,
	state: FeedState | undefined,
	isRead: boolean,
): boolean {
	if (state === undefined) return isRead;
	return (
		was !== undefined ||
		newestAt !== state.newestAt ||
		Object.keys(items).length + Object.keys(left).length > 0
	);
}
