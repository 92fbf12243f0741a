import type { Campaign } from "../../model/campaign.ts";
import type { FeedKey, FeedState } from "../../model/feed-state.ts";
import type { Snapshot } from "../../model/snapshot.ts";

/**
 * What the campaigns' `moved` entries mean for the feeds that state knows: the new key of each that has
 * one.
 */
export function movedFeeds(
	campaigns: readonly Campaign[],
	{ feeds = {} }: Pick<Snapshot, "feeds">,
): readonly { readonly from: FeedKey; readonly to: FeedKey }[] {
	const moves = campaigns.flatMap(({ name, moved }) =>
		moved.flatMap(({ from, to }) => {
			if (from.startsWith("campaign."))
				return [
					{ from: `${from.slice("campaign.".length)}.feed.`, to: `${to.slice("campaign.".length)}.feed.` },
				];
			return from.startsWith("feed.") ? [{ from: `${name}.${from}`, to: `${name}.${to}` }] : [];
		}),
	);
	return Object.keys(feeds).flatMap((key) => {
		const now = moves.reduce((known, { from, to }) => {
			if (known === from) return to;
			return from.endsWith(".") && known.startsWith(from) ? `${to}${known.slice(from.length)}` : known;
		}, key);
		return now === key || Object.hasOwn(feeds, now) ? [] : [{ from: key, to: now }];
	});
}

/** What is recorded of feeds, under the names that they have now. */
export function feedsNow(
	campaigns: readonly Campaign[],
	snapshot: Pick<Snapshot, "feeds">,
): Readonly<Record<FeedKey, FeedState>> {
	const names = new Map(movedFeeds(campaigns, snapshot).map(({ from, to }) => [from, to]));
	return Object.fromEntries(
		Object.entries(snapshot.feeds ?? {}).map(([key, state]) => [names.get(key) ?? key, state]),
	);
}
