import { defined } from "../../../model/defined.ts";
import { type HeldResult, sendHeld } from "../../../system/sending/send-held.ts";
import type { Progress, PublishOutcome, Work } from "../destination.ts";
import { NotSentFault } from "./not-sent-fault.ts";
import { reasonOf } from "./platform-call.ts";

/** Makes the armed record durable. */
export type Arm = (progress: Progress) => Promise<void>;

/** The one call after which a post is public. */
export interface LastCall {
	/** Of the platform, as people know it. */
	readonly title: string;
	/** Absent: POST. */
	readonly method?: "PUT";
	readonly url: string;
	/** Besides those that every call has. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer;
	/** As it is named in what is kept of it. */
	readonly name: string;
	/** Names the post for good. */
	readonly operation: string;
	/** Longest that its answer may take, in milliseconds. */
	readonly answerMs: number;
}

type Answered = Extract<HeldResult, { readonly kind: "answered" }>;

/** Slowest that a body is sent, in bytes a millisecond. */
const SLOWEST = 16;

/**
 * Makes the call once, its last byte once it is armed. Gives its answer, or what became of the post where
 * there is none. Throws `NotSentFault` where it did not come to arming.
 */
export async function makeLastCall(
	{ title, url, headers, body, name, operation, answerMs, ...call }: LastCall,
	{ tools: { clock, signal, note } }: Work,
	arm: () => Promise<void>,
): Promise<Answered | { readonly kind: "ended"; readonly outcome: PublishOutcome }> {
	const always = { accept: "application/json", "accept-encoding": "identity", "user-agent": "showrun" };
	const beforeMs = 60_000 + Math.ceil(body.length / SLOWEST);
	let isArmed = false;
	const result = await sendHeld(
		{ ...call, url: new URL(url), headers: { ...always, ...headers }, bytes: body },
		{
			operation,
			arm: async () => {
				isArmed = true;
				await arm();
			},
			...{ clock, signal, limits: { settleMs: 30, windowMs: 2_000, beforeMs, answerMs } },
		},
	);
	note({ call: name, ...defined({ status: "status" in result ? result.status : undefined }) });
	if (result.kind === "answered") return result;
	const why = reasonOf(result.why);
	if (result.kind === "no_answer")
		return { kind: "ended", outcome: { kind: "unknown", seen: `${title} gave no whole answer: ${why}` } };
	if (!isArmed) throw new NotSentFault(`${title} could not be reached: ${why}.`);
	const message = `Not sent to ${title}: ${why}.`;
	return { kind: "ended", outcome: { kind: "refused", why: { cause: "busy", message } } };
}
