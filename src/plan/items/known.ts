import type { FeedItem } from "../../model/feed.ts";
import type { FeedState, KnownItem } from "../../model/feed-state.ts";
import { type ItemMarks, marksBesideId, marksOf, sameTitle } from "../../model/item-marks.ts";
import { same } from "../../model/same.ts";
import { remembered } from "./remembered.ts";

/** An item of a feed's state. */
export interface Remembered {
	readonly key: string;
	readonly known: KnownItem;
}

/** What a listed item is to what is recorded: an item, one that was left, or nothing that is known. */
export type Recognised = Remembered | "left" | undefined;

/** A listed item with the id that it is told from others by. */
export interface ListedItem {
	readonly item: FeedItem;
	readonly marks: ItemMarks;
}

/** Tells which listed items are remembered, by id, by video, or by title and date. */
export interface Recogniser {
	readonly isEmpty: boolean;
	/** What is listed exactly as it is recorded: nothing else has to be compared. */
	unchanged(item: FeedItem): Remembered | undefined;
	of(listed: ListedItem): Recognised;
	/** Whether its id is known, and all else about it is another, later item's. */
	isReused(listed: ListedItem): boolean;
	/** Whether an item was published in the very same second. */
	isOfSecond(marks: ItemMarks): boolean;
	/** An item with the same title whose date is near. */
	alike(item: FeedItem): Remembered | undefined;
}

const DAY_MS = 86_400_000;

/** So near are dates of an item that is listed under a new id and date. */
const NEAR_MS = 30 * DAY_MS;

/** Indexes what is recorded of a feed. */
export function recogniserOf(state: FeedState | undefined): Recogniser {
	const items = Object.entries(state?.items ?? {}).map(([key, known]) => ({ key, known }));
	const byId = new Map(items.map((each) => [each.known.item.id, each]));
	const left = state?.left ?? {};
	// Most readings bring nothing new, and need none of these.
	const marked = atFirstUse(() => markedIn(items));
	const titled = atFirstUse(() => titledIn(items));
	const leftMarks = atFirstUse(() => new Set(Object.values(left).flat()));
	return {
		isEmpty: items.length === 0 && Object.keys(left).length === 0,
		unchanged: (item) => {
			const found = byId.get(item.id);
			return found && same(found.known.item, remembered(item)) ? found : undefined;
		},
		of: ({ marks: { id, video, day = "" } }) => {
			const { byMark } = marked();
			const known = byMark.get(id) ?? byMark.get(video) ?? byMark.get(day);
			if (known !== undefined) return known;
			const isLeft = Object.hasOwn(left, id) || leftMarks().has(video) || leftMarks().has(day);
			return isLeft ? "left" : undefined;
		},
		isReused: ({ item: { publishedAt = 0 }, marks: { id, video, day } }) => {
			const known = marked().byMark.get(id);
			const before = known === undefined ? left[id] : marked().marksOfItem.get(known);
			if (before === undefined || day === undefined || before.includes(video) || before.includes(day))
				return false;
			const from = known?.known.item.publishedAt;
			return publishedAt > (from === undefined ? (state?.newestAt ?? 0) : from + DAY_MS);
		},
		isOfSecond: ({ second = "" }) => marked().byMark.has(second) || leftMarks().has(second),
		alike: ({ title, publishedAt }) =>
			title === undefined || publishedAt === undefined
				? undefined
				: titled()
						.get(sameTitle(title))
						?.find(({ known }) => isNear(known.item.publishedAt, publishedAt)),
	};
}

function atFirstUse<Value>(make: () => Value): () => Value {
	let made: { readonly value: Value } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}

function isNear(one: number | undefined, other: number): boolean {
	return one !== undefined && Math.abs(one - other) < NEAR_MS;
}

/** Items by each of their marks, and the marks of each. */
function markedIn(items: readonly Remembered[]) {
	const byMark = new Map<string, Remembered>();
	const marksOfItem = new Map<Remembered, readonly string[]>();
	for (const each of items) {
		const { item, aliases = [] } = each.known;
		const marks = [item, ...aliases.map((id) => ({ ...item, id }))].flatMap((one) => listed(marksOf(one)));
		marksOfItem.set(each, marks);
		for (const mark of marks) byMark.set(mark, each);
	}
	return { byMark, marksOfItem };
}

function titledIn(items: readonly Remembered[]): ReadonlyMap<string, readonly Remembered[]> {
	const byTitle = new Map<string, Remembered[]>();
	for (const each of items) {
		const { title } = each.known.item;
		if (title === undefined) continue;
		const key = sameTitle(title);
		byTitle.set(key, [...(byTitle.get(key) ?? []), each]);
	}
	return byTitle;
}

function listed(marks: ItemMarks): readonly string[] {
	return [marks.id, ...marksBesideId(marks)];
}
