import { defined } from "../../../../model/defined.ts";
import { jsonObject } from "../../../store/json.ts";
import type { DestinationRefusal, Progress, PublishOutcome, Work } from "../../destination.ts";
import { type Arm, makeLastCall } from "../last-call.ts";
import { tokenOf } from "../platform-call.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import { wholeSecond } from "../whole-second.ts";
import { type FailedAnswer, isTokenRefused, refusalIn } from "./errors.ts";
import { FORM, signedFields } from "./graph.ts";
import { type MetaState, progressOf, stateIn } from "./progress.ts";
import type { Reels } from "./reels.ts";

/** Publishes the video. Whatever is answered, it is read before anything else is decided. */
export async function publishVideo(
	reels: Reels,
	work: Work,
	{ ready, arm }: { readonly ready: Progress; readonly arm: Arm },
): Promise<PublishOutcome> {
	const state = stateIn(ready, work.account.id);
	if (state === undefined) throw new Error(`nothing was uploaded to ${reels.title}`);
	const posting = postingOf(state, work);
	try {
		// It was tried before: only what a read shows as not published is published.
		if (state.step === "posting" && (await reels.read(state.object, work)).kind !== "ready") {
			await arm(progressOf(posting));
			return { kind: "accepted", progress: progressOf(posting) };
		}
		const why = await reels.quota?.(work);
		if (why !== undefined) return { kind: "refused", why };
		return await sendLast({ reels, work, posting, arm, token: await tokenOf(reels, work) });
	} catch (error) {
		if (error instanceof PlatformRefusal) return { kind: "refused", why: error.why };
		throw error;
	}
}

/** Before its time the platform is told when. */
function postingOf(state: MetaState, { tools, post: { scheduledAt } }: Work): MetaState {
	const { why: _, publishAt: __, ...rest } = state;
	const at = tools.clock.now();
	const isAhead = scheduledAt !== null && scheduledAt > at;
	return { ...rest, step: "posting", at, ...(isAhead && { publishAt: wholeSecond(scheduledAt) }) };
}

interface Publishing {
	readonly reels: Reels;
	readonly work: Work;
	readonly posting: MetaState;
	readonly arm: Arm;
	readonly token: string;
}

async function sendLast(publishing: Publishing): Promise<PublishOutcome> {
	const { reels, work, posting, arm, token } = publishing;
	const { path, form } = reels.lastCall(work, posting);
	const result = await makeLastCall(
		{
			...{ title: reels.title, name: "publish", operation: posting.object },
			url: `${reels.settings.apiUrl}/${path}`,
			headers: { authorization: `Bearer ${token}`, ...FORM },
			body: Buffer.from(await signedFields(reels, { token, fields: form })),
			answerMs: reels.settings.answerMs,
		},
		work,
		() => arm(progressOf(posting)),
	);
	if (result.kind === "ended") return result.outcome;
	const taken = result.status === 200 ? reels.takenIn(jsonObject(result.text) ?? {}) : undefined;
	const why = taken === undefined ? await refusalOf(publishing, result) : undefined;
	const after = { ...posting, ...defined({ taken }), ...(why && { why }) };
	return { kind: "accepted", progress: progressOf(after) };
}

/** What it was refused with, if it was. */
async function refusalOf(
	{ reels, work, token }: Publishing,
	answer: FailedAnswer,
): Promise<DestinationRefusal | undefined> {
	const why = refusalIn(answer, { title: reels.title, now: work.tools.clock.now() });
	if (why === undefined || !isTokenRefused(answer)) return why;
	// Another token may be good: then it is tried again.
	return tokenOf(reels, work, token).then(
		() => ({ ...why, cause: "busy" }),
		() => why,
	);
}
