import type { Progress, PublishOutcome, Work } from "../../destination.ts";
import { readPart } from "../file-part.ts";
import { type Arm, makeLastCall } from "../last-call.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import type { TikTok } from "./api.ts";
import { progressOf, stateIn, type TikTokState } from "./progress.ts";
import { headersOf } from "./send.ts";
import { readStatus } from "./status.ts";

/** Sends the last part: with its last byte TikTok posts by itself. */
export async function publishVideo(
	tiktok: TikTok,
	work: Work,
	{ ready, arm }: { readonly ready: Progress; readonly arm: Arm },
): Promise<PublishOutcome> {
	const state = stateIn(ready, work.account.id);
	if (state === undefined) throw new Error("nothing was sent to TikTok");
	const { expired: _, ...rest } = state;
	const posting: TikTokState = { ...rest, step: "posting", at: state.at ?? work.tools.clock.now() };
	// Before this one the last part was sent already: only where it did not arrive is it sent again.
	if (state.step === "posting" && !(await isMissing(tiktok, state, work))) {
		await arm(progressOf(posting));
		return { kind: "accepted", progress: progressOf(posting) };
	}
	return sendLast({ tiktok, work, posting, arm });
}

async function isMissing(tiktok: TikTok, state: TikTokState, work: Work): Promise<boolean> {
	try {
		const { kind, bytes = state.size } = await readStatus(tiktok, state.publish, work);
		return kind === "uploading" && bytes < state.size;
	} catch (error) {
		// `settle` finds out what became of it.
		if (error instanceof PlatformRefusal) return false;
		throw error;
	}
}

interface Publishing {
	readonly tiktok: TikTok;
	readonly work: Work;
	readonly posting: TikTokState;
	readonly arm: Arm;
}

async function sendLast({ tiktok, work, posting, arm }: Publishing): Promise<PublishOutcome> {
	const { sent: from, size } = posting;
	const bytes = Buffer.from(await readPart(await work.tools.video(), { from, most: size - from }));
	const result = await makeLastCall(
		{
			...{ title: "TikTok", method: "PUT", name: "last part", operation: posting.publish },
			url: posting.upload,
			headers: headersOf(posting, from, bytes.length),
			body: bytes,
			answerMs: tiktok.settings.answerMs,
		},
		work,
		() => arm(progressOf(posting)),
	);
	return result.kind === "ended" ? result.outcome : outcomeOf(result.status, posting);
}

/** Whatever was answered, TikTok is asked what became of the post. */
function outcomeOf(status: number, posting: TikTokState): PublishOutcome {
	// As documented: its headers are wrong, its address is over, or it is that of no post.
	const isOver = [400, 403, 404].includes(status);
	return { kind: "accepted", progress: progressOf({ ...posting, ...(isOver && { expired: true }) }) };
}
