import { printable } from "../../../../system/run.ts";
import type { Prepared, Progress, Work } from "../../destination.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import { MediaOver, type Twitter } from "./api.ts";
import { progressOf, stateIn, type TwitterState } from "./progress.ts";
import { beginUpload, readMedia, sendSegments, type Uploading } from "./upload.ts";

/** The video is at X, processed, and belongs to no post. */
export async function prepareVideo(
	twitter: Twitter,
	work: Work,
	from: Progress | undefined,
): Promise<Prepared> {
	try {
		const uploading = { twitter, work, file: await work.tools.video() };
		const kept = await sameFile(uploading, stateIn(from, work.account.id));
		// It may be posted: whoever made it a new video could not recognise that one any more.
		if (kept?.step === "posting") return { kind: "ready", progress: progressOf(kept) };
		return await uploaded(uploading, kept).catch((error: unknown) => {
			if (error instanceof MediaOver) return uploaded(uploading, undefined);
			throw error;
		});
	} catch (error) {
		if (error instanceof PlatformRefusal) return { kind: "refused", why: error.why };
		if (error instanceof MediaOver)
			return { kind: "refused", why: { cause: "busy", message: "X forgot the video while it was sent." } };
		throw error;
	}
}

async function sameFile(
	{ file }: Uploading,
	state: TwitterState | undefined,
): Promise<TwitterState | undefined> {
	if (state === undefined || state.step === "posting") return state;
	return state.size === file.size && state.sha256 === (await file.sha256()) ? state : undefined;
}

async function uploaded(uploading: Uploading, kept: TwitterState | undefined): Promise<Prepared> {
	const begun = kept ?? (await beginUpload(uploading));
	const state = begun.step === "appending" ? await sendSegments(uploading, begun) : begun;
	const media = await readMedia(uploading, state);
	if (media.state === "failed") {
		const about = media.error === undefined ? "" : `: ${printable(media.error, 300)}`;
		return { kind: "refused", why: { cause: "content", message: `X could not process the video${about}` } };
	}
	if (media.state === "succeeded")
		return { kind: "ready", progress: progressOf({ ...state, step: "ready" }) };
	const note = "X is still processing the video.";
	return { kind: "wait", ms: media.waitMs, note, progress: progressOf(state) };
}
