import type { Service } from "../api/port.ts";
import { type AddressText, renditionAddress, videoAddress, videoOf } from "../model/address.ts";
import type { Campaign, Video } from "../model/campaign.ts";
import type { Clip } from "../model/clip.ts";
import { defined } from "../model/defined.ts";
import type { DownloadFailure } from "../model/download.ts";
import type { RenditionState, Snapshot, VideoState } from "../model/snapshot.ts";

/** Reads fresh links of one rendering, by the clips' idx. */
export type ReadLinks = (
	service: Service,
	taskId: string,
	signal: AbortSignal,
) => Promise<ReadonlyMap<number, string>>;

/** One clip that the service has rendered, and where its link comes from. */
export interface RenderedClip {
	readonly address: AddressText;
	readonly campaign: string;
	/** What templates call `video.name`. */
	readonly video: string;
	readonly taskId: string;
	readonly clip: Clip;
	/** The `export.limit` it is beyond: it has a link only once it was posted. Absent: it is rendered. */
	readonly beyondLimit?: number;
	readonly links: ReadLinks;
}

/**
 * What is there to be fetched; what a campaign wants rendered and cannot be fetched, with the reason, now
 * (`waiting`) or without doing something else (`missing`).
 */
export interface Available {
	readonly clips: readonly RenderedClip[];
	readonly waiting: readonly DownloadFailure[];
	readonly missing: readonly DownloadFailure[];
}

/** Finds every rendered clip of the campaigns that state knows. `now` in milliseconds since the epoch. */
export function renderedClips(campaigns: readonly Campaign[], snapshot: Snapshot, now: number): Available {
	const found = campaigns
		.flatMap((campaign) => campaign.videos.flatMap((video) => renderings(campaign, video)))
		.map((each) => look(each, snapshot, now));
	return {
		clips: found.flatMap(({ clips }) => clips),
		waiting: found.flatMap(({ waiting }) => waiting),
		missing: found.flatMap(({ missing }) => missing),
	};
}

type Rendering = Omit<RenderedClip, "taskId" | "clip">;

/** Everything that is rendered of a video: each kind of rendering is one line. */
function renderings(
	{ name: campaign }: Campaign,
	{ name, export: exported, renditions }: Video,
): readonly Rendering[] {
	const own: Rendering = {
		address: videoAddress(campaign, name),
		campaign,
		video: name,
		links: (service, id, signal) => service.links(id, signal),
	};
	const further = renditions.map(
		(each): Rendering => ({
			address: renditionAddress(campaign, name, each.name),
			campaign,
			video: `${name}-${each.name}`,
			links: (service, id, signal) => service.exportLinks(id, signal),
		}),
	);
	return [...(exported ? [own] : []), ...further];
}

function look(rendering: Rendering, { resources }: Snapshot, now: number): Available {
	const { address } = rendering;
	const state = resources[address];
	if (state?.kind === "rendition") return lookAtRendition(rendering, state, { resources, now });
	const nothing: Available = { clips: [], waiting: [], missing: [] };
	const waiting = (message: string, remedy: string): Available => ({
		...nothing,
		waiting: [{ address, message, remedy }],
	});
	const missing = (message: string, remedy: string): Available => ({
		...nothing,
		missing: [{ address, message, remedy }],
	});
	if (state?.kind !== "video") return waiting("It was not submitted yet.", "Run `showrun apply` first.");
	if (state.status === "FAILED")
		return missing(
			"Its task failed.",
			`Run \`showrun status\` for the reason, then \`showrun apply --replace ${address}\`.`,
		);
	if (state.result === undefined)
		return waiting("Its clips are not ready yet.", "Run `showrun apply`: it waits for them.");
	if (state.request.export === undefined)
		return waiting(
			"It was submitted without `export`, so nothing is rendered.",
			"Run `showrun apply` first.",
		);
	if ((state.result.expireAt ?? now) < now)
		return missing(
			"Its results are no longer available.",
			`Run \`showrun apply --replace ${address}\`: it is clipped and paid anew.`,
		);
	return { ...nothing, clips: clipsOf(rendering, state) };
}

/** Every clip of a settled task, also those that are rendered only when they are posted. */
function clipsOf(
	rendering: Rendering,
	{ taskId, request: { exportLimit }, result }: VideoState,
): readonly RenderedClip[] {
	return (result?.clips ?? []).map((clip) => {
		const isBeyond = exportLimit !== undefined && clip.idx >= exportLimit;
		return { ...rendering, taskId, clip, ...defined({ beyondLimit: isBeyond ? exportLimit : undefined }) };
	});
}

/** A further rendering knows its clips by rank; what they are is the video's to say. */
function lookAtRendition(
	rendering: Rendering,
	{ taskId, status, result, request }: RenditionState,
	{ resources, now }: Pick<Snapshot, "resources"> & { readonly now: number },
): Available {
	const { address } = rendering;
	const video = videoOf(address);
	const of = video && resources[video];
	const clips = of?.kind === "video" && of.taskId === request.taskId ? (of.result?.clips ?? []) : [];
	const nothing: Available = { clips: [], waiting: [], missing: [] };
	if (status === "FAILED")
		return {
			...nothing,
			missing: [
				{
					address,
					message: "Its task failed.",
					remedy: `See \`showrun status\`, then \`showrun apply --replace ${address}\`.`,
				},
			],
		};
	if (result === undefined || clips.length === 0)
		return {
			...nothing,
			waiting: [
				{ address, message: "It is not rendered yet.", remedy: "Run `showrun apply`: it waits for it." },
			],
		};
	if ((result.expireAt ?? now) < now) {
		const remedy = `Run \`showrun apply --replace ${address}\`: it is rendered anew.`;
		return { ...nothing, missing: [{ address, message: "The service no longer gives it out.", remedy }] };
	}
	return {
		...nothing,
		clips: clips
			.filter(({ idx }) => request.clips.includes(idx))
			.map((clip) => ({ ...rendering, taskId, clip })),
	};
}
