import { addressOfOccurrence, postAddress, videoAddress } from "../model/address.ts";
import type { Campaign, Post } from "../model/campaign.ts";
import type { Clip } from "../model/clip.ts";
import { clipsFileOf, momentKey, type PendingReview } from "../model/review.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { sourceKey } from "../model/source-key.ts";
import { choosePosts } from "./desired/chosen-posts.ts";
import { type KeptPosts, keptPostsIn } from "./desired/kept-posts.ts";
import { reviewedClips } from "./desired/reviewed-clips.ts";
import { needsReview } from "./recognised-words.ts";

/** Which clips posts wait for a person to approve, by video, from state alone. */
export function pendingReviews(campaigns: readonly Campaign[], snapshot: Snapshot): readonly PendingReview[] {
	let index: KeptPosts | undefined;
	const keptPosts: KeptPosts = (target, source) => {
		// Made where somebody is waited for: most campaigns need none.
		index ??= keptPostsIn(snapshot, {});
		return index(target, source);
	};
	return campaigns.flatMap((campaign) => {
		const waiting = new Map<string, Set<string>>();
		for (const post of campaign.posts)
			for (const { moment } of unapproved({ campaign, post, snapshot, keptPosts }))
				waiting.set(post.from, (waiting.get(post.from) ?? new Set<string>()).add(momentKey(moment)));
		return [...waiting].map(([video, clips]) => ({
			video: videoAddress(campaign.name, video),
			file: clipsFileOf(campaign.file),
			clips: clips.size,
		}));
	});
}

/** Those that some account of the post has not got yet. */
function unapproved({
	campaign,
	post,
	snapshot: { resources },
	keptPosts,
}: {
	readonly campaign: Campaign;
	readonly post: Post;
	readonly snapshot: Snapshot;
	readonly keptPosts: KeptPosts;
}): readonly Clip[] {
	const state = resources[videoAddress(campaign.name, post.from)];
	const video = campaign.videos.find(({ name }) => name === post.from);
	if (state?.kind !== "video" || state.result === undefined || video === undefined) return [];
	if (needsReview(post, state) === undefined) return [];
	const source = sourceKey(state.request.source);
	const { clips } = state.result;
	const reviewed = reviewedClips(campaign, { video: post.from, source, clips });
	return post.targets.flatMap(({ account }) => {
		const target = { campaign: campaign.name, item: post.name, video: post.from, account };
		const from = { video, state, reviewed };
		return choosePosts(keptPosts(target, source), { campaign, post, from }).posts.flatMap((chosen) => {
			if (chosen.reviewed?.unapproved === undefined) return [];
			const { clip } = chosen.reviewed;
			const address = chosen.kept?.address ?? postAddress(target, clip.moment);
			const isPosted = Array.from({ length: post.repeat }, (_, index) => index + 1).every(
				(occurrence) => resources[addressOfOccurrence(address, occurrence)] !== undefined,
			);
			return isPosted ? [] : [clip];
		});
	});
}
