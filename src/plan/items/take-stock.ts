import { found } from "../../compose/pattern.ts";
import { instantOf } from "../../compose/when.ts";
import { type EpochMs, epochMs } from "../../model/brand.ts";
import type { Campaign } from "../../model/campaign.ts";
import type { Feed, FeedItem, FeedReading } from "../../model/feed.ts";
import type { DoubtfulItem, FeedState } from "../../model/feed-state.ts";
import { type ItemMarks, marksOf } from "../../model/item-marks.ts";
import { type ListedItem, type Recogniser, type Remembered, recogniserOf } from "./known.ts";

/** What a reading of a feed comes to, beside what is recorded of it. */
export interface Stock {
	/** New items that are wanted, the earliest first. */
	readonly wanted: readonly ListedItem[];
	/** New items that are not: what was there before, or does not fit. */
	readonly left: readonly ListedItem[];
	/** What is listed and was left before. */
	readonly leftBefore: readonly ListedItem[];
	/** What is recorded, and listed now as it is recorded. */
	readonly unchanged: readonly Remembered[];
	/** What is recorded, and listed now otherwise. */
	readonly listed: readonly { readonly remembered: Remembered; readonly item: FeedItem }[];
	readonly doubtful: readonly {
		readonly item: FeedItem;
		readonly why: DoubtfulItem;
		readonly like?: string;
	}[];
}

/** What appears later may be dated so much earlier than what was seen. */
export const GRACE_MS = 7 * 86_400_000;

/** What a reading is compared with. */
interface Beside {
	readonly campaign: Pick<Campaign, "timezone">;
	readonly state: FeedState | undefined;
}

/**
 * Says which listed items are new, and which of them are wanted. `state` absent: the feed is read for the
 * first time, and what is there already is wanted as far as `since` and `newest` say.
 */
export function takeStock(feed: Feed, reading: FeedReading, { campaign, state }: Beside): Stock {
	const known = recogniserOf(state);
	const { unchanged, told, isOther } = compared(reading, known, state);
	const listed = told.flatMap((each) =>
		typeof each.known === "object" ? [{ remembered: each.known, item: each.item }] : [],
	);
	const leftBefore = told.filter((each) => each.known === "left");
	const unknown = told.filter((each) => each.known === undefined);
	const isWanted = filterOf(feed, campaign);
	const fitting = unknown.filter(({ item }) => isWanted(item));
	const unfit = unknown.filter(({ item }) => !isWanted(item));
	if (state === undefined) {
		const wanted = newestOf(fitting, feed);
		const rest = fitting.filter((each) => !wanted.includes(each));
		return {
			wanted: inTime(wanted, feed),
			left: [...unfit, ...rest],
			leftBefore,
			unchanged,
			listed,
			doubtful: [],
		};
	}
	const judged = fitting.map((each) => ({ each, doubt: doubtOf(each, { feed, state, isOther, known }) }));
	return {
		wanted: inTime(
			judged.filter(({ doubt }) => doubt === undefined).map(({ each }) => each),
			feed,
		),
		left: unfit,
		leftBefore,
		unchanged,
		listed,
		doubtful: judged.flatMap(({ each: { item }, doubt }) => (doubt ? [{ item, ...doubt }] : [])),
	};
}

/** What each listed item is to what is recorded. `isOther`: nothing that is listed is known. */
function compared(
	{ items }: FeedReading,
	known: Recogniser,
	state: FeedState | undefined,
): Pick<Stock, "unchanged"> & { readonly told: readonly Judged[]; readonly isOther: boolean } {
	const unchanged = items.flatMap((item) => known.unchanged(item) ?? []);
	const isUnchanged = new Set(unchanged.map((each) => each.known.item.id));
	const others = items.filter(({ id }) => !isUnchanged.has(id));
	const told = once(others.map((item) => tell({ item, marks: marksOf(item) }, known, state)));
	const isNoneKnown = unchanged.length === 0 && told.every((each) => each.known === undefined);
	return { unchanged, told, isOther: state !== undefined && !known.isEmpty && isNoneKnown };
}

