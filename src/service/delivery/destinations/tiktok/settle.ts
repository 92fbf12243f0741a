import { defined } from "../../../../model/defined.ts";
import type { Posted, Progress, Settled, Work } from "../../destination.ts";
import { AccountFault } from "../../passing.ts";
import { postponed } from "../postponed.ts";
import type { TikTok } from "./api.ts";
import { failureOf } from "./errors.ts";
import { stateIn, type TikTokState } from "./progress.ts";
import { type PostStatus, readStatus } from "./status.ts";

/** What is not told after so long is left to a person. Milliseconds. */
const LONGEST_MS = 24 * 3_600_000;
const LOOK = "in the TikTok app, also among the drafts and private videos";

/** Asks what became of a post whose last part was sent. */
export async function settleVideo(
	tiktok: TikTok,
	work: Work,
	progress: Progress | undefined,
): Promise<Settled> {
	const state = stateIn(progress, work.account.id);
	if (state === undefined) return { kind: "cannot_tell", look: LOOK };
	try {
		return settledAs({ tiktok, work, state }, await readStatus(tiktok, state.publish, work));
	} catch (error) {
		// How long TikTok remembers a post is not documented: that it forgot one says nothing of it.
		return postponed(error, work, LOOK);
	}
}

interface Settling {
	readonly tiktok: TikTok;
	readonly work: Work;
	readonly state: TikTokState;
}

function settledAs(settling: Settling, status: PostStatus): Settled {
	const { state, tiktok } = settling;
	switch (status.kind) {
		case "inbox":
			return { kind: "posted", ...postedAs(settling, status) };
		case "posted":
			return isIdAwaited(settling, status)
				? later(settling)
				: { kind: "posted", ...postedAs(settling, status) };
		case "failed": {
			const why = failureOf(status.failReason);
			if (why.cause === "reconnect") throw new AccountFault(why.message);
			return { kind: "failed", why };
		}
		case "processing":
			return later(settling);
		case "uploading": {
			const isMissing = status.bytes !== undefined && status.bytes < state.size;
			if (!isMissing) return later(settling);
			if (state.expired) return { kind: "not_posted", again: "prepare" };
			// Its address lives no longer, and what was on its way would have arrived.
			const isOver = settling.work.tools.clock.now() - state.begun >= tiktok.settings.uploadMs;
			if (isOver) return { kind: "cannot_tell", look: LOOK };
			return { kind: "not_posted", again: "same" };
		}
	}
}

/** Public posts get their id once TikTok has looked through them. */
function isIdAwaited({ tiktok, work, state }: Settling, { postId }: PostStatus): boolean {
	if (state.level !== "PUBLIC_TO_EVERYONE" || postId !== undefined) return false;
	return ageOf({ work, state }) < tiktok.settings.idMs;
}

/** Asks again after a pause that grows with the time that it takes; at last a person is asked. */
function later(settling: Settling): Settled {
	const { pollMs, longestPollMs } = settling.tiktok.settings;
	const age = ageOf(settling);
	if (age > LONGEST_MS) return { kind: "cannot_tell", look: LOOK };
	return { kind: "wait", ms: Math.min(longestPollMs, Math.max(pollMs, age / 4)) };
}

/** Since its last part was sent, in milliseconds. */
function ageOf({ work, state }: Pick<Settling, "work" | "state">): number {
	const now = work.tools.clock.now();
	return now - (state.at ?? now);
}

const MODES: Readonly<Record<string, string>> = {
	inbox: "A draft in the TikTok inbox: its creator publishes it in the app.",
	SELF_ONLY: "Only its creator sees it on TikTok.",
};

function postedAs({ state, work }: Settling, { postId }: PostStatus): Posted {
	const name = encodeURIComponent(work.account.username.replace(/^@/, ""));
	const url = postId && `https://www.tiktok.com/@${name}/video/${postId}`;
	const note = [MODES[state.level], state.remark].filter((each) => each !== undefined).join(" ");
	return defined({ id: postId ?? state.publish, url, note: note || undefined });
}
