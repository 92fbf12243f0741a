import { defined } from "../../model/defined.ts";
import type { FeedItem, ItemSource } from "../../model/feed.ts";
import type { KnownItem } from "../../model/feed-state.ts";
import { stableUrl } from "../../model/stable-url.ts";

/** An item as it is kept: addresses without their signatures. */
export function remembered(item: FeedItem): FeedItem {
	const { source, transcriptUrl } = item;
	return {
		...item,
		source: source.kind === "url" ? { ...source, url: stableUrl(source.url) } : source,
		...(transcriptUrl !== undefined && { transcriptUrl: stableUrl(transcriptUrl) }),
	};
}

/** How far an item went: what was used of it stays as it was. */
export interface Progress {
	readonly isSubmitted: boolean;
	readonly isPosted: boolean;
}

/**
 * An item with what its feed says of it now. A corrected video counts until the item is submitted, corrected
 * words until a clip of it is handed over; a file that is called otherwise is the same file.
 */
export function corrected(
	known: KnownItem,
	listed: FeedItem,
	{ isSubmitted, isPosted }: Progress,
): KnownItem {
	const { item, aliases = [] } = known;
	const now = remembered(listed);
	const isSame = item.source.kind === "file" && listed.source.kind === "file";
	const words = isPosted ? item : { ...now, source: item.source };
	const isAlias = now.id !== item.id && !aliases.includes(now.id);
	return {
		...known,
		item: {
			...words,
			id: item.id,
			source: isSubmitted && !(isSame && isOneContent(item.source, listed.source)) ? item.source : now.source,
			...defined({ publishedAt: item.publishedAt }),
		},
		...(isAlias && { aliases: [...aliases, now.id] }),
	};
}

function isOneContent(one: ItemSource, other: ItemSource): boolean {
	return one.kind === "file" && other.kind === "file" && one.sha256 === other.sha256;
}
