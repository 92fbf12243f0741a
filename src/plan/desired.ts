import { type Composed, compose } from "../compose/body.ts";
import { recipeOf } from "../compose/recipe.ts";
import { instantOf } from "../compose/when.ts";
import { type AccountRef, accountKey } from "../model/account.ts";
import {
	type Address,
	postAddress,
	type TargetName,
	unknownPostAddress,
	videoAddress,
} from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import type {
	Campaign,
	CampaignAccount,
	Post,
	PostTarget,
	Schedule,
	Source,
	Video,
} from "../model/campaign.ts";
import type { Clip } from "../model/clip.ts";
import type { Observed, PlanOptions } from "../model/observed.ts";
import type { Place } from "../model/place.ts";
import { same } from "../model/same.ts";
import type { Snapshot, VideoState } from "../model/snapshot.ts";
import { sourceKey, type VideoRequest } from "../model/task.ts";
import type { Limits } from "./bookings.ts";
import { choose, mostChosen } from "./choose.ts";
import { type ReviewedClip, type ReviewedClips, reviewedClips, type Unapproved } from "./clips.ts";
import { type WantedRendition, wantedRendition } from "./rendition.ts";

/** One wanted thing. */
export type Resource = WantedVideo | WantedRendition | WantedPost | UnknownPosts;

export interface WantedVideo {
	readonly kind: "video";
	readonly address: Address;
	readonly place: Place;
	readonly source: Source;
	readonly request: VideoRequest;
}

/** One known clip to one account. */
export interface WantedPost {
	readonly kind: "post";
	readonly address: Address;
	readonly place: Place;
	readonly account: AccountRef;
	readonly taskId: string;
	readonly clip: Clip;
	readonly source: string;
	/** Names what the texts are made of, see `recipeOf`. */
	readonly recipe: string;
	/** Made when it is first asked for. */
	readonly composed: Composed;
	/** The how-manieth time the moment may go to the account. */
	readonly repeat: number;
	readonly at?: EpochMs;
	/** It takes a slot of this. Never together with `at`. */
	readonly schedule?: Schedule;
	/** How long before its time it is handed over, in milliseconds. */
	readonly handoverMs?: number;
	/** How often its account may be posted to. */
	readonly limits: Limits;
	readonly resolution?: string;
	/** Why it waits for a person. Absent: it is approved, or needs nobody. */
	readonly unapproved?: Unapproved;
	/** Why words of people are not used for it. Absent: they are, or there are none. */
	readonly voidWords?: string;
}

/** The posts of one target while the clips of its video are not known. */
export interface UnknownPosts {
	readonly kind: "posts";
	readonly address: Address;
	readonly place: Place;
	readonly video: Address;
	readonly atMost?: number;
	/** The task that should have found them failed, and is not made again. */
	readonly failed: boolean;
}

/** What the wanted things follow from. */
export interface Wanting {
	readonly campaigns: readonly Campaign[];
	readonly snapshot: Snapshot;
	readonly observed: Observed;
	readonly options: Pick<PlanOptions, "replace">;
	/** Videos whose results are gone. */
	readonly expired?: ReadonlyMap<Address, string>;
}

/** Lists everything the campaigns want, given the clips that are known so far. */
export function desired({ campaigns, snapshot, observed, options, expired }: Wanting): Resource[] {
	const replace = [...options.replace, ...(expired?.keys() ?? [])];
	return campaigns.flatMap((campaign) => {
		const known = { campaign, snapshot, replace };
		const videos = new Map(
			campaign.videos.map((video) => [
				video.name,
				standing(video, wantedVideo(campaign, video, observed), known),
			]),
		);
		const context = { campaign, videos };
		const posts = campaign.posts.flatMap((post) => wantedPosts({ ...context, post }));
		return [...[...videos.values()].map(({ wanted }) => wanted), ...wantedRenditions(context), ...posts];
	});
}

function wantedVideo(campaign: Campaign, video: Video, observed: Observed): WantedVideo {
	const address = videoAddress(campaign.name, video.name);
	const source = observed.sources[address];
	if (source === undefined) throw new Error(`The source of ${address} was not observed.`);
	const request: VideoRequest = {
		source,
		projectName: `${campaign.name}/${video.name}`,
		clipping: video.clipping,
		...(video.export && { export: video.export }),
	};
	return { kind: "video", address, place: video.place, source: video.source, request };
}

function wantedRenditions(context: Omit<PostContext, "post">): Resource[] {
	return [...context.videos.values()].flatMap(({ video, wanted, state }) => {
		if (video.renditions.length === 0) return [];
		const of = { campaign: context.campaign.name, video: video.name, address: wanted.address, state };
		return video.renditions.map((rendition) => wantedRendition(rendition, of));
	});
}

interface PostContext {
	readonly campaign: Campaign;
	readonly post: Post;
	readonly videos: ReadonlyMap<string, Standing>;
}

/** A video with the task that answers what it wants now, if there is one. */
interface Standing {
	readonly video: Video;
	readonly wanted: WantedVideo;
	readonly state: VideoState | undefined;
	/** Its clips with what people said of them; absent while they are not known. */
	readonly reviewed: ReviewedClips | undefined;
}

