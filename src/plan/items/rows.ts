import { defined } from "../../model/defined.ts";
import type { Feed, FeedItem, FeedReading } from "../../model/feed.ts";
import type { FeedState, KnownItem } from "../../model/feed-state.ts";
import { itemKey } from "../../model/item-key.ts";
import type { ItemOutcome, ItemRow } from "../../model/item-row.ts";
import type { StockContext } from "./news.ts";
import { takeStock } from "./take-stock.ts";

/**
 * Every item of a feed that is known or listed, in the order of the feed; then those that it lists no more.
 */
export function itemRows(
	feed: Feed,
	reading: FeedReading,
	{ campaign, state }: Pick<StockContext, "campaign" | "state">,
): readonly ItemRow[] {
	const stock = takeStock(feed, reading, { campaign, state });
	const known = [
		...stock.unchanged.map(({ key, known }) => row(key, known.item, outcomeOf(known))),
		...stock.listed.map(({ remembered: { key, known }, item }) => row(key, item, outcomeOf(known))),
	];
	const rows = [
		...known,
		...stock.wanted.map(({ item }) => row(itemKey(item), item, "new")),
		...stock.doubtful.map(({ item, why }) => row(itemKey(item), item, why)),
		...[...stock.left, ...stock.leftBefore].map(({ item }) => row(itemKey(item), item, "left")),
	];
	const isListed = new Set(known.map(({ key }) => key));
	return [
		...rows,
		...rememberedRows(state)
			.filter(({ key }) => !isListed.has(key))
			.map((each) => ({ ...each, isGone: true as const })),
	];
}

/** The items that the state knows. */
export function rememberedRows(state: FeedState | undefined): readonly ItemRow[] {
	return Object.entries(state?.items ?? {}).map(([key, known]) => {
		const { listed: _, ...rest } = row(key, known.item, outcomeOf(known));
		return rest;
	});
}

function outcomeOf({ status, why = "older" }: KnownItem): ItemOutcome {
	return status === "doubtful" ? why : status;
}

function row(key: string, item: FeedItem, outcome: ItemOutcome): ItemRow {
	return defined({
		key,
		title: item.title ?? item.id,
		outcome,
		publishedAt: item.publishedAt,
		listed: item,
	});
}
