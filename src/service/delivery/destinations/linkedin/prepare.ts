import { printable } from "../../../../system/run.ts";
import { jsonObject } from "../../../store/json.ts";
import type { Prepared, Progress, Work } from "../../destination.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import { callLinkedIn, type LinkedIn } from "./api.ts";
import { type LinkedInState, progressOf, stateIn } from "./progress.ts";
import { uploadVideo } from "./upload.ts";

/** The video is at LinkedIn, processed, and belongs to no post. */
export async function prepareVideo(
	linkedin: LinkedIn,
	work: Work,
	from: Progress | undefined,
): Promise<Prepared> {
	try {
		const file = await work.tools.video();
		const kept = stateIn(from, work.account.id);
		const isSame = kept?.step === "posting" || kept?.sha256 === (await file.sha256());
		const state = kept && isSame ? kept : await uploadVideo({ linkedin, work, file });
		return state.step === "posting"
			? { kind: "ready", progress: progressOf(state) }
			: await processed(linkedin, work, state);
	} catch (error) {
		if (error instanceof PlatformRefusal) return { kind: "refused", why: error.why };
		throw error;
	}
}

async function processed(linkedin: LinkedIn, work: Work, state: LinkedInState): Promise<Prepared> {
	const path = `rest/videos/${encodeURIComponent(state.video)}`;
	const { text } = await callLinkedIn(linkedin, { path, name: "video" }, work);
	const { status, processingFailureReason: reason } = jsonObject(text) ?? {};
	if (status === "AVAILABLE") return { kind: "ready", progress: progressOf({ ...state, step: "ready" }) };
	if (status === "PROCESSING_FAILED") {
		const about = typeof reason === "string" ? `: ${printable(reason, 300)}` : "";
		return {
			kind: "refused",
			why: { cause: "content", message: `LinkedIn could not process the video${about}` },
		};
	}
	const polls = (state.polls ?? 0) + 1;
	const { pollMs, longestPollMs } = linkedin.settings;
	const ms = Math.min(longestPollMs, pollMs * 2 ** Math.min(polls - 1, 10));
	const note = "LinkedIn is still processing the video.";
	return { kind: "wait", ms, note, progress: progressOf({ ...state, polls }) };
}
