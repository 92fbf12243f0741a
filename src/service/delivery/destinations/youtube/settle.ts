import { defined } from "../../../../model/defined.ts";
import type { Progress, Settled, Work } from "../../destination.ts";
import { AccountFault } from "../../passing.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import type { Youtube } from "./api.ts";
import { progressOf, stateIn, type UploadState } from "./progress.ts";
import { postedAs } from "./publish.ts";
import { endOf, publishTimeOf, readVideo, type Video, wantedPrivacy } from "./videos.ts";

/** Pauses between two attempts to make a video public, in milliseconds. */
const PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** What YouTube was to publish by itself is published from here so long after its time. Milliseconds. */
const LATEST_MS = 300_000;

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
		if (video === undefined && state.withdrawn) return { kind: "not_posted", again: "prepare" };
		if (video === undefined) return { kind: "cannot_tell", look: `in YouTube Studio: ${id} is not there` };
		if (video.status.privacyStatus === wantedPrivacy(work.post)) {
			const at = state.publishAt;
			return { kind: "posted", ...postedAs({ ...state, video: id }), ...defined({ at }) };
		}
		const why = endOf(video);
		if (why) return { kind: "failed", why };
		const coming = comingOf(state, video, work.tools.clock.now());
		if (coming) return coming;
		if (state.doubt) return { kind: "failed", why: { cause: "platform", message: state.doubt } };
	} catch (error) {
		return postponed(error, work);
	}
	return again(youtube, state, work);
}

/** What YouTube is to publish by itself. Undefined: nothing, or it should have by now. */
function comingOf({ withdrawn, ...state }: UploadState, { status }: Video, now: number): Settled | undefined {
	const { publishAt, isTaken, at = 0, tries = 1, video: id } = state;
	if (publishAt === undefined) return undefined;
	if (now >= publishAt + LATEST_MS) return { kind: "not_posted", again: "same", byPromise: true };
	if (publishTimeOf(status) === publishAt) {
		const ms = Math.max(publishAt - now, 0) + PAUSE_MS;
		return withdrawn ? { kind: "wait", ms, progress: progressOf(state) } : { kind: "wait", ms };
	}
	if (now >= publishAt) return { kind: "wait", ms: PAUSE_MS };
	// Somebody has taken it back there.
	if (isTaken) return { kind: "cannot_tell", look: `in YouTube Studio: ${id} is not scheduled any more` };
	const left = at + pauseAfter(tries) - now;
	return left > 0 ? { kind: "wait", ms: left } : { kind: "not_posted", again: "same", byPromise: true };
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
	const left = at + pauseAfter(tries) - now;
	return left > 0
		? { kind: "wait", ms: Math.max(1, left) }
		: { kind: "not_posted", again: "same", byPromise: true };
}

function pauseAfter(tries: number): number {
	return Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** Math.min(tries - 1, 10));
}

function postponed(error: unknown, { tools }: Work): Settled {
	if (!(error instanceof PlatformRefusal)) throw error;
	const { cause, until = 0, message } = error.why;
	if (cause === "reconnect") throw new AccountFault(message);
	return { kind: "wait", ms: Math.max(LONGEST_PAUSE_MS, until - tools.clock.now()) };
}