/** A video that is listed twice is one item. */
function once(told: readonly Judged[]): readonly Judged[] {
	const seen = new Set<string>();
	return told.filter(({ known, marks: { video } }) => {
		const isAgain = known === undefined && seen.has(video);
		seen.add(video);
		return !isAgain;
	});
}

interface Judged extends ListedItem {
	readonly known: Remembered | "left" | undefined;
}

/** A feed that gives every item the same id tells them apart by their dates. */
function tell(listed: ListedItem, known: Recogniser, state: FeedState | undefined): Judged {
	const { item } = listed;
	const isLater = state !== undefined && (item.publishedAt ?? 0) > state.newestAt - GRACE_MS;
	if (known.isReused(listed) && item.publishedAt !== undefined) {
		const other = { ...item, id: `${item.id} ${new Date(item.publishedAt).toISOString()}` };
		const again: ListedItem = { item: other, marks: marksOf(other) };
		const recognised = known.of({ ...again, marks: withoutId(again.marks) }) ?? known.of(again);
		if (recognised !== undefined || isLater) return { ...again, known: recognised };
	}
	return { ...listed, known: known.of(listed) };
}

function withoutId(marks: ItemMarks): ItemMarks {
	return { ...marks, id: "" };
}

/** Whether an item is dated and called as the feed asks for. Of what is not dated, `since` says nothing. */
function filterOf(
	{ since, match }: Feed,
	{ timezone }: Pick<Campaign, "timezone">,
): (item: FeedItem) => boolean {
	const from =
		since === undefined ? undefined : instantOf(since.length === 10 ? `${since}T00:00` : since, timezone)?.at;
	return ({ title = "", publishedAt }) =>
		(from === undefined || publishedAt === undefined || publishedAt >= from) &&
		(match === undefined || found(match, title));
}

/** What of that which was there at first is wanted. */
function newestOf(items: readonly Judged[], { newest, since, from }: Feed): readonly Judged[] {
	if (newest === "all" || (newest === undefined && since !== undefined)) return items;
	return inTime(items, { from })
		.reverse()
		.slice(0, newest ?? 0) as Judged[];
}

/** The earliest first. Feeds without dates list the newest first, and lists the newest last. */
function inTime<Item extends ListedItem>(items: readonly Item[], { from }: Pick<Feed, "from">): Item[] {
	const listed = from.kind === "rss" || from.kind === "youtube" ? items.toReversed() : [...items];
	return listed.every(({ item }) => item.publishedAt !== undefined)
		? listed.sort((a, b) => (a.item.publishedAt ?? 0) - (b.item.publishedAt ?? 0))
		: listed;
}

/** Why a new item may be one that was there before. What somebody puts into a folder or a list is new. */
function doubtOf(
	{ item, marks }: ListedItem,
	about: {
		readonly feed: Feed;
		readonly state: FeedState;
		readonly isOther: boolean;
		readonly known: Recogniser;
	},
): { readonly why: DoubtfulItem; readonly like?: string } | undefined {
	const { feed, state, isOther, known } = about;
	if (feed.from.kind === "folder" || feed.from.kind === "list") return undefined;
	const { publishedAt } = item;
	if (isOther && (publishedAt === undefined || publishedAt <= state.newestAt)) return { why: "renumbered" };
	if (publishedAt !== undefined && publishedAt < state.newestAt - GRACE_MS) return { why: "older" };
	const like = known.alike(item);
	if (like !== undefined) return { why: "alike", like: like.key };
	return known.isOfSecond(marks) ? { why: "alike" } : undefined;
}

/** The latest date of what is listed, none of it later than now. */
export function latestOf(
	items: readonly FeedItem[],
	{ now, before }: { now: EpochMs; before?: EpochMs },
): EpochMs {
	const dates = items.flatMap(({ publishedAt: at }) => (at !== undefined && at <= now ? [at] : []));
	return epochMs(dates.reduce<number>((latest, at) => Math.max(latest, at), before ?? 0));
}
