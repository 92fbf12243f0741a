import type { Address } from "../model/address.ts";
import type { PendingReview } from "../model/review.ts";
import type { PostState, RenditionState, ResourceState, Snapshot, VideoState } from "../model/snapshot.ts";
import { counted, type Ink, moment, paint, plain } from "./ink.ts";

/** What is done, and what is waited for and until when, from state alone. */
export function renderStatus(snapshot: Snapshot, { reviews, ...ink }: Ink & { readonly zone: string; readonly reviews: readonly PendingReview[] }): string {
	const resources = Object.entries(snapshot.resources) as [Address, ResourceState][];
	if (resources.length === 0 && Object.keys(snapshot.operations).length === 0) return "Nothing was applied yet.\n";
	const { red } = paint(ink);
	const lines = resources.map(([address, state]) => `  ${plain(address)}\n    ${lineOf(state, ink)}`);
	const unknown = Object.values(snapshot.operations).map(
		({ id, address, at, evidence }) =>
			`  ${red("?")} ${plain(address)}\n    outcome unknown since ${moment(at, ink.zone)}: ${plain(evidence?.error ?? "no answer")}\n    showrun resolve ${id} --posted | --not-posted | --abandon`,
	);
	return `${[...lines, ...reviews.map((review) => reviewLine(review, ink)), ...unknown].join("\n")}\n`;
}

function reviewLine({ video, file, clips }: PendingReview, ink: Ink): string {
	return `  ${paint(ink).cyan(">")} ${plain(video)}\n    ${counted(clips, "clip")} to approve in ${plain(file)} (showrun clips writes it)`;
}

function lineOf(state: ResourceState, ink: Ink & { readonly zone: string }): string {
	if (state.kind === "post") return postLine(state, ink);
	return state.kind === "video" ? videoLine(state, ink) : renditionLine(state, ink);
}

function renditionLine({ status, error = "", request, result }: RenditionState, ink: Ink): string {
	if (status === "FAILED") return paint(ink).red(`FAILED: ${plain(error)}`);
	return `${counted(request.clips.length, "clip")} in ${request.export.resolution}${result === undefined ? `, ${status}` : ", to be fetched with showrun download"}`;
}

function videoLine(state: VideoState, ink: Ink & { readonly zone: string }): string {
	if (state.status === "FAILED") return paint(ink).red(`FAILED: ${plain(state.error ?? "")}`);
	if (state.result === undefined) return `${state.status}, submitted ${moment(state.submittedAt, ink.zone)}`;
	const { clips, costUnits } = state.result;
	return `${counted(clips.length, "clip")}${costUnits === undefined ? "" : `, ${costUnits} units`}, task ${plain(state.taskId)}`;
}

function postLine(state: PostState, ink: Ink & { readonly zone: string }): string {
	const when = state.request.scheduledAt === undefined ? "" : ` for ${moment(state.request.scheduledAt, ink.zone)}`;
	const where = state.location === undefined ? "" : `, ${plain(state.location)}`;
	return `${state.status}${when}${where}${state.late ? " (late)" : ""}${state.error === undefined ? "" : `: ${plain(state.error)}`}`;
}
