import type { AddressText } from "../model/address.ts";
import { videoAddress } from "../model/address.ts";
import type { VideoState } from "../model/snapshot.ts";
import { changedParts } from "./desired/changed-parts.ts";
import { wantedVideo } from "./desired/videos.ts";
import type { World } from "./world.ts";

/** What tells which videos are back. */
type AskedVideos = Pick<World, "campaigns" | "snapshot"> & {
	readonly observed: Pick<World["observed"], "sources">;
};

/** Tasks of videos that were taken out of their campaigns and ask for the very same again. */
export function returnedVideos({
	campaigns,
	snapshot: { resources, operations, leftTasks },
	observed,
}: AskedVideos): Readonly<Record<AddressText, VideoState>> {
	if (leftTasks === undefined) return {};
	const open = new Set(Object.values(operations).map(({ address }) => address));
	const found = campaigns.flatMap((campaign) =>
		campaign.videos.flatMap((video): [AddressText, VideoState][] => {
			const address = videoAddress(campaign.name, video.name);
			const task = leftTasks[address];
			if (task === undefined || resources[address] !== undefined || open.has(address)) return [];
			if (observed.sources[address] === undefined) return [];
			const { request } = wantedVideo(campaign, video, observed);
			return changedParts(task.request, request).length === 0 ? [[address, task]] : [];
		}),
	);
	return Object.fromEntries(found);
}
