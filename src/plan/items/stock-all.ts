import type { EpochMs } from "../../model/brand.ts";
import type { Campaign } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import type { FeedFailure, FeedReading } from "../../model/feed.ts";
import { type FeedKey, type FeedNews, feedKey } from "../../model/feed-state.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { stableUrl } from "../../model/stable-url.ts";
import { feedsNow, movedFeeds } from "./moved-feeds.ts";
import { newsOf } from "./news.ts";
import { usedIn } from "./used.ts";

/** New items that one apply takes unless the campaign says otherwise. */
const MOST_NEW = 3;

/** What each feed lists, or why it cannot be read, by its key. */
export type Readings = ReadonlyMap<FeedKey, FeedReading | FeedFailure>;

/** What a plan does with what the feeds of all campaigns list. A feed that was not read has no news. */
export function newsOfAll(
	campaigns: readonly Campaign[],
	{
		snapshot,
		readings,
		now,
	}: { readonly snapshot: Snapshot; readonly readings: Readings; readonly now: EpochMs },
): readonly FeedNews[] {
	const used = usedIn(snapshot);
	const feeds = feedsNow(campaigns, snapshot);
	const former = new Map(movedFeeds(campaigns, snapshot).map(({ from, to }) => [to, from]));
	return campaigns.flatMap((campaign) => {
		let room = campaign.policy?.maxNewVideosPerRun ?? MOST_NEW;
		return feedsOf(campaign).flatMap((feed) => {
			const key = feedKey(campaign.name, feed.name);
			const reading = readings.get(key);
			if (reading === undefined) return [];
			const was = former.get(key);
			const about = { campaign, state: feeds[key], now, room, used, ...defined({ was }) };
			const news = newsOf(feed, reading, about);
			room -= news.taken.length;
			return [news];
		});
	});
}

/** The feeds of a campaign that become videos. */
export function feedsOf({ feeds = {}, ofItems }: Campaign) {
	const used = new Set(ofItems?.videos.map(({ each }) => each));
	return Object.values(feeds).filter(({ name }) => used.has(name));
}

/** Addresses as they are listed now, by what they are without their signatures. */
export function listedAddresses(readings: Readings): ReadonlyMap<string, string> {
	const items = [...readings.values()].flatMap((reading) => ("items" in reading ? reading.items : []));
	return new Map(
		items.flatMap(({ source }) =>
			source.kind === "url" ? [[stableUrl(source.url), source.url] as const] : [],
		),
	);
}
