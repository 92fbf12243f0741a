import { recipeOf } from "../../compose/recipe.ts";
import { instantOf } from "../../compose/when.ts";
import { accountKey } from "../../model/account.ts";
import { addressOfOccurrence, postAddress, type TargetAddress, videoAddress } from "../../model/address.ts";
import type { Campaign, CampaignAccount, Post, PostTarget, Video } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import type { VideoState } from "../../model/snapshot.ts";
import { sourceKey } from "../../model/source-key.ts";
import type { Limits } from "../bookings.ts";
import { choose, mostChosen } from "./choose.ts";
import type { ReviewedClip } from "./reviewed-clips.ts";
import type { CurrentVideo } from "./videos.ts";
import type { Resource, UnknownPosts, WantedPost } from "./wanted.ts";

interface PostContext {
	readonly campaign: Campaign;
	readonly post: Post;
	readonly videos: ReadonlyMap<string, CurrentVideo>;
}

/**
 * The posts of one entry: one for every chosen clip and target, or a bound for each target while the clips
 * are not known.
 */
export function wantedPosts(context: PostContext): Resource[] {
	const { post, videos } = context;
	const from = videos.get(post.from);
	if (from === undefined) throw new Error(`Post ${post.name} names the unknown video ${post.from}.`);
	const { video, state, reviewed } = from;
	if (state === undefined || reviewed === undefined)
		return post.targets.map((target) => ({
			...unknownPosts(context, target, video),
			failed: state?.status === "FAILED",
		}));
	const first = choose(post.clips, reviewed.allowed).flatMap((clip) => {
		const reviewedClip = reviewed.of(clip);
		return post.targets.map((target) =>
			wantedPost({ ...context, video, state, reviewed: reviewedClip }, target),
		);
	});
	return post.repeat === 1 ? first : occurrencesOf(first, post.repeat);
}

/** Every clip is posted once before one of them is posted a second time. */
function occurrencesOf(first: readonly WantedPost[], repeat: number): WantedPost[] {
	return Array.from({ length: repeat }, (_, index) => index + 1).flatMap((occurrence) =>
		first.map((post) => ({ ...post, occurrence, address: addressOfOccurrence(post.address, occurrence) })),
	);
}

function unknownPosts(
	{ campaign, post }: PostContext,
	target: PostTarget,
	video: Video,
): Omit<UnknownPosts, "failed"> {
	const chosen = mostChosen(post.clips, video.clipping.limit);
	const atMost = chosen && chosen * post.repeat;
	const { platform, username } = accountOf(campaign, target);
	const { at, schedule } = whenOf(post, campaign);
	return {
		kind: "posts",
		address: postAddress(targetAddress({ campaign, post }, target), "*"),
		account: { platform, username },
		place: target.place,
		video: videoAddress(campaign.name, post.from),
		...defined({ atMost, at, schedule }),
	};
}

function wantedPost(
	context: PostContext & { video: Video; state: VideoState; reviewed: ReviewedClip },
	target: PostTarget,
): WantedPost {
	const { campaign, post, video, state, reviewed } = context;
	const { clip, unapproved, voidEdits, edits } = reviewed;
	const account = accountOf(campaign, target);
	const subject = { campaign, video, clip, account };
	return {
		kind: "post",
		address: postAddress(targetAddress(context, target), clip.moment),
		place: target.place,
		account: { platform: account.platform, username: account.username },
		taskId: state.taskId,
		clip,
		source: sourceKey(state.request.source),
		repeat: post.repeat,
		occurrence: 1,
		recipe: recipeOf(target, subject),
		text: { target, subject },
		selection: post.clips,
		limits: limitsOf(account),
		...whenOf(post, campaign),
		...defined({
			unapproved: post.review === "required" ? unapproved : undefined,
			voidEdits,
			edits,
			resolution: post.resolution,
		}),
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
	return defined({ at, schedule, handoverMs });
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
