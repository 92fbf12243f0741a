import {
	type AddressText,
	postAddress,
	renditionAddress,
	type TargetAddress,
	videoAddress,
} from "../model/address.ts";
import type { Campaign, Post } from "../model/campaign.ts";
import type { Snapshot } from "../model/snapshot.ts";

/**
 * The addresses a campaign declares by itself: its videos, their renditions, and its posts with `*` for
 * moments nobody knows.
 */
export function declaredAddresses(campaign: Campaign): readonly AddressText[] {
	const { name, videos } = campaign;
	return [
		...videos.map((video) => videoAddress(name, video.name)),
		...videos.flatMap((video) =>
			video.renditions.map((each) => renditionAddress(name, video.name, each.name)),
		),
		...targetsOf(campaign).map((target) => postAddress(target, "*")),
	];
}

/** The addresses that the posts of a campaign have for the clips that state knows, chosen or not. */
export function postsOfKnownClips(
	campaign: Campaign,
	resources: Snapshot["resources"],
): readonly AddressText[] {
	return targetsOf(campaign).flatMap((target) => {
		const video = resources[videoAddress(target.campaign, target.video)];
		const clips = video?.kind === "video" ? (video.result?.clips ?? []) : [];
		return clips.flatMap(({ moment }) =>
			Array.from({ length: target.repeat }, (_, index) => postAddress(target, moment, index + 1)),
		);
	});
}

function targetsOf({ name, posts }: Campaign): (TargetAddress & Pick<Post, "repeat">)[] {
	return posts.flatMap(({ name: item, from: video, repeat, targets }) =>
		targets.map(({ account }) => ({ campaign: name, item, video, account, repeat })),
	);
}
