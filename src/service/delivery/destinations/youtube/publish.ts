import { defined } from "../../../../model/defined.ts";
import type { Posted, Progress, PublishOutcome, Work } from "../../destination.ts";
import { type Arm, makeLastCall } from "../last-call.ts";
import { tokenOf } from "../platform-call.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import { wholeSecond } from "../whole-second.ts";
import type { Youtube } from "./api.ts";
import { type FailedAnswer, refusalIn } from "./errors.ts";
import { progressOf, stateIn, type UploadState } from "./progress.ts";
import { COST } from "./quota.ts";
import type { Uploaded } from "./upload.ts";
import {
	endOf,
	GONE,
	isSeenAs,
	readVideo,
	statusUpdate,
	type Video,
	type Visible,
	wantedPrivacy,
} from "./videos.ts";

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
		const after = tried(work, { ...state, video: state.video });
		const wanted = wantedOf(work, after);
		const publishing = { youtube, work, video, wanted, state: after };
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
	{ firstAt, publishAt }: Pick<UploadState, "firstAt" | "publishAt">,
	{ tools }: Work,
): boolean {
	if (publishAt !== undefined) return false;
	return firstAt !== undefined && tools.clock.now() - firstAt >= settings.repeatMs;
}

/** Before its time YouTube is asked to publish it then; where it did not, it is published from here. */
function tried({ tools, post }: Work, state: Uploaded): Uploaded {
	const at = tools.clock.now();
	const { doubt: _, publishAt: before, isTaken: __, firstAt = at, tries = 0, ...rest } = state;
	const due = wholeSecond(post.scheduledAt ?? 0);
	const common = { ...rest, step: "publishing", at, tries: tries + 1 } as const;
	if (due > at) return { ...common, firstAt, publishAt: due };
	return { ...common, firstAt: before === undefined ? firstAt : at };
}

function wantedOf({ post }: Work, { publishAt }: Uploaded): Visible {
	return publishAt === undefined ? { privacyStatus: wantedPrivacy(post) } : { publishAt };
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
	readonly wanted: Visible;
}

async function update(publishing: Publishing): Promise<PublishOutcome> {
	const { youtube, work, video, state, token, arm, wanted } = publishing;
	await youtube.quota.spend("units", COST.update, work.tools.clock.now());
	const result = await makeLastCall(
		{
			...{ title: "YouTube", method: "PUT", name: "videos.update", operation: video.id },
			url: `${youtube.settings.apiUrl}/videos?part=status`,
			headers: { authorization: `Bearer ${token}`, "content-type": "application/json; charset=UTF-8" },
			body: statusUpdate(video, wanted),
			answerMs: youtube.settings.answerMs,
		},
		work,
		() => arm(progressOf(state)),
	);
	return result.kind === "ended" ? result.outcome : outcomeOf(publishing, result);
}

async function outcomeOf(publishing: Publishing, result: FailedAnswer): Promise<PublishOutcome> {
	const { youtube, work, state, token, wanted } = publishing;
	const { status, text } = result;
	if (status >= 200 && status < 300) {
		if (!isSeenAs(text, wanted))
			return { kind: "unknown", seen: `YouTube answered ${status} without saying who sees the video` };
		return "publishAt" in wanted
			? { kind: "accepted", progress: progressOf({ ...state, isTaken: true }) }
			: { kind: "posted", ...postedAs(state) };
	}
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
