import type { Campaign, PostTarget } from "../model/campaign.ts";
import type { Clip } from "../model/clip.ts";
import type { Subject } from "./scope.ts";

const ofTargets = new WeakMap<PostTarget, string>();
const ofClips = new WeakMap<Clip, string>();
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
	return hash(`${parts.join()} ${video.name} ${account.platform} ${account.username}`);
}

function remembered<Key extends object>(known: WeakMap<Key, string>, key: Key, parts: () => unknown): string {
	const before = known.get(key);
	if (before !== undefined) return before;
	const made = hash(JSON.stringify(parts()));
	known.set(key, made);
	return made;
}

/** 64 bits of two FNV-1a hashes with different starts. */
function hash(text: string): string {
	let [left, right] = [0x811c9dc5, 0x9e3779b9];
	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		left = Math.imul(left ^ unit, 0x01000193);
		right = Math.imul(right ^ unit, 0x01000193) ^ (right >>> 15);
	}
	return (left >>> 0).toString(36) + (right >>> 0).toString(36);
}
