import { readFile } from "node:fs/promises";
import type { Prepared, Progress, Work } from "../../destination.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import { callYoutube, type Youtube } from "./api.ts";
import { progressOf, stateIn } from "./progress.ts";
import { COST } from "./quota.ts";
import { type Uploaded, uploaded } from "./upload.ts";
import { endOf, readVideo, type Video } from "./videos.ts";

/** So long after the last part a video may not be listed yet. */
const UNLISTED_MS = 120_000;
const THUMBNAIL_TRIES = 3;

/** A private video on YouTube, processed and with its thumbnail. */
export async function prepareVideo(
	youtube: Youtube,
	work: Work,
	from: Progress | undefined,
): Promise<Prepared> {
	try {
		const state = ownState(work, from);
		const there = isUploaded(state) ? state : await uploaded({ youtube, work }, state);
		if ("kind" in there) return there;
		return await processed({ youtube, work }, there);
	} catch (error) {
		if (error instanceof PlatformRefusal) return { kind: "refused", why: error.why };
		throw error;
	}
}

function ownState({ account }: Work, from: Progress | undefined) {
	const state = stateIn(from);
	return state?.account === account.id ? state : undefined;
}

function isUploaded(state: ReturnType<typeof stateIn>): state is Uploaded {
	return state?.video !== undefined;
}

interface Preparing {
	readonly youtube: Youtube;
	readonly work: Work;
}

async function processed({ youtube, work }: Preparing, state: Uploaded): Promise<Prepared> {
	const { clock } = work.tools;
	const video = await readVideo(youtube, state.video, work);
	const age = clock.now() - (state.uploadedAt ?? 0);
	if (video === undefined && age < UNLISTED_MS) return later(youtube, state);
	const why = endOf(video);
	if (why) return { kind: "refused", why };
	if (!isProcessed(video)) return later(youtube, state);
	const pictured = await withThumbnail({ youtube, work }, state);
	const step = state.step === "publishing" ? "publishing" : "processed";
	return { kind: "ready", progress: progressOf({ ...pictured, step }) };
}

function isProcessed(video: Video | undefined): boolean {
	return video?.status.uploadStatus === "processed";
}

function later({ settings }: Youtube, state: Uploaded): Prepared {
	const polls = (state.polls ?? 0) + 1;
	const ms = Math.min(settings.longestPollMs, settings.pollMs * 2 ** Math.min(polls - 1, 10));
	const note = "YouTube is still processing the video.";
	return { kind: "wait", ms, note, progress: progressOf({ ...state, polls }) };
}

/** Best effort: a thumbnail that YouTube does not take keeps no post from going out. */
async function withThumbnail({ youtube, work }: Preparing, state: Uploaded): Promise<Uploaded> {
	const isAskedFor = work.post.data.thumbnail !== undefined;
	if (!isAskedFor || state.thumbnail === "done") return state;
	const tries = (state.thumbnail ?? 0) + 1;
	const { save, thumbnail } = work.tools;
	await save(progressOf({ ...state, thumbnail: tries }));
	const { path, type } = await thumbnail();
	const url = `${youtube.settings.uploadUrl}/thumbnails/set?videoId=${state.video}&uploadType=media`;
	const cost = ["units", COST.thumbnail] as const;
	const call = {
		method: "POST",
		url,
		type,
		body: await readFile(path),
		cost,
		name: "thumbnails.set",
	} as const;
	try {
		await callYoutube(youtube, call, work);
		return { ...state, thumbnail: "done" };
	} catch (error) {
		const isRefused = error instanceof PlatformRefusal;
		// A channel without a verified phone number may set none: connecting it again changes nothing.
		const isOfAccount = isRefused && error.why.cause === "reconnect" && error.status !== 403;
		if (isOfAccount) throw error;
		if (!isRefused && tries < THUMBNAIL_TRIES) throw error;
		const remark = `Its thumbnail is not the one asked for: ${(error as Error).message}`;
		return { ...state, thumbnail: "done", remark };
	}
}
