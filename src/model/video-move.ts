import type { Campaign, Move } from "./campaign.ts";
import { itemVideoName, partsOfVideo, writtenVideo } from "./item-video.ts";

/** Which entries stand for every item of a feed: there a key that is moved is one of the matrix. */
export type IsOfFeed = (entry: string) => boolean;

/** Tells the entries of a campaign that stand for every item of a feed. */
export function ofFeedsIn({ ofItems }: Pick<Campaign, "ofItems">): IsOfFeed {
	const entries = new Set(ofItems?.videos.map(({ name }) => partsOfVideo(name).entry));
	return (entry) => entries.has(entry);
}

/** A `moved` entry about videos: `video.talk`, or `video.talk["9:16"]` for one of a matrix. */
export type VideoMove = Pick<Move, "from" | "to">;

/**
 * The name a video has after a `moved` entry: an entry keeps its keys, one video of a matrix gets the new
 * one. The name itself where it is not meant.
 */
export function movedVideo(name: string, { from, to }: VideoMove, isOfFeed: IsOfFeed): string {
	const [before, after] = [videoIn(from), videoIn(to)];
	if (before === undefined || after === undefined) return name;
	const video = partsOfVideo(name);
	if (video.entry !== before.entry) return name;
	const isWhole = before.key === undefined && after.key === undefined;
	if (isWhole) return withKey(after.entry, video.key);
	if (!isOfFeed(after.entry)) return video.key === before.key ? withKey(after.entry, after.key) : name;
	const [item, cell] = itemAndCell(video.key ?? "");
	return cell === before.key ? withKey(after.entry, joined(item, after.key)) : name;
}

/** The `moved` entry that makes one video of another. */
export function moveBetween(then: string, now: string, isOfFeed: IsOfFeed): VideoMove {
	const [before, after] = [partsOfVideo(then), partsOfVideo(now)];
	if (before.key === after.key) return named(before.entry, after.entry);
	if (!isOfFeed(after.entry)) return named(then, now);
	const [[, one], [, other]] = [itemAndCell(before.key ?? ""), itemAndCell(after.key ?? "")];
	return named(withKey(before.entry, one), withKey(after.entry, other));
}

function named(from: string, to: string): VideoMove {
	return { from: `video.${writtenVideo(from)}`, to: `video.${writtenVideo(to)}` };
}

function videoIn(text: string): { readonly entry: string; readonly key?: string } | undefined {
	const [, entry, key] = /^video\.([^."[\]]+)(?:\["([^."[\]]+)"\])?$/.exec(text) ?? [];
	return entry === undefined ? undefined : partsOfVideo(withKey(entry, key));
}

function withKey(entry: string, key: string | undefined): string {
	return key === undefined ? entry : itemVideoName(entry, key);
}

/** Keys of items have no comma. */
function itemAndCell(key: string): readonly [item: string, cell: string | undefined] {
	const at = key.indexOf(",");
	return at < 0 ? [key, undefined] : [key.slice(0, at), key.slice(at + 1)];
}

function joined(item: string, cell: string | undefined): string {
	return cell === undefined ? item : `${item},${cell}`;
}