function standing(
	video: Video,
	wanted: WantedVideo,
	{ campaign, ...known }: Pick<PostContext, "campaign"> & Parameters<typeof currentState>[1],
): Standing {
	const state = currentState(wanted, known);
	const source = state && sourceKey(state.request.source);
	const clips = state?.result?.clips;
	return {
		video,
		wanted,
		state,
		reviewed:
			source !== undefined && clips
				? reviewedClips(campaign, { video: video.name, source, clips })
				: undefined,
	};
}

function wantedPosts(context: PostContext): Resource[] {
	const { post, videos } = context;
	const from = videos.get(post.from);
	if (from === undefined) throw new Error(`Post ${post.name} names the unknown video ${post.from}.`);
	const { video, state, reviewed } = from;
	if (state === undefined || reviewed === undefined)
		return post.targets.map((target) => ({
			...unknownPosts(context, target, video),
			failed: state?.status === "FAILED",
		}));
	return choose(post.clips, reviewed.allowed).flatMap((clip) => {
		const reviewedClip = reviewed.of(clip);
		return post.targets.map((target) =>
			wantedPost({ ...context, video, state, reviewed: reviewedClip }, target),
		);
	});
}

/** The task that answers the wanted request; a task of an older request, or one to be replaced, has clips that are no longer wanted. */
function currentState(
	wanted: WantedVideo,
	{ snapshot, replace }: { readonly snapshot: Snapshot; readonly replace: PlanOptions["replace"] },
): VideoState | undefined {
	const state = snapshot.resources[wanted.address];
	if (state?.kind !== "video" || replace.includes(wanted.address)) return undefined;
	return differences(state.request, wanted.request).length === 0 ? state : undefined;
}

/** What of a request differs from the submitted one, coarsest first. The name of the task is ours alone and does not count. */
export function differences(
	submitted: VideoRequest,
	wanted: VideoRequest,
): ("source-changed" | "clipping-changed" | "export-changed")[] {
	const parts = [
		["source-changed", submitted.source, wanted.source],
		["clipping-changed", submitted.clipping, wanted.clipping],
		["export-changed", submitted.export, wanted.export],
	] as const;
	return parts.filter(([, before, after]) => !same(before, after)).map(([reason]) => reason);
}

function unknownPosts(
	{ campaign, post }: PostContext,
	target: PostTarget,
	video: Video,
): Omit<UnknownPosts, "failed"> {
	const atMost = mostChosen(post.clips, video.clipping.limit);
	return {
		kind: "posts",
		address: unknownPostAddress(targetName({ campaign, post }, target)),
		place: target.place,
		video: videoAddress(campaign.name, post.from),
		...(atMost !== undefined && { atMost }),
	};
}

function wantedPost(
	context: PostContext & { video: Video; state: VideoState; reviewed: ReviewedClip },
	target: PostTarget,
): WantedPost {
	const { campaign, post, video, state, reviewed } = context;
	const { clip, unapproved, voidWords } = reviewed;
	const account = accountOf(campaign, target);
	const subject = { campaign, video, clip, account };
	let composed: Composed | undefined;
	return {
		kind: "post",
		address: postAddress(targetName(context, target), clip.moment),
		place: target.place,
		account: { platform: account.platform, username: account.username },
		taskId: state.taskId,
		clip,
		source: sourceKey(state.request.source),
		repeat: post.repeat,
		recipe: recipeOf(target, subject),
		// Most posts of a plan are posted already, and what they say is known to be the same without being said.
		get composed() {
			composed ??= compose(target, subject);
			return composed;
		},
		limits: limitsOf(account),
		...(post.review === "required" && unapproved && { unapproved }),
		...(voidWords !== undefined && { voidWords }),
		...whenOf(post, campaign),
		...(post.resolution !== undefined && { resolution: post.resolution }),
	};
}

/** What the campaign says about its time. */
function whenOf(
	{ at: fixed, schedule: name, handoverMs }: Post,
	{ schedules, timezone }: Campaign,
): Pick<WantedPost, "at" | "schedule" | "handoverMs"> {
	const at = fixed && instantOf(fixed.wall, timezone)?.at;
	const schedule = name === undefined ? undefined : schedules[name];
	if (name !== undefined && schedule === undefined) throw new Error(`There is no schedule ${name}.`);
	return {
		...(at !== undefined && { at }),
		...(schedule && { schedule }),
		...(handoverMs !== undefined && { handoverMs }),
	};
}

function limitsOf({ timezone, maxPerDay, minGapMs, ...account }: CampaignAccount): Limits {
	return {
		account: accountKey(account),
		timezone,
		...(maxPerDay !== undefined && { maxPerDay }),
		...(minGapMs !== undefined && { minGapMs }),
	};
}

function targetName(
	{ campaign, post }: Pick<PostContext, "campaign" | "post">,
	{ account }: PostTarget,
): TargetName {
	return { campaign: campaign.name, post: post.name, video: post.from, account };
}

function accountOf(campaign: Campaign, target: PostTarget): CampaignAccount {
	const account = campaign.accounts[target.account];
	if (account === undefined) throw new Error(`Target ${target.account} names no account.`);
	return account;
}
