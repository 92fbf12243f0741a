import { recipeOf } from "../../compose/recipe.ts";
import { instantOf } from "../../compose/when.ts";
import { accountKey } from "../../model/account.ts";
import { addressOfOccurrence, postAddress, type TargetAddress, videoAddress } from "../../model/address.ts";
import type { Campaign, CampaignAccount, Post, PostTarget } from "../../model/campaign.ts";
import type { Clip } from "../../model/clip.ts";
import { defined } from "../../model/defined.ts";
import type { LateRule } from "../../model/late-rule.ts";
import { sourceKey } from "../../model/source-key.ts";
import type { Limits } from "../bookings.ts";
import { needsReview } from "../recognised-words.ts";
import { mostChosen, mostFound } from "./choose.ts";
import { type ChosenPost, type ChosenPosts, choosePosts } from "./chosen-posts.ts";
import type { KeptPost, KeptPosts } from "./kept-posts.ts";
import type { Unapproved } from "./reviewed-clips.ts";
import type { CurrentVideo } from "./videos.ts";
import type { Resource, UnknownPosts, WantedPost } from "./wanted.ts";

interface PostContext {
	readonly campaign: Campaign;
	readonly post: Post;
	readonly videos: ReadonlyMap<string, CurrentVideo>;
	readonly keptPosts: KeptPosts;
}

/**
 * The posts of one entry: for each target those that were handed over, which keep their places, and one for
 * every clip chosen beside them, or a bound while the clips are not known.
 */
export function wantedPosts(context: PostContext): Resource[] {
	const { campaign, post, videos, keptPosts } = context;
	const from = videos.get(post.from);
	if (from === undefined) throw new Error(`Post ${post.name} names the unknown video ${post.from}.`);
	const source = sourceKey(from.wanted.request.source);
	const chosen = post.targets.map((target): Chosen => {
		const kept = keptPosts(targetAddress({ campaign, post }, target), source);
		return { target, ...choosePosts(kept, { campaign, post, from }) };
	});
	const known = inOrder(chosen).flatMap(([target, each]) =>
		wantedPost({ campaign, post, from, target }, each),
	);
	const posts = post.repeat === 1 ? known : occurrencesOf(known, post.repeat);
	if (from.reviewed !== undefined) return posts;
	return [
		...posts,
		...chosen.flatMap((each) => unknownPosts({ campaign, post, from, target: each.target }, each)),
	];
}

interface Chosen extends ChosenPosts {
	readonly target: PostTarget;
}

/** By their clips, best first; each goes to every target before the next. */
function inOrder(chosen: readonly Chosen[]): (readonly [PostTarget, ChosenPost])[] {
	return chosen
		.flatMap(({ target, posts }) => posts.map((post) => [target, post] as const))
		.sort(([, a], [, b]) => a.rank - b.rank);
}

/**
 * Every clip is posted once before one of them is posted a second time. Where its clip is not known, a post
 * stands as it was handed over.
 */
function occurrencesOf(first: readonly WantedPost[], repeat: number): WantedPost[] {
	return Array.from({ length: repeat }, (_, index) => index + 1).flatMap((occurrence) =>
		first
			.filter((post) => occurrence <= (post.handedOver ?? 1) || isChosen(post))
			.map((post) => ({ ...post, occurrence, address: addressOfOccurrence(post.address, occurrence) })),
	);
}

/** A post beyond the places that are asked for is not posted again. */
function isChosen({ outranked, isClipGone }: WantedPost): boolean {
	return outranked !== "fewer-clips" && !isClipGone;
}

interface TargetContext {
	readonly campaign: Campaign;
	readonly post: Post;
	readonly from: CurrentVideo;
	readonly target: PostTarget;
}

