import { videoAddress } from "../../model/address.ts";
import type { Campaign, Video } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import type { Observed, PlanOptions } from "../../model/observed.ts";
import { brandFiles } from "../../model/own-brand.ts";
import { referenceTo } from "../../model/reference.ts";
import type { Snapshot, VideoState } from "../../model/snapshot.ts";
import { sourceKey } from "../../model/source-key.ts";
import type { VideoRequest } from "../../model/task.ts";
import { branded } from "./brand.ts";
import { changedParts } from "./changed-parts.ts";
import { type ReviewedClips, reviewedClips } from "./reviewed-clips.ts";
import type { WantedVideo } from "./wanted.ts";

/** What one video asks for. Its source must have been observed. */
export function wantedVideo(
	campaign: Campaign,
	video: Video,
	observed: Pick<Observed, "sources" | "brandFiles">,
): WantedVideo {
	const address = videoAddress(campaign.name, video.name);
	const source = observed.sources[address];
	if (source === undefined) throw new Error(`The source of ${address} was not observed.`);
	const request: VideoRequest = {
		source,
		projectName: `${campaign.name}/${video.name}`,
		reference: referenceTo([address, sourceKey(source)]),
		clipping: video.clipping,
		...defined({
			export: video.export && branded(video.export, campaign, observed),
			exportLimit: video.exportLimit,
		}),
	};
	const brand = campaign.brand && request.export?.brand && brandFiles(campaign.brand);
	return { kind: "video", address, place: video.place, source: video.source, request, ...defined({ brand }) };
}

/** A video with the task that answers what it wants now, if there is one. */
export interface CurrentVideo {
	readonly video: Video;
	readonly wanted: WantedVideo;
	readonly state: VideoState | undefined;
	/** Its clips with what people said of them; absent while they are not known. */
	readonly reviewed: ReviewedClips | undefined;
}

interface VideoContext {
	readonly campaign: Campaign;
	readonly snapshot: Snapshot;
	readonly replace: PlanOptions["replace"];
}

/** Finds the task that answers what a video wants now, and what people decided about its clips. */
export function currentVideo(
	video: Video,
	wanted: WantedVideo,
	{ campaign, ...known }: VideoContext,
): CurrentVideo {
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

/**
 * The task that answers the wanted request; a task of an older request, or one to be replaced, has clips that
 * are no longer wanted.
 */
function currentState(
	wanted: WantedVideo,
	{ snapshot, replace }: Pick<VideoContext, "snapshot" | "replace">,
): VideoState | undefined {
	const state = snapshot.resources[wanted.address];
	if (state?.kind !== "video" || replace.includes(wanted.address)) return undefined;
	return changedParts(state.request, wanted.request).length === 0 ? state : undefined;
}
