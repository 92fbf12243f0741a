import { videoAddress } from "../../model/address.ts";
import { withTimes } from "../../model/asked-times.ts";
import type { Campaign, ItemVideos, Post, Source, Video } from "../../model/campaign.ts";
import type { FeedItem, ItemSource } from "../../model/feed.ts";
import {
	type FeedNews,
	type FeedState,
	feedKey,
	type KnownItem,
	withFeedEntry,
} from "../../model/feed-state.ts";
import { partsOfVideo } from "../../model/item-video.ts";
import { videoOfItem } from "../../model/matrix.ts";
import type { ResourceState, Snapshot } from "../../model/snapshot.ts";
import { stableUrl } from "../../model/stable-url.ts";
import type { FileIdentity, SourceIdentity } from "../../model/task.ts";

/** What videos of items are made from. */
export interface ItemContext {
	readonly snapshot: Pick<Snapshot, "feeds" | "resources">;
	/** What this plan adds. Absent: nothing. */
	readonly news?: readonly FeedNews[];
	/**
	 * Addresses as the feeds list them now, with their signatures, by what they are without. Absent: none.
	 */
	readonly addresses?: ReadonlyMap<string, string>;
	/** Where a path below the workspace's folder is, absolute. */
	readonly place: (path: string) => string;
}

/** The campaigns with a video, and its posts, for every item that was taken from their feeds. */
export function withItems(campaigns: readonly Campaign[], context: ItemContext): readonly Campaign[] {
	return campaigns.some(({ ofItems }) => ofItems !== undefined)
		? campaigns.map((campaign) => withItemsOf(campaign, context))
		: campaigns;
}

function withItemsOf(campaign: Campaign, context: ItemContext): Campaign {
	const { ofItems } = campaign;
	if (ofItems === undefined) return campaign;
	const taken = new Map(ofItems.videos.map((entry) => [entry.name, itemsOf(campaign, entry, context)]));
	const videos = ofItems.videos.flatMap((entry) =>
		(taken.get(entry.name) ?? []).map(([key, { item }]) => {
			const name = videoOfItem(entry.name, key);
			const submitted = context.snapshot.resources[videoAddress(campaign.name, name)];
			const trimmed = ofItems.trimmed?.filter(({ video }) => video === name) ?? [];
			return withTimes(videoOf(entry, { name, item, submitted }, context), trimmed);
		}),
	);
	const posts = ofItems.posts.flatMap((post) =>
		(taken.get(post.from) ?? []).map(([key]): Post => ({ ...post, from: videoOfItem(post.from, key) })),
	);
	return { ...campaign, videos: [...campaign.videos, ...videos], posts: [...campaign.posts, ...posts] };
}

type Entries = readonly (readonly [key: string, known: KnownItem])[];

/** The earliest first. */
function itemsOf(campaign: Campaign, entry: ItemVideos, { snapshot, news = [] }: ItemContext): Entries {
	const { feeds = {} } = snapshot;
	const key = feedKey(campaign.name, entry.each);
	const about = news.find(({ feed }) => feed === key);
	const state = stateWith(feeds[key], about);
	const missing = new Set(about?.missing.map((item) => item.key));
	const known = Object.entries(state?.items ?? {}).filter(
		([item, { status }]) => status === "taken" && !missing.has(item),
	);
	const forgotten = forgottenItems(campaign, entry, { snapshot, items: state?.items ?? {} });
	return [...known, ...forgotten].sort(
		([a, one], [b, other]) => dateOf(one) - dateOf(other) || (a < b ? -1 : 1),
	);
}

/**
 * Items that were submitted and that no feed's record knows any more, because it was lost or the feed has
 * another name: what became of them is a person's to take back, and nobody did.
 */
function forgottenItems(
	campaign: Campaign,
	entry: ItemVideos,
	{ snapshot, items }: Pick<ItemContext, "snapshot"> & Pick<FeedState, "items">,
): Entries {
	const { entry: name, key: cell } = partsOfVideo(entry.name);
	const [start, end] = [`${campaign.name}.video.${name}["`, cell === undefined ? `"]` : `,${cell}"]`];
	return Object.entries(snapshot.resources).flatMap(([address, state]): Entries => {
		if (state.kind !== "video" || !address.startsWith(start) || !address.endsWith(end)) return [];
		const key = address.slice(start.length, -end.length);
		if (key.includes(",") || Object.hasOwn(items, key)) return [];
		const { source } = state.request;
		const from: ItemSource =
			source.kind === "url" ? source : { kind: "file", path: "", sha256: source.sha256 };
		const item: FeedItem = { id: key, source: from, fields: {} };
		return [[key, { status: "taken", seenAt: state.submittedAt, item }]];
	});
}

/** The state of a feed once the plan is applied. */
function stateWith(state: FeedState | undefined, news: FeedNews | undefined): FeedState | undefined {
	if (news?.entry === undefined) return state;
	return withFeedEntry(state, { ...news.entry, at: news.entry.newestAt });
}

function dateOf({ item, seenAt }: KnownItem): number {
	return item.publishedAt ?? seenAt;
}

interface Item {
	readonly name: string;
	readonly item: FeedItem;
	readonly submitted: ResourceState | undefined;
}

function videoOf(
	{ each: _, ...entry }: ItemVideos,
	{ name, item, submitted }: Item,
	context: ItemContext,
): Video {
	const { source } = item;
	const before = submitted?.kind === "video" ? submitted.request.source : undefined;
	return {
		...entry,
		name,
		source: source.kind === "url" ? addressOf(source.url, context) : fileOf(source, before, context),
		item: { ...item.fields, id: item.id },
	};
}

function addressOf(url: string, { addresses }: ItemContext): Source {
	return { kind: "url", url: addresses?.get(stableUrl(url)) ?? url };
}

/** What was submitted stays what it is when its file is gone. */
function fileOf(
	{ path, sha256 }: Extract<ItemSource, { readonly kind: "file" }>,
	before: SourceIdentity | undefined,
	{ place }: ItemContext,
): Source {
	const known: FileIdentity =
		before?.kind === "file" && before.sha256 === sha256 ? before : { kind: "file", sha256 };
	return { kind: "file", path: place(path), shown: path, known };
}
