import { defined } from "../../../../model/defined.ts";
import { type HeldResult, sendHeld } from "../../../../system/sending/send-held.ts";
import type { Progress, PublishOutcome, Work } from "../../destination.ts";
import { readPart } from "../file-part.ts";
import { NotSentFault } from "../not-sent-fault.ts";
import { reasonOf } from "../platform-call.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import type { TikTok } from "./api.ts";
import { progressOf, stateIn, type TikTokState } from "./progress.ts";
import { headersOf } from "./send.ts";
import { readStatus } from "./status.ts";

type Arm = (progress: Progress) => Promise<void>;

/** Slowest that the last part is sent, in bytes a millisecond. */
const SLOWEST = 16;

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
	const { clock, signal, note, video } = work.tools;
	const bytes = Buffer.from(await readPart(await video(), { from, most: size - from }));
	const { answerMs } = tiktok.settings;
	const beforeMs = 60_000 + Math.ceil(bytes.length / SLOWEST);
	const headers = headersOf(posting, from, bytes.length);
	let isArmed = false;
	const result = await sendHeld(
		{
			...{ method: "PUT", url: new URL(posting.upload), bytes },
			headers: {
				...headers,
				accept: "application/json",
				"accept-encoding": "identity",
				"user-agent": "showrun",
			},
		},
		{
			operation: posting.publish,
			arm: async () => {
				isArmed = true;
				await arm(progressOf(posting));
			},
			...{ clock, signal, limits: { settleMs: 30, windowMs: 2_000, beforeMs, answerMs } },
		},
	);
	note({ call: "last part", ...defined({ status: "status" in result ? result.status : undefined }) });
	if (result.kind === "not_sent" && !isArmed)
		throw new NotSentFault(`TikTok could not be reached: ${reasonOf(result.why)}.`);
	return outcomeOf(result, posting);
}

/** Whatever was answered, TikTok is asked what became of the post. */
function outcomeOf(result: HeldResult, posting: TikTokState): PublishOutcome {
	if (result.kind === "not_sent") {
		const message = `Not sent to TikTok: ${reasonOf(result.why)}.`;
		return { kind: "refused", why: { cause: "busy", message } };
	}
	if (result.kind === "no_answer")
		return { kind: "unknown", seen: `TikTok gave no whole answer: ${reasonOf(result.why)}` };
	// As documented: its headers are wrong, its address is over, or it is that of no post.
	const isOver = [400, 403, 404].includes(result.status);
	return { kind: "accepted", progress: progressOf({ ...posting, ...(isOver && { expired: true }) }) };
}