function unknownPosts(
	{ campaign, post, from, target }: TargetContext,
	{ kept }: ChosenPosts,
): UnknownPosts[] {
	const fresh = mostChosen(post.clips, mostFound(from.video.clipping), kept);
	const further = kept.reduce((sum, { count }) => sum + Math.max(0, post.repeat - count), 0);
	const atMost = fresh && fresh * post.repeat + further;
	if (atMost === 0) return [];
	const { platform, username } = accountOf(campaign, target);
	const { at, schedule } = whenOf(post, campaign);
	const unknown: UnknownPosts = {
		kind: "posts",
		address: postAddress(targetAddress({ campaign, post }, target), "*"),
		account: { platform, username },
		place: target.place,
		video: videoAddress(campaign.name, post.from),
		failed: from.state?.status === "FAILED",
		...defined({ atMost, at, schedule }),
	};
	return [unknown];
}

/** None where it is not known whether it was handed over, and its clip neither. */
function wantedPost({ campaign, post, from, target }: TargetContext, chosen: ChosenPost): WantedPost[] {
	const { kept, outranked } = chosen;
	const reviewed = chosen.reviewed ?? (kept?.state && { clip: clipAsPosted(kept) });
	const taskId = from.state?.taskId ?? kept?.request.taskId;
	if (reviewed === undefined || taskId === undefined) return [];
	const { clip, unapproved, voidEdits, edits } = reviewed;
	const account = accountOf(campaign, target);
	const subject = { campaign, video: from.video, clip, account };
	const wanted: WantedPost = {
		kind: "post",
		address: kept?.address ?? postAddress(targetAddress({ campaign, post }, target), clip.moment),
		place: target.place,
		account: { platform: account.platform, username: account.username },
		taskId,
		clip,
		source: sourceKey(from.state?.request.source ?? from.wanted.request.source),
		repeat: post.repeat,
		occurrence: 1,
		recipe: recipeOf(target, subject),
		text: { target, subject },
		selection: post.clips,
		limits: limitsOf(account),
		...whenOf(post, campaign),
		...defined({
			unapproved: unapproved && whyWaits(unapproved, needsReview(post, from.state)),
			voidEdits,
			edits,
			keep: post.keep,
			resolution: post.resolution,
			late: lateRuleOf(post, campaign, account),
			outranked,
			handedOver: kept?.count,
			isClipGone: chosen.reviewed === undefined ? (true as const) : undefined,
		}),
	};
	return [wanted];
}

function whyWaits(why: Unapproved, needed: ReturnType<typeof needsReview>): Unapproved | undefined {
	if (needed === undefined || needed === "asked" || why.reason !== "review-pending") return needed && why;
	return { ...why, reasonData: { ...why.reasonData, recognised: true } };
}

/** Stands for a clip that is not known now. */
function clipAsPosted({ moment, request: { idx, body } }: KeptPost): Clip {
	return { idx, moment, title: body.title ?? "", description: body.description ?? "", tags: [], score: 0 };
}

/** What the campaign says about its time. */
function whenOf(
	{ at: fixed, schedule: name, handoverMs }: Post,
	{ schedules, timezone }: Campaign,
): Pick<WantedPost, "at" | "schedule" | "handoverMs"> {
	const at = fixed && instantOf(fixed.wall, timezone)?.at;
	const schedule = name === undefined ? undefined : schedules[name];
	if (name !== undefined && schedule === undefined) throw new Error(`There is no schedule ${name}.`);
	return defined({ at, schedule, handoverMs });
}

/** What has no time of its own is never late. */
function lateRuleOf(post: Post, { schedules }: Campaign, account: CampaignAccount): LateRule | undefined {
	if (post.schedule !== undefined) return schedules[post.schedule]?.late ?? account.late;
	return post.at && account.late;
}

function limitsOf({ timezone, maxPerDay, minGapMs, ...account }: CampaignAccount): Limits {
	return { account: accountKey(account), timezone, ...defined({ maxPerDay, minGapMs }) };
}

function targetAddress(
	{ campaign, post }: Pick<PostContext, "campaign" | "post">,
	{ account }: PostTarget,
): TargetAddress {
	return { campaign: campaign.name, item: post.name, video: post.from, account };
}

function accountOf(campaign: Campaign, target: PostTarget): CampaignAccount {
	const account = campaign.accounts[target.account];
	if (account === undefined) throw new Error(`There is no account ${target.account}.`);
	return account;
}
