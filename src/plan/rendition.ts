import { type Address, renditionAddress } from "../model/address.ts";
import type { Rendition } from "../model/campaign.ts";
import { differencesOf } from "../model/difference.ts";
import type { PlanOptions } from "../model/observed.ts";
import type { Place } from "../model/place.ts";
import type { Change } from "../model/plan.ts";
import { same } from "../model/same.ts";
import type { Operation, RenditionState, VideoState } from "../model/snapshot.ts";
import type { RenditionRequest } from "../model/task.ts";
import { choose } from "./choose.ts";
import { openOperation } from "./video.ts";

/** One wanted further rendering. `request` is absent while the clips of its video are not known, or none is chosen. */
export interface WantedRendition {
	readonly kind: "rendition";
	readonly address: Address;
	readonly place: Place;
	readonly video: Address;
	readonly known: boolean;
	/** The task that should have found its clips failed, and is not made again. */
	readonly failed: boolean;
	readonly request?: RenditionRequest;
}

/** What one rendition asks for, given the task that answers its video now. */
export function wantedRendition(
	{ name, place, export: settings, targetLanguage, clips: selection }: Rendition,
	of: {
		readonly campaign: string;
		readonly video: string;
		readonly address: Address;
		readonly state: VideoState | undefined;
	},
): WantedRendition {
	const { state } = of;
	const clips = choose(selection, state?.result?.clips ?? []).map(({ idx }) => idx);
	const request = state !== undefined &&
		clips.length > 0 && {
			taskId: state.taskId,
			clips,
			export: settings,
			...(targetLanguage !== undefined && { targetLanguage }),
		};
	return {
		kind: "rendition",
		address: renditionAddress(of.campaign, of.video, name),
		place,
		video: of.address,
		known: state?.result !== undefined,
		failed: state?.status === "FAILED",
		...(request && { request }),
	};
}

/** Decides what one rendition needs. Undefined: nothing. */
export function decideRendition(
	wanted: WantedRendition,
	known: { readonly state: RenditionState | undefined; readonly open: Operation | undefined },
	options: PlanOptions,
): Change | undefined {
	const { address, place, video, request } = wanted;
	const about = { address, place };
	const { state, open } = known;
	if (open) return openOperation(open, about, options);
	if (!wanted.known && wanted.failed)
		return { ...about, action: "wait", reason: "video-failed", detail: video };
	if (!wanted.known)
		return {
			...about,
			action: "wait",
			reason: "clips-unknown",
			detail: `${video}; the same apply renders it then`,
		};
	if (request === undefined) return undefined;
	if (state === undefined) return { ...about, action: "render", reason: "absent", request };
	if (!same(state.request.taskId, request.taskId) || !same(state.request.clips, request.clips))
		return { ...about, action: "rerender", reason: "clips-changed", request };
	if (!same(state.request, request)) {
		const differences = differencesOf(state.request, request);
		return {
			...about,
			action: "rerender",
			reason: "rendering-changed",
			request,
			detail: differences.map(({ field }) => field).join(", "),
			differences,
		};
	}
	if (options.replace.includes(address)) return { ...about, action: "rerender", reason: "replaced", request };
	return underway(about, state);
}

function underway(about: Pick<Change, "address" | "place">, state: RenditionState): Change | undefined {
	const { taskId, status, result, error = "The service gave no message." } = state;
	if (status === "FAILED") {
		const remedy = `Put right what it names, then: showrun apply -replace '${about.address}'`;
		return { ...about, action: "attention", reason: "task-failed", detail: error, remedy };
	}
	if (result) return undefined;
	if (status === "SUCCEEDED") return { ...about, action: "read", reason: "results-unread", taskId };
	return { ...about, action: "wait", reason: "task-running", detail: `task ${taskId}, ${status}` };
}
