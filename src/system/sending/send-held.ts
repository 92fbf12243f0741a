import type { IncomingHttpHeaders } from "node:http";
import type { Clock } from "../clock.ts";
import { decoded } from "../decoded.ts";
import { receiveText, retryAfterMs } from "./answer.ts";
import {
	after,
	endAttempt,
	endSending,
	limitAnswer,
	newAttempt,
	type SendAttempt,
	type SendLimits,
} from "./last-byte.ts";
import { type PostRequest, post } from "./post.ts";

/** How a write is sent that is not to be executed twice. */
export interface HeldSending {
	/** Names it. */
	readonly operation: string;
	/** Awaited with everything but the last byte sent; where it rejects, nothing more is sent. */
	readonly arm: () => Promise<void>;
	readonly clock: Clock;
	/** Counts until arming begins. */
	readonly signal: AbortSignal;
	readonly limits: SendLimits;
}

/** What came of one attempt. */
export type HeldResult =
	/** An answer, to its end. */
	| {
			readonly kind: "answered";
			readonly status: number;
			readonly text: string;
			readonly headers: IncomingHttpHeaders;
			readonly retryAfterMs: number | undefined;
			/** False: it came before the last byte left. */
			readonly whole: boolean;
	  }
	/** The last byte did not leave: nothing was executed. */
	| { readonly kind: "not_sent"; readonly why: unknown }
	/** The last byte left, and no whole answer came. */
	| { readonly kind: "no_answer"; readonly status: number | undefined; readonly why: unknown };

/**
 * Sends a write once, over a connection of its own, its last byte once it is armed: no redirects, no retries.
 * Throws what `arm` threw.
 */
export async function sendHeld(request: PostRequest, sending: HeldSending): Promise<HeldResult> {
	const attempt = newAttempt({ sending, clock: sending.clock, limits: sending.limits });
	const seen: { status?: number } = {};
	const result = await exchange({ request, attempt, seen }).catch(
		(why: unknown): HeldResult =>
			attempt.phase === "sent" ? { kind: "no_answer", status: seen.status, why } : { kind: "not_sent", why },
	);
	// An answer may come while arming is still being written; whoever records the outcome comes after it.
	await attempt.arming;
	if (attempt.armFault) throw attempt.armFault.reason;
	return result;
}

interface Exchange {
	readonly request: PostRequest;
	readonly attempt: SendAttempt;
	readonly seen: { status?: number };
}

async function exchange({ request, attempt, seen }: Exchange): Promise<HeldResult> {
	const { limits, connection, over, clock } = attempt;
	const { signal } = attempt.sending;
	const giveUp = (reason: unknown) => attempt.phase === "before" && connection.abort(reason);
	const stop = () => giveUp(signal.reason);
	signal.throwIfAborted();
	signal.addEventListener("abort", stop);
	after(limits.beforeMs, over, () => giveUp(new Error("connecting and sending took too long")));
	try {
		const response = await post(request, attempt).finally(() => endSending(attempt));
		limitAnswer(attempt);
		const { statusCode: status = 0, headers } = response;
		seen.status = status;
		const text = await receiveText(decoded(response, headers));
		const whole = attempt.phase === "sent";
		const pause = retryAfterMs(headers, clock.now());
		return { kind: "answered", status, text, headers, whole, retryAfterMs: pause };
	} finally {
		signal.removeEventListener("abort", stop);
		endAttempt(attempt);
	}
}
