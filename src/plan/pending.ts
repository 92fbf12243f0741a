import { postAddress, videoAddress } from "../model/address.ts";
import type { Campaign, Post } from "../model/campaign.ts";
import type { Clip } from "../model/clip.ts";
import { clipsFileOf, momentKey, type PendingReview } from "../model/review.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { sourceKey } from "../model/source-key.ts";
import { choose } from "./desired/choose.ts";
import { reviewedClips } from "./desired/reviewed-clips.ts";

/** Which clips posts wait for a person to approve, by video, from state alone. */
export function pendingReviews(campaigns: readonly Campaign[], snapshot: Snapshot): readonly PendingReview[] {
	return campaigns.flatMap((campaign) => {
		const waiting = new Map<string, Set<string>>();
		for (const post of campaign.posts.filter(({ review }) => review === "required"))
			for (const { moment } of unapproved(campaign, post, snapshot))
				waiting.set(post.from, (waiting.get(post.from) ?? new Set<string>()).add(momentKey(moment)));
		return [...waiting].map(([video, clips]) => ({
			video: videoAddress(campaign.name, video),
			file: clipsFileOf(campaign.file),
			clips: clips.size,
		}));
	});
}

/** Those that some account of the post has not got yet. */
function unapproved(campaign: Campaign, post: Post, { resources }: Snapshot): readonly Clip[] {
	const state = resources[videoAddress(campaign.name, post.from)];
	if (state?.kind !== "video" || state.result === undefined) return [];
	const reviewed = reviewedClips(campaign, {
		video: post.from,
		source: sourceKey(state.request.source),
		clips: state.result.clips,
	});
	const isPosted = ({ moment }: Clip) =>
		post.targets.every(({ account }) => {
			const target = { campaign: campaign.name, item: post.name, video: post.from, account };
			return Array.from({ length: post.repeat }, (_, index) => index + 1).every(
				(occurrence) => resources[postAddress(target, moment, occurrence)] !== undefined,
			);
		});
	return choose(post.clips, reviewed.allowed).filter(
		(clip) => reviewed.of(clip).unapproved !== undefined && !isPosted(clip),
	);
}
