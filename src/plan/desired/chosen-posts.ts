import type { Campaign, Post } from "../../model/campaign.ts";
import type { Clip } from "../../model/clip.ts";
import { defined } from "../../model/defined.ts";
import { choose, mostChosen, mostFound } from "./choose.ts";
import { clipsOfKept, droppedBy, type KeptPost } from "./kept-posts.ts";
import type { ReviewedClip } from "./reviewed-clips.ts";
import type { CurrentVideo } from "./videos.ts";
import type { Outranked } from "./wanted.ts";

/** What one target of a post entry gets. */
export interface ChosenPosts {
	/** What was handed over and keeps its place. */
	readonly kept: readonly KeptPost[];
	readonly posts: readonly ChosenPost[];
}

/** One clip for one target. */
export interface ChosenPost {
	/** Rank of its clip, or the rank it had. */
	readonly rank: number;
	/** Absent: its clip is not known now. */
	readonly reviewed?: ReviewedClip;
	/** Absent: it was not handed over. */
	readonly kept?: KeptPost;
	readonly outranked?: Outranked;
}

/** Chooses clips for a target beside those that were handed over to it. */
export function choosePosts(
	handedOver: readonly KeptPost[],
	{
		campaign,
		post,
		from,
	}: {
		readonly campaign: Campaign;
		readonly post: Post;
		readonly from: Pick<CurrentVideo, "video" | "state" | "reviewed">;
	},
): ChosenPosts {
	const { video, state, reviewed } = from;
	const clips = reviewed === undefined ? [] : (state?.result?.clips ?? []);
	const found = clipsOfKept(handedOver, clips);
	const about = { reviews: campaign.reviews, video: video.name };
	const kept = handedOver.filter((each) => !droppedBy(each, post, { ...about, clip: found.get(each) }));
	if (reviewed === undefined) return { kept, posts: withoutClips(kept, { post, from }) };
	const own = new Set(kept.map((each) => found.get(each)));
	const fresh = choose(post.clips, reviewed.allowed, { taken: kept, without: own });
	const outranked = outrankedOf({ post, kept, own, fresh, allowed: reviewed.allowed });
	const standing = kept.map((each): ChosenPost => {
		const clip = found.get(each);
		const known = clip && reviewed.of(clip);
		return defined({
			rank: clip?.idx ?? each.request.idx,
			kept: each,
			reviewed: known,
			outranked: outranked(clip),
		});
	});
	return {
		kept,
		posts: [...standing, ...fresh.map((clip) => ({ rank: clip.idx, reviewed: reviewed.of(clip) }))],
	};
}

function withoutClips(
	kept: readonly KeptPost[],
	{ post, from: { video } }: { readonly post: Post; readonly from: Pick<CurrentVideo, "video"> },
): readonly ChosenPost[] {
	const isFull = mostChosen(post.clips, mostFound(video.clipping), kept) === 0;
	const outranked = isFull ? ("no-place" as const) : undefined;
	return kept.map((each) => defined({ rank: each.request.idx, kept: each, outranked }));
}

/** Whether a post would not be chosen now although it keeps its place, by its clip. */
function outrankedOf({
	post: { clips: selection },
	kept,
	own,
	fresh,
	allowed,
}: {
	readonly post: Post;
	readonly kept: readonly KeptPost[];
	readonly own: ReadonlySet<Clip | undefined>;
	readonly fresh: readonly Clip[];
	readonly allowed: readonly Clip[];
}): (clip: Clip | undefined) => Outranked | undefined {
	if (kept.length === 0) return () => undefined;
	const best = new Set(choose(selection, allowed));
	const isFewer = selection.top !== undefined && selection.top < kept.length;
	const isOther = [...best].some((clip) => !own.has(clip) && !fresh.includes(clip));
	if (!(isFewer || isOther)) return () => undefined;
	return (clip) =>
		clip !== undefined && best.has(clip) ? undefined : isFewer ? "fewer-clips" : "other-clips";
}
