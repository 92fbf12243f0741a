import type { Campaign, PostTarget, Video } from "../model/campaign.ts";
import type { Clip } from "../model/clip.ts";
import { shortHash } from "../model/short-hash.ts";
import type { Subject } from "./scope.ts";

const ofTargets = new WeakMap<PostTarget, string>();
const ofClips = new WeakMap<Clip, string>();
const ofItems = new WeakMap<NonNullable<Video["item"]>, string>();
const ofCampaigns = new WeakMap<Campaign, string>();

/**
 * Names everything the texts of a post are made of, so that a text whose recipe is the one it was made by
 * need not be made again to know that it is the same.
 * Tells changes from no change; it is no seal.
 */
export function recipeOf(target: PostTarget, { campaign, video, clip, account }: Subject): string {
	const parts = [
		remembered(ofTargets, target, () => [target.account, target.body]),
		remembered(ofClips, clip, () => [
			clip.idx,
			clip.moment.from,
			clip.moment.to,
			clip.title,
			clip.description,
			clip.tags,
			clip.score,
		]),
		remembered(ofCampaigns, campaign, () => [campaign.name, campaign.inputs, campaign.hashtags]),
	];
	const item = video.item === undefined ? "" : ` ${remembered(ofItems, video.item, () => video.item)}`;
	return shortHash(`${parts.join()} ${video.name} ${account.platform} ${account.username}${item}`);
}

function remembered<Key extends object>(known: WeakMap<Key, string>, key: Key, parts: () => unknown): string {
	const before = known.get(key);
	if (before !== undefined) return before;
	const made = shortHash(JSON.stringify(parts()));
	known.set(key, made);
	return made;
}

/** A short name of plain data. */
export function digestOf(value: unknown): string {
	return shortHash(JSON.stringify(value));
}
