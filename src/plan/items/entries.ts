import type { EpochMs } from "../../model/brand.ts";
import type { FeedItem } from "../../model/feed.ts";
import type { FeedState, KnownItem, NamedItem } from "../../model/feed-state.ts";
import { remembered } from "./remembered.ts";

/** Items to be recorded, by their keys. */
export type Entries = readonly (readonly [key: string, known: KnownItem])[];

/** A new item whose turn has not come. */
export function newItem(item: FeedItem, seenAt: EpochMs): KnownItem {
	return { status: "waiting", seenAt, item: remembered(item) };
}

/** An item for people. */
export function named([key, { item }]: readonly [string, Pick<KnownItem, "item">]): NamedItem {
	return { key, title: item.title ?? item.id };
}

/** The recorded items with a status. */
export function withStatus(state: FeedState | undefined, status: KnownItem["status"]): Entries {
	return Object.entries(state?.items ?? {}).filter(([, known]) => known.status === status);
}
