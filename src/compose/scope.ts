import type { AccountRef } from "../model/account.ts";
import type { Campaign, Video } from "../model/campaign.ts";
import type { Clip } from "../model/clip.ts";
import type { Cell } from "../model/matrix.ts";
import type { TextDestination } from "./fields.ts";
import type { Scope } from "./template.ts";

/** What one post is about. */
export interface Subject {
	readonly campaign: Campaign;
	readonly video: Video;
	readonly clip: Clip;
	readonly account: AccountRef & Pick<TextDestination, "premium" | "reference">;
}

/** What every campaign's templates may name. */
export const VARIABLES = [
	...[
		"clip.title",
		"clip.description",
		"clip.tags",
		"clip.score",
		"clip.rank",
		"clip.begin",
		"clip.end",
		"clip.seconds",
	],
	...["video.name", "campaign.name", "account.name", "account.platform", "account.username"],
] as const;

/** What a template may name. */
export interface Variables {
	readonly names: readonly string[];
	/** More of them, which are not known by name. Absent: none. */
	readonly also?: RegExp;
}

/** What every item of a feed has; empty where its feed does not say. */
const ITEM_FIELDS = ["title", "description", "link", "published", "author"] as const;

/** Of what the videos of a post are. */
export interface VideosOfPost {
	/** Items of a feed. */
	readonly areItems: boolean;
	/** What they have of a matrix. Absent: they are of none. */
	readonly cell?: Cell;
}

/**
 * What templates of one campaign may name: with its inputs and sets of hashtags, in posts of items whatever
 * their feed says of them, and in posts of a matrix its keys.
 */
export function variablesIn(
	{ inputs, hashtags }: Pick<Campaign, "inputs" | "hashtags">,
	{ areItems: isOfItems, cell = {} }: VideosOfPost,
): Variables {
	const names = [
		...VARIABLES,
		...Object.keys(cell).map((axis) => `matrix.${axis}`),
		...(isOfItems ? ITEM_FIELDS.map((name) => `item.${name}`) : []),
		...Object.keys(inputs).map((name) => `inputs.${name}`),
		...Object.keys(hashtags).map((name) => `hashtags.${name}`),
	];
	return { names, ...(isOfItems && { also: /^item\.[A-Za-z0-9_]+$/ }) };
}

/** Whether a template is filled in alike for every clip and video. May say no where it is. */
export function isSameForAll(template: string): boolean {
	return !["clip", "item", "matrix"].some((name) => template.includes(name));
}

/**
 * Everything a template can see of a post whose clip is not known: the account is called `name` in the
 * campaign.
 */
export function scopeWithoutClip(
	{
		campaign,
		video,
		account,
	}: Pick<Subject, "campaign" | "account"> & { readonly video: Pick<Video, "name" | "item" | "cell"> },
	name: string,
): Scope {
	return {
		video: { name: video.name },
		campaign: { name: campaign.name },
		account: { name, platform: account.platform, username: account.username },
		inputs: campaign.inputs,
		hashtags: campaign.hashtags,
		...(video.cell && { matrix: video.cell }),
		...(video.item && { item: { ...NO_FIELDS, ...video.item } }),
	};
}

const NO_FIELDS = Object.fromEntries(ITEM_FIELDS.map((name) => [name, ""]));

/** Everything a template can see. */
export function scopeOf(subject: Subject, name: string): Scope {
	return { ...scopeWithoutClip(subject, name), clip: clipScope(subject.clip) };
}

function clipScope({ moment: { from, to }, title, description, tags, score, idx }: Clip): Scope[string] {
	return {
		title,
		description,
		tags,
		score,
		rank: idx,
		begin: from / 1000,
		end: to / 1000,
		seconds: Math.round((to - from) / 1000),
	};
}
