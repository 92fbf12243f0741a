import { StopFault } from "../model/fault.ts";
import type { Clock } from "../system/clock.ts";
import { decoded } from "../system/decoded.ts";
import { sha256 } from "../system/files.ts";
import {
	after,
	endAttempt,
	endSending,
	limitAnswer,
	newAttempt,
	type SendAttempt,
	type SendLimits,
} from "../system/sending/last-byte.ts";
import { type PostRequest, post } from "../system/sending/post.ts";
import { IDEMPOTENCY_HEADER } from "../wire/names.ts";
import { pauseIn } from "./backoff.ts";
import { type Connection, receive } from "./connection.ts";
import { type Answer, answeredOutcome, silentOutcome } from "./outcome.ts";
import type { Answers, Call, CallKind, CallOutcome, Sending } from "./port.ts";
import { isSuccess } from "./verdicts.ts";

export const SEND_LIMITS: SendLimits = { settleMs: 30, windowMs: 2_000, beforeMs: 60_000, answerMs: 120_000 };

/** How much of an answer is kept, and read at all, in bytes. */
const ANSWER_SIZE = { keep: 1 << 20, most: 1 << 26 };

/** What sending needs besides the call. */
export interface SendOptions<Kind extends CallKind> {
	readonly connection: Connection;
	readonly headers: Readonly<Record<string, string>>;
	readonly clock: Clock;
	readonly limits: SendLimits;
	/** What a 2xx names. Undefined: nothing that can be read. */
	readonly answer: (body: string) => Answers[Kind] | undefined;
}

/**
 * Sends a call that cannot be repeated over a connection of its own: all but the last byte, `arm`, the
 * last byte. A JSON body without its closing brace cannot be parsed, so whatever fails before was not
 * executed. Follows no redirect, retries nothing.
 * `sending.signal` counts only until arming begins. Throws what `arm` threw, once nothing can be sent any
 * more, and `StopFault` for a request that is not the recorded one.
 */
export async function send<Kind extends CallKind>(
	call: Call<Kind>,
	sending: Sending,
	options: SendOptions<Kind>,
): Promise<CallOutcome<Kind>> {
	if (sha256(call.payload) !== call.payloadSha256)
		throw new StopFault("The request was changed after it was recorded, so it is not sent.");
	const attempt = newAttempt({ sending, clock: options.clock, limits: options.limits });
	const result = await exchange(call, attempt, options).then(
		(answer) => ({ answer }),
		(cause: unknown) => ({ cause }),
	);
	// An answer may come while the armed record is still being written; whoever records the outcome must come
	// after it.
	await attempt.arming;
	if (attempt.armFault) throw attempt.armFault.reason;
	const ended = { sent: attempt.phase === "sent", secret: options.connection.apiKey.reveal() };
	return "answer" in result ? answeredOutcome(result.answer, ended) : silentOutcome(result.cause, ended);
}

/** Sends the request and reads its answer. Rejects where there is none. */
async function exchange<Kind extends CallKind>(
	call: Call<Kind>,
	attempt: SendAttempt,
	options: SendOptions<Kind>,
): Promise<Answer<Kind>> {
	const { sending, limits, connection, over } = attempt;
	const giveUp = (reason: unknown) => attempt.phase === "before" && connection.abort(reason);
	const stop = () => giveUp(sending.signal.reason);
	if (sending.signal.aborted) throw sending.signal.reason;
	sending.signal.addEventListener("abort", stop);
	after(limits.beforeMs, over, () => giveUp(new Error("connecting and sending took too long")));
	try {
		const response = await post(requestOf(call, attempt, options), attempt).finally(() =>
			endSending(attempt),
		);
		// An answer may also begin before the last byte, and drip.
		limitAnswer(attempt);
		const { statusCode: status = 0, headers } = response;
		const { text, complete } = await receive(decoded(response, headers), ANSWER_SIZE);

		const named = isSuccess(status) && complete ? options.answer(text) : undefined;
		return {
			kind: call.kind,
			status,
			text,
			complete,
			named,
			retryAfterMs: pauseIn(headers, options.clock.now()),
		};
	} finally {
		sending.signal.removeEventListener("abort", stop);
		endAttempt(attempt);
	}
}

function requestOf(
	{ payload, endpoint }: Call<CallKind>,
	attempt: SendAttempt,
	{ connection, headers }: Pick<SendOptions<CallKind>, "connection" | "headers">,
): PostRequest {
	return {
		url: new URL(`${connection.url}${endpoint}`),
		headers: { ...headers, [IDEMPOTENCY_HEADER]: attempt.sending.operation },
		bytes: Buffer.from(payload, "utf8"),
	};
}
