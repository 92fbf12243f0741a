import { defined } from "../../../../model/defined.ts";
import type { Posted, Progress, PublishOutcome, Work } from "../../destination.ts";
import { type Arm, makeLastCall } from "../last-call.ts";
import { tokenOf } from "../platform-call.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import type { Youtube } from "./api.ts";
import { type FailedAnswer, refusalIn } from "./errors.ts";
import { progressOf, stateIn, type UploadState } from "./progress.ts";
import { COST } from "./quota.ts";
import type { Uploaded } from "./upload.ts";
import { endOf, GONE, privacyIn, readVideo, statusUpdate, type Video, wantedPrivacy } from "./videos.ts";

/**
 * Changes who sees the video, and nothing else of it. Doing that again changes nothing, so that it may be
 * repeated as long as nobody else can have changed it.
 */
export async function publishVideo(
	youtube: Youtube,
	work: Work,
	{ ready, arm }: { readonly ready: Progress; readonly arm: Arm },
): Promise<PublishOutcome> {
	const state = stateIn(ready);
	if (state?.video === undefined) throw new Error("nothing was uploaded");
	let token: string;
	try {
		const video = await readVideo(youtube, state.video, work);
		if (video === undefined) return { kind: "refused", why: GONE };
		const why = endOf(video);
		if (why) return { kind: "refused", why };
		const publishing = { youtube, work, video, state: tried(work, { ...state, video: state.video }) };
		if (video.status.privacyStatus === wantedPrivacy(work.post)) {
			await arm(progressOf(publishing.state));
			return { kind: "posted", ...postedAs(publishing.state) };
		}
		if (isTooLateToRepeat(youtube, state, work)) return { kind: "accepted", progress: ready };
		token = await tokenOf(youtube, work);
		return await update({ ...publishing, token, arm });
	} catch (error) {
		if (!(error instanceof PlatformRefusal)) throw error;
		// What became of an earlier attempt is read once the account is connected again.
		const isOpen = error.why.cause === "reconnect" && state.firstAt !== undefined;
		return isOpen ? { kind: "accepted", progress: ready } : { kind: "refused", why: error.why };
	}
}

/** Somebody may have made it private on purpose since: `settle` leaves that to a person. */
function isTooLateToRepeat(
	{ settings }: Youtube,
	{ firstAt }: Pick<UploadState, "firstAt">,
	{ tools }: Work,
): boolean {
	return firstAt !== undefined && tools.clock.now() - firstAt >= settings.repeatMs;
}

function tried({ tools }: Work, state: Uploaded): Uploaded {
	const at = tools.clock.now();
	const { doubt: _, ...rest } = state;
	return { ...rest, step: "publishing", firstAt: state.firstAt ?? at, at, tries: (state.tries ?? 0) + 1 };
}

/** Where it can be seen. */
export function postedAs({ video, remark }: Uploaded): Posted {
	return defined({ id: video, url: `https://youtu.be/${video}`, note: remark });
}

interface Publishing {
	readonly youtube: Youtube;
	readonly work: Work;
	readonly video: Video;
	readonly state: Uploaded;
	readonly token: string;
	readonly arm: Arm;
}

async function update(publishing: Publishing): Promise<PublishOutcome> {
	const { youtube, work, video, state, token, arm } = publishing;
	await youtube.quota.spend("units", COST.update, work.tools.clock.now());
	const result = await makeLastCall(
		{
			...{ title: "YouTube", method: "PUT", name: "videos.update", operation: video.id },
			url: `${youtube.settings.apiUrl}/videos?part=status`,
			headers: { authorization: `Bearer ${token}`, "content-type": "application/json; charset=UTF-8" },
			body: statusUpdate(video, wantedPrivacy(work.post)),
			answerMs: youtube.settings.answerMs,
		},
		work,
		() => arm(progressOf(state)),
	);
	return result.kind === "ended" ? result.outcome : outcomeOf(publishing, result);
}

async function outcomeOf(publishing: Publishing, result: FailedAnswer): Promise<PublishOutcome> {
	const { youtube, work, state, token } = publishing;
	const { status, text } = result;
	if (status >= 200 && status < 300)
		return privacyIn(text) === wantedPrivacy(work.post)
			? { kind: "posted", ...postedAs(state) }
			: { kind: "unknown", seen: `YouTube answered ${status} without saying who sees the video` };
	const now = work.tools.clock.now();
	const refusal = refusalIn(result, now);
	if (refusal === undefined) return { kind: "unknown", seen: `YouTube answered ${status}` };
	const { why, certain } = refusal;
	if (why.cause === "quota") await youtube.quota.exhaust("units", now);
	// Another token may be good: the next attempt says so.
	if (status === 401) await tokenOf(youtube, work, token);
	if (status === 401) return { kind: "refused", why: { ...why, cause: "busy" } };
	// This one was not executed; one before it, whose answer was lost, may have been meanwhile.
	if (certain && (why.cause !== "content" || state.tries === 1)) return { kind: "refused", why };
	return { kind: "accepted", progress: progressOf({ ...state, doubt: why.message }) };
}
