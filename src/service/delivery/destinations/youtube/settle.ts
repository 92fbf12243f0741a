import type { Progress, Settled, Work } from "../../destination.ts";
import { AccountFault } from "../../passing.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import type { Youtube } from "./api.ts";
import { stateIn } from "./progress.ts";
import { postedAs } from "./publish.ts";
import { endOf, readVideo, wantedPrivacy } from "./videos.ts";

/** Pauses between two attempts to make a video public, in milliseconds. */
const PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Reads who sees the video: that says exactly whether it was posted. */
export async function settleVideo(
	youtube: Youtube,
	work: Work,
	progress: Progress | undefined,
): Promise<Settled> {
	const state = stateIn(progress);
	const { video: id } = state ?? {};
	if (state === undefined || id === undefined || state.account !== work.account.id)
		return { kind: "cannot_tell", look: "in YouTube Studio" };
	try {
		const video = await readVideo(youtube, id, work);
		if (video === undefined) return { kind: "cannot_tell", look: `in YouTube Studio: ${id} is not there` };
		if (video.status.privacyStatus === wantedPrivacy(work.post))
			return { kind: "posted", ...postedAs({ ...state, video: id }) };
		const why = endOf(video);
		if (why) return { kind: "failed", why };
		if (state.doubt) return { kind: "failed", why: { cause: "platform", message: state.doubt } };
	} catch (error) {
		return postponed(error, work);
	}
	return again(youtube, state, work);
}

/** Not public. Where time has passed since the first attempt, a person may have made it private again. */
function again(
	{ settings }: Youtube,
	{ firstAt = 0, at = 0, tries = 1, video }: NonNullable<ReturnType<typeof stateIn>>,
	{ tools }: Work,
): Settled {
	const now = tools.clock.now();
	if (now - firstAt >= settings.repeatMs)
		return { kind: "cannot_tell", look: `in YouTube Studio: ${video} is not public, or not any more` };
	const pause = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** Math.min(tries - 1, 10));
	return now - at < pause
		? { kind: "wait", ms: Math.max(1, at + pause - now) }
		: { kind: "not_posted", again: "same", byPromise: true };
}

function postponed(error: unknown, { tools }: Work): Settled {
	if (!(error instanceof PlatformRefusal)) throw error;
	const { cause, until = 0, message } = error.why;
	if (cause === "reconnect") throw new AccountFault(message);
	return { kind: "wait", ms: Math.max(LONGEST_PAUSE_MS, until - tools.clock.now()) };
}
