import type { PostFile, Prepared, Progress, Work } from "../../destination.ts";
import { AccountFault } from "../../passing.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import type { TikTok } from "./api.ts";
import { beginPost } from "./begin.ts";
import { progressOf, stateIn, type TikTokState } from "./progress.ts";
import { sendParts } from "./send.ts";
import { readStatus } from "./status.ts";

/** What is left of an address has to suffice for the last part. Milliseconds. */
const LEFT_MS = 5 * 60_000;

/** Everything but the last part of the video is at TikTok: with that it posts by itself. */
export async function prepareVideo(
	tiktok: TikTok,
	work: Work,
	from: Progress | undefined,
): Promise<Prepared> {
	try {
		const file = await work.tools.video();
		const before = await kept({ tiktok, work, file }, stateIn(from, work.account.id));
		if (before?.step === "posting") return { kind: "ready", progress: progressOf(before) };
		const sending = { tiktok, work, file };
		const sent = before && (await sendParts(sending, before));
		const state = sent ?? (await sendParts(sending, await begun(sending)));
		if (state === undefined)
			return { kind: "refused", why: { cause: "busy", message: "TikTok did not take the video now." } };
		return { kind: "ready", progress: progressOf(state) };
	} catch (error) {
		if (error instanceof PlatformRefusal) return { kind: "refused", why: error.why };
		throw error;
	}
}

interface Preparing {
	readonly tiktok: TikTok;
	readonly work: Work;
	readonly file: PostFile;
}

async function begun({ tiktok, work, file }: Preparing): Promise<TikTokState> {
	const state = await beginPost(tiktok, work, file);
	await work.tools.save(progressOf(state));
	return state;
}

/** What goes on of an earlier try. */
async function kept(
	{ tiktok, work, file }: Preparing,
	state: TikTokState | undefined,
): Promise<TikTokState | undefined> {
	if (state === undefined) return undefined;
	// A last part was sent: a new post is begun only where TikTok says that this one failed.
	if (state.step === "posting") return (await statusOf(tiktok, state, work)) === "failed" ? undefined : state;
	const age = work.tools.clock.now() - state.begun;
	const isInbox = tiktok.settings.mode === "inbox";
	const isSame =
		(state.level === "inbox") === isInbox &&
		state.size === file.size &&
		state.sha256 === (await file.sha256());
	return isSame && age < tiktok.settings.uploadMs - LEFT_MS ? state : undefined;
}

async function statusOf(tiktok: TikTok, { publish }: TikTokState, work: Work) {
	try {
		return (await readStatus(tiktok, publish, work)).kind;
	} catch (error) {
		if (error instanceof PlatformRefusal && error.why.cause === "reconnect")
			throw new AccountFault(error.why.message);
		throw error;
	}
}
