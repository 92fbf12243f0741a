import type { Campaign } from "../../model/campaign.ts";
import type { Observed } from "../../model/observed.ts";
import { keptPostsIn } from "./kept-posts.ts";
import { wantedPosts } from "./posts.ts";
import { wantedRendition } from "./renditions.ts";
import { type CurrentVideo, currentVideo, wantedVideo } from "./videos.ts";
import type { Resource, Wanting } from "./wanted.ts";

/** Lists everything the campaigns want, given the clips that are known so far. */
export function desired({ campaigns, snapshot, observed, options, expired }: Wanting): Resource[] {
	const replace = [...options.replace, ...(expired?.keys() ?? [])];
	const keptPosts = keptPostsIn(snapshot, observed);
	return campaigns.flatMap((campaign) => {
		const known = { campaign, snapshot, replace };
		const videos = new Map(
			campaign.videos.map((video) => [
				video.name,
				currentVideo(video, wantedVideo(campaign, video, observed), known),
			]),
		);
		return [
			...[...videos.values()].map(({ wanted }) => wanted),
			...[...videos.values()].flatMap((video) => wantedRenditions(campaign, observed, video)),
			...campaign.posts.flatMap((post) => wantedPosts({ campaign, post, videos, keptPosts })),
		];
	});
}

function wantedRenditions(
	campaign: Campaign,
	observed: Observed,
	{ video, wanted, state }: CurrentVideo,
): Resource[] {
	const of = { campaign, observed, video: video.name, address: wanted.address, state };
	return video.renditions.map((rendition) => wantedRendition(rendition, of));
}
