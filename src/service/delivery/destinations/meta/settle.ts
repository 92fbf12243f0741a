import type { Progress, Settled, Work } from "../../destination.ts";
import { NotSentFault } from "../not-sent-fault.ts";
import { postponed } from "../postponed.ts";
import { pauseAfter } from "./prepare.ts";
import { type MetaState, stateIn } from "./progress.ts";
import type { Look, Reels } from "./reels.ts";

/** What is not told after so long is left to a person. Milliseconds. */
const LONGEST_MS = 24 * 3_600_000;
/** So long after its time it is looked at whether it is out. */
const SOON_MS = 2_000;
const OUT: Look = { kind: "published" };

/** Reads what became of a video that was tried to publish. */
export async function settleVideo(
	reels: Reels,
	work: Work,
	progress: Progress | undefined,
): Promise<Settled> {
	const state = stateIn(progress, work.account.id);
	if (state?.at === undefined) return { kind: "cannot_tell", look: reels.look };
	const now = work.tools.clock.now();
	const ageMs = now - state.at;
	const dueMs = now - Math.max(state.at, state.publishAt ?? 0);
	const settling = { reels, work, state, ageMs, dueMs };
	try {
		const isKnown = reels.isOutOnceTaken && state.taken !== undefined;
		return await settledAs(settling, isKnown ? OUT : await reels.read(state.object, work));
	} catch (error) {
		const isTooLong = error instanceof NotSentFault && dueMs > LONGEST_MS;
		return isTooLong ? { kind: "cannot_tell", look: reels.look } : postponed(error, work, reels.look);
	}
}

interface Settling {
	readonly reels: Reels;
	readonly work: Work;
	readonly state: MetaState;
	/** Since it was tried. */
	readonly ageMs: number;
	/** Since it should be out. Negative: its time is to come. */
	readonly dueMs: number;
}

async function settledAs(settling: Settling, look: Look): Promise<Settled> {
	const { reels, work, state } = settling;
	if (look.kind !== "ready") reels.unpublished.delete(state.object);
	switch (look.kind) {
		case "published": {
			const where = await reels.posted(state, work);
			return where === undefined ? later(settling) : { kind: "posted", ...where };
		}
		case "scheduled":
			return settling.dueMs < 0 ? { kind: "wait", ms: SOON_MS - settling.dueMs } : later(settling);
		case "ready":
			return unpublished(settling);
		case "failed":
			return look.again && state.taken === undefined
				? { kind: "not_posted", again: "prepare" }
				: { kind: "failed", why: look.why };
		case "over": {
			// Whether it was published before it was over is said no more.
			const isEarly = work.tools.clock.now() - state.begun < reels.livesMs;
			return isEarly && state.taken === undefined
				? { kind: "not_posted", again: "prepare" }
				: { kind: "cannot_tell", look: reels.look };
		}
		default:
			return later(settling);
	}
}

/** It counts as not published once that was read twice, so far apart, of what the platform did not take. */
function unpublished(settling: Settling): Settled {
	const { reels, work, state, ageMs } = settling;
	if (state.taken !== undefined) return later(settling);
	const now = work.tools.clock.now();
	const { absentMs } = reels.settings;
	const since = reels.unpublished.get(state.object) ?? now;
	reels.unpublished.set(state.object, since);
	const left = absentMs - Math.min(now - since, ageMs);
	if (left > 0) return { kind: "wait", ms: left };
	reels.unpublished.delete(state.object);
	return state.why === undefined ? { kind: "not_posted", again: "same" } : { kind: "failed", why: state.why };
}

function later({ reels, dueMs }: Settling): Settled {
	if (dueMs > LONGEST_MS) return { kind: "cannot_tell", look: reels.look };
	return { kind: "wait", ms: dueMs < 0 ? SOON_MS - dueMs / 4 : pauseAfter(reels, dueMs) };
}
