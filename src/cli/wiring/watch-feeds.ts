import { type EpochMs, epochMs } from "../../model/brand.ts";
import type { Campaign } from "../../model/campaign.ts";
import type { Feed, FeedFailure, FeedReading } from "../../model/feed.ts";
import { feedKey } from "../../model/feed-state.ts";
import type { Settings } from "../../model/settings.ts";
import type { Readings } from "../../plan/items/stock-all.ts";
import type { Clock } from "../../system/clock.ts";

/**
 * The feeds of a `watch`: each is read on its own schedule, and what is on disk when it changes as well.
 */
export interface WatchedFeeds {
	/** What each feed lists, read again where that is due. */
	read(campaigns: readonly Campaign[], signal: AbortSignal): Promise<Readings>;
	/** Files changed: what reads files is due. */
	changed(): void;
	/** When the first of them is due. Undefined: there are none. */
	nextAt(): EpochMs | undefined;
}

/** The next pass is not this one. */
const SOON_MS = 1_000;

/** What cannot be read is tried again no later than that. */
const FAILED_MS = 5 * 60_000;

interface Kept {
	readonly reading: FeedReading | FeedFailure;
	/** What was read: another address is another feed. */
	readonly from: string;
	/** On the clock that nobody sets. */
	dueAt: number;
	readonly isOnDisk: boolean;
}

/** Nothing was read yet. */
export function watchedFeeds(settings: Settings, clock: Clock): WatchedFeeds {
	let kept = new Map<string, Kept>();
	return {
		async read(campaigns, signal) {
			if (campaigns.every(({ ofItems }) => ofItems === undefined)) return new Map();
			const [{ openFeeds }, { feedsOf }] = await Promise.all([
				import("./feeds.ts"),
				import("../../plan/items/stock-all.ts"),
			]);
			const feeds = await openFeeds(settings, { signal, clock });
			const all = campaigns.flatMap((campaign) =>
				feedsOf(campaign).map((feed) => ({ key: feedKey(campaign.name, feed.name), feed })),
			);
			const next = new Map<string, Kept>();
			for (const { key, feed } of all) {
				const before = kept.get(key);
				const isCurrent = before?.from === sourceText(feed) && clock.monotonic() < before.dueAt;
				next.set(key, isCurrent ? before : keep(feed, await feeds.read(feed), clock.monotonic()));
			}
			kept = next;
			await feeds.save();
			return new Map([...kept].map(([key, { reading }]) => [key, reading]));
		},
		changed() {
			for (const each of kept.values()) if (each.isOnDisk) each.dueAt = clock.monotonic();
		},
		nextAt() {
			if (kept.size === 0) return undefined;
			const first = Math.min(...[...kept.values()].map(({ dueAt }) => dueAt));
			return epochMs(clock.now() + Math.max(SOON_MS, first - clock.monotonic()));
		},
	};
}

function sourceText({ from }: Feed): string {
	return JSON.stringify(from);
}

function keep(feed: Feed, reading: Kept["reading"], now: number): Kept {
	const { from, everyMs } = feed;
	const isOnDisk = from.kind === "folder" || from.kind === "list";
	return { reading, from: sourceText(feed), dueAt: now + pauseOf(reading, feed, everyMs), isOnDisk };
}

/** A file that is still written is looked at again when it may be whole. */
function pauseOf(reading: Kept["reading"], { from }: Feed, everyMs: number): number {
	if ("failed" in reading) return Math.min(everyMs, FAILED_MS);
	const isWritten = reading.unusable.some(({ why }) => why === "still-written");
	return isWritten && from.kind === "folder" ? Math.min(everyMs, from.stableForMs) : everyMs;
}

/** The folders and files that the feeds of a campaign read, absolute. */
export function pathsOfFeeds({ feeds = {} }: Campaign): readonly string[] {
	return Object.values(feeds).flatMap(({ from }) =>
		from.kind === "folder" ? [from.folder] : from.kind === "list" ? [from.path] : [],
	);
}
