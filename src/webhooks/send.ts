import type { Secret } from "../model/secret.ts";
import type { Clock } from "../system/clock.ts";
import { decoded } from "../system/decoded.ts";
import {
	after,
	endAttempt,
	endSending,
	limitAnswer,
	newAttempt,
	type SendAttempt,
	type SendLimits,
	type StreamedBody,
} from "../system/sending/last-byte.ts";
import { post } from "../system/sending/post.ts";
import { type AddressLimits, checkedLookup, parseWebhookAddress } from "./address.ts";
import { receiveText, retryAfterMs } from "./response.ts";
import { signatureHeaders } from "./signature.ts";

/** Where a message goes. */
export interface WebhookTarget extends AddressLimits {
	/** May hold a secret in its path. */
	readonly url: Secret;
	/** Signs: `whsec_…`. */
	readonly secret: Secret;
}

export interface WebhookMessage {
	/** The same for every attempt; receivers know a message by it. */
	readonly id: string;
	readonly body: Buffer | StreamedBody;
	/** Media type of the body. */
	readonly type: string;
	/** What is signed of it. */
	readonly signed: Buffer;
}

export interface SendWebhook {
	/** Awaited with everything but the last byte sent; where it rejects, nothing more is sent. */
	readonly arm: () => Promise<void>;
	readonly clock: Clock;
	/** Counts until arming begins. */
	readonly signal: AbortSignal;
	/** Absent: as the standard advises. */
	readonly limits?: SendLimits;
}

/** What came of one attempt. */
export type WebhookResult =
	/** An answer, to its end. */
	| {
			readonly kind: "answered";
			readonly status: number;
			readonly text: string;
			readonly retryAfterMs: number | undefined;
			/** False: it came before the last byte left. */
			readonly whole: boolean;
	  }
	/** The last byte did not leave: nothing was executed. */
	| { readonly kind: "not_sent"; readonly why: unknown }
	/** The last byte left, and no whole answer came. */
	| { readonly kind: "no_answer"; readonly status: number | undefined; readonly why: unknown };

/** Standard Webhooks advises 15 to 30 seconds for the answer. */
const LIMITS: SendLimits = { settleMs: 30, windowMs: 2_000, beforeMs: 60_000, answerMs: 30_000 };

/** Slowest that a large body may be sent, in bytes a millisecond. */
const SLOWEST = 250;

function limitsFor({ body }: WebhookMessage): SendLimits {
	return { ...LIMITS, beforeMs: LIMITS.beforeMs + Math.ceil(body.length / SLOWEST) };
}

/**
 * Signs a message and sends it once, over a connection of its own: no redirects, no retries. Throws what
 * `arm` threw, and `WebhookAddressFault`.
 */
export async function sendWebhook(
	message: WebhookMessage,
	target: WebhookTarget,
	sending: SendWebhook,
): Promise<WebhookResult> {
	const { arm, clock, limits = limitsFor(message) } = sending;
	const attempt = newAttempt({
		sending: { operation: message.id, arm, signal: sending.signal },
		clock,
		limits,
	});
	const seen: { status?: number } = {};
	const result = await exchange({ message, target, sending, attempt, seen }).catch(
		(why: unknown): WebhookResult =>
			attempt.phase === "sent" ? { kind: "no_answer", status: seen.status, why } : { kind: "not_sent", why },
	);
	// An answer may come while arming is still being written; whoever records the outcome comes after it.
	await attempt.arming;
	if (attempt.armFault) throw attempt.armFault.reason;
	return result;
}

interface Exchange {
	readonly message: WebhookMessage;
	readonly target: WebhookTarget;
	readonly sending: SendWebhook;
	readonly attempt: SendAttempt;
	readonly seen: { status?: number };
}

async function exchange({ message, target, sending, attempt, seen }: Exchange): Promise<WebhookResult> {
	const { signal, clock } = sending;
	const { limits, connection, over } = attempt;
	const giveUp = (reason: unknown) => attempt.phase === "before" && connection.abort(reason);
	const stop = () => giveUp(signal.reason);
	signal.throwIfAborted();
	signal.addEventListener("abort", stop);
	after(limits.beforeMs, over.signal, () => giveUp(new Error("connecting and sending took too long")));
	try {
		const url = parseWebhookAddress(target.url.reveal(), target);
		const request = { url, headers: headersOf(message, target, clock), bytes: message.body };
		const response = await post({ ...request, lookup: checkedLookup(url, target) }, attempt).finally(() =>
			endSending(attempt),
		);
		limitAnswer(attempt);
		const { statusCode: status = 0, headers } = response;
		seen.status = status;
		const text = await receiveText(decoded(response, headers));
		const whole = attempt.phase === "sent";
		return { kind: "answered", status, text, whole, retryAfterMs: retryAfterMs(headers, clock.now()) };
	} finally {
		signal.removeEventListener("abort", stop);
		endAttempt(attempt);
	}
}

function headersOf(
	{ id, type, signed }: WebhookMessage,
	{ secret }: WebhookTarget,
	clock: Clock,
): Readonly<Record<string, string>> {
	const timestamp = Math.floor(clock.now() / 1000);
	return {
		"content-type": type,
		accept: "application/json",
		"accept-encoding": "identity",
		"user-agent": "showrun",
		...signatureHeaders({ id, timestamp, body: signed }, secret),
	};
}
