import type { Prepared, Progress, Work } from "../../destination.ts";
import { AccountFault } from "../../passing.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import { type MetaState, progressOf, stateIn } from "./progress.ts";
import type { Look, Reels } from "./reels.ts";
import { beginUpload, sendRest, type Uploading } from "./upload.ts";

/** So many uploads of one file, and it is the file. */
const MOST_OBJECTS = 3;

/** The video is at the platform, can be published, and nobody sees it. */
export async function prepareVideo(reels: Reels, work: Work, from: Progress | undefined): Promise<Prepared> {
	const before = stateIn(from, work.account.id);
	try {
		const uploading = { reels, work, file: await work.tools.video() };
		const kept = await usable(uploading, before);
		if (kept === undefined) return await sent(uploading, await beginUpload(uploading, 0), 0);
		return await prepared(uploading, kept, await reels.read(kept.object, work));
	} catch (error) {
		if (!(error instanceof PlatformRefusal)) throw error;
		// What was tried before stays known while the account waits for its person.
		if (before?.step === "posting" && error.why.cause === "reconnect") throw new AccountFault(error.message);
		return { kind: "refused", why: error.why };
	}
}

/** What goes on of an earlier try: one that was tried to publish is another video's only if that is over. */
async function usable(
	{ reels, work, file }: Uploading,
	state: MetaState | undefined,
): Promise<MetaState | undefined> {
	if (state === undefined || state.step === "posting") return state;
	const isFresh = work.tools.clock.now() - state.begun < reels.livesMs;
	const isSame = state.size === file.size && state.sha256 === (await file.sha256());
	return isSame && isFresh ? state : undefined;
}

async function prepared(uploading: Uploading, state: MetaState, look: Look): Promise<Prepared> {
	const isTried = state.step === "posting";
	switch (look.kind) {
		case "ready":
			return ready({ ...state, step: isTried ? "posting" : "ready" });
		case "scheduled":
		case "published":
			return ready({ ...state, step: "posting", at: state.at ?? state.begun });
		case "processing":
			return isTried ? ready(state) : processing(uploading, state);
		case "uploading":
			if (look.bytes === state.size) return processing(uploading, state);
			return look.bytes < state.size ? sent(uploading, state, look.bytes) : anew(uploading, state);
		case "over":
			return anew(uploading, state);
		case "failed":
			return look.again && state.objects < MOST_OBJECTS
				? anew(uploading, state)
				: { kind: "refused", why: look.why };
	}
}

function ready(state: MetaState): Prepared {
	return { kind: "ready", progress: progressOf(state) };
}

async function sent(uploading: Uploading, state: MetaState, from: number): Promise<Prepared> {
	if (await sendRest(uploading, state, from)) return processing(uploading, state);
	if (state.objects < MOST_OBJECTS) return anew(uploading, state);
	const message = `${uploading.reels.title} did not take the video ${MOST_OBJECTS} times.`;
	return { kind: "refused", why: { cause: "content", message } };
}

async function anew(uploading: Uploading, { objects }: MetaState): Promise<Prepared> {
	return sent(uploading, await beginUpload(uploading, objects), 0);
}

function processing({ reels, work }: Uploading, state: MetaState): Prepared {
	const ms = pauseAfter(reels, work.tools.clock.now() - state.begun);
	const note = `${reels.title} is still processing the video.`;
	return { kind: "wait", ms, note, progress: progressOf(state) };
}

/** The next look, after so long a time: pauses grow with it. Milliseconds. */
export function pauseAfter({ settings }: Reels, ageMs: number): number {
	return Math.min(settings.longestPollMs, Math.max(settings.pollMs, ageMs / 4));
}
