import { type AddressText, parseAddress } from "../../model/address.ts";
import type { FeedNews } from "../../model/feed-state.ts";
import { partsOfVideo } from "../../model/item-video.ts";
import { itemOfKey } from "../../model/matrix.ts";

/** Tells addresses of items that are new, or of which their feed says something else now. */
export function changedItems(news: readonly FeedNews[]): (text: AddressText) => boolean {
	const changed = new Set(
		news.flatMap(({ feed, entry }) =>
			Object.keys(entry?.items ?? {}).map((key) => `${feed.slice(0, feed.indexOf("."))} ${key}`),
		),
	);
	return (text) => {
		const address = changed.size === 0 ? undefined : parseAddress(text);
		const key = address && partsOfVideo(address.video).key;
		return address !== undefined && key !== undefined && changed.has(`${address.campaign} ${itemOfKey(key)}`);
	};
}
