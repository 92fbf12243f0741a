import { defined } from "../model/defined.ts";
import { differencesOf } from "../model/difference.ts";
import type { PlanOptions } from "../model/observed.ts";
import type { Change } from "../model/plan.ts";
import { same } from "../model/same.ts";
import type { Operation, RenditionState } from "../model/snapshot.ts";
import type { WantedRendition } from "./desired/wanted.ts";
import { failedTask, openOperation, type RepeatOptions } from "./video.ts";

/** Decides what one rendition needs. Undefined: nothing. */
export function decideRendition(
	wanted: WantedRendition,
	known: { readonly state: RenditionState | undefined; readonly open: Operation | undefined },
	options: Pick<PlanOptions, "replace"> & RepeatOptions,
): Change | undefined {
	const { address, place, video, request, brand } = wanted;
	const about = { address, place };
	const { state, open } = known;
	if (open) return openOperation(open, about, options);
	if (!wanted.known && wanted.failed)
		return { ...about, action: "wait", reason: "video-failed", reasonData: { video } };
	if (!wanted.known) return { ...about, action: "wait", reason: "clips-unknown", reasonData: { video } };
	if (request === undefined) return undefined;
	const wish = { ...about, request, ...defined({ brand }) };
	if (state === undefined) return { ...wish, action: "render", reason: "absent" };
	if (!same(state.request.taskId, request.taskId) || !same(state.request.clips, request.clips))
		return { ...wish, action: "rerender", reason: "clips-changed" };
	if (!same(state.request, request)) {
		const differences = differencesOf(state.request, request);
		return { ...wish, action: "rerender", reason: "rendering-changed", differences };
	}
	if (options.replace.includes(address)) return { ...wish, action: "rerender", reason: "replaced" };
	return underway(about, state);
}

function underway(about: Pick<Change, "address" | "place">, state: RenditionState): Change | undefined {
	const { taskId, status, result } = state;
	if (status === "FAILED") return failedTask(about, state);
	if (result) return undefined;
	if (status === "SUCCEEDED") return { ...about, action: "read", reason: "results-unread", taskId };
	return { ...about, action: "wait", reason: "task-running", reasonData: { taskId, status } };
}
