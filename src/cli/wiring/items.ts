import { join } from "node:path";
import type { Campaign } from "../../model/campaign.ts";
import { type FeedNews, feedKey } from "../../model/feed-state.ts";
import type { Settings } from "../../model/settings.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { Readings } from "../../plan/items/stock-all.ts";
import { type Clock, systemClock } from "../../system/clock.ts";

/** Campaigns, and the state that says which items were taken from their feeds. */
interface Listing {
	readonly campaigns: readonly Campaign[];
	readonly settings: Settings;
	readonly snapshot: Snapshot;
}

/** Campaigns with the videos of their feeds' items, and what the feeds have that is new. */
export interface Listed {
	readonly campaigns: readonly Campaign[];
	/** Absent: no campaign has a feed. */
	readonly feeds?: readonly FeedNews[];
}

/** What a plan is made from. Where nothing else is read, no feed is read either. */
export async function itemsFor(
	listing: Listing,
	{ refresh }: { readonly refresh: boolean },
	signal: AbortSignal,
): Promise<Listed> {
	return refresh ? withNewItems(listing, signal) : { campaigns: await withKnownItems(listing) };
}

/** The campaigns with the items that the state knows: no feed is read. */
export async function withKnownItems(listing: Listing): Promise<readonly Campaign[]> {
	return (await expanded(listing, [])).campaigns;
}

/** Reads all feeds: the campaigns with the items that are known, and with those that are taken now. */
async function withNewItems(listing: Listing, signal: AbortSignal): Promise<Listed> {
	return withReadings(listing, await readAll(listing, signal));
}

/** The same with what was read before. */
export async function withReadings(
	listing: Listing,
	readings: Readings,
	clock: Clock = systemClock,
): Promise<Listed> {
	const { campaigns, snapshot } = listing;
	if (!hasFeeds(campaigns)) return { campaigns };
	const { newsOfAll, listedAddresses } = await import("../../plan/items/stock-all.ts");
	const feeds = newsOfAll(campaigns, { snapshot, readings, now: clock.now() });
	return { ...(await expanded(listing, feeds, listedAddresses(readings))), feeds };
}

/** The same with what a saved plan takes. Feeds are read for the signatures of addresses alone. */
export async function withSavedItems(
	listing: Listing,
	feeds: readonly FeedNews[],
	signal: AbortSignal,
): Promise<Listed> {
	if (!hasFeeds(listing.campaigns)) return { campaigns: listing.campaigns };
	const { listedAddresses } = await import("../../plan/items/stock-all.ts");
	const addresses = listedAddresses(await readAll(listing, signal));
	return { ...(await expanded(listing, feeds, addresses)), feeds };
}

function hasFeeds(campaigns: readonly Campaign[]): boolean {
	return campaigns.some(({ ofItems }) => ofItems !== undefined);
}

async function expanded(
	{ campaigns, settings: { root }, snapshot }: Listing,
	news: readonly FeedNews[],
	addresses?: ReadonlyMap<string, string>,
): Promise<Pick<Listed, "campaigns">> {
	if (!hasFeeds(campaigns)) return { campaigns };
	const { withItems } = await import("../../plan/items/with-items.ts");
	const { feedsNow } = await import("../../plan/items/moved-feeds.ts");
	const { withTranscripts } = await import("../../campaign/item-transcripts.ts");
	const { factOf } = await import("../../campaign/facts-on-disk.ts");
	const place = (path: string) => join(root, path);
	const known = { ...snapshot, feeds: feedsNow(campaigns, snapshot) };
	const all = withItems(campaigns, { snapshot: known, news, place, ...(addresses && { addresses }) });
	return { campaigns: await withTranscripts(all, (path) => factOf(path, root)) };
}

/** One after the other, because feeds of one show are on one server. */
async function readAll({ campaigns, settings }: Listing, signal: AbortSignal): Promise<Readings> {
	if (!hasFeeds(campaigns)) return new Map();
	const { openFeeds } = await import("./feeds.ts");
	const { feedsOf } = await import("../../plan/items/stock-all.ts");
	const feeds = await openFeeds(settings, { signal, clock: systemClock });
	const readings = new Map<string, Awaited<ReturnType<typeof feeds.read>>>();
	for (const campaign of campaigns)
		for (const feed of feedsOf(campaign))
			readings.set(feedKey(campaign.name, feed.name), await feeds.read(feed));
	await feeds.save();
	return readings;
}
