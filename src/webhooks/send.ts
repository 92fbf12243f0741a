import type { Secret } from "../model/secret.ts";
import type { Clock } from "../system/clock.ts";
import type { SendLimits, StreamedBody } from "../system/sending/last-byte.ts";
import { type HeldResult, sendHeld } from "../system/sending/send-held.ts";
import { type AddressLimits, checkedLookup, parseWebhookAddress, WebhookAddressFault } from "./address.ts";
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
export type WebhookResult = HeldResult;

/** Standard Webhooks advises 15 to 30 seconds for the answer. */
const LIMITS: SendLimits = { settleMs: 30, windowMs: 2_000, beforeMs: 60_000, answerMs: 30_000 };

/** Slowest that a large body may be sent, in bytes a millisecond. */
const SLOWEST = 250;

function limitsFor({ body }: WebhookMessage): SendLimits {
	return { ...LIMITS, beforeMs: LIMITS.beforeMs + Math.ceil(body.length / SLOWEST) };
}

/**
 * Signs a message and sends it once, over a connection of its own: no redirects, no retries. Throws what
 * `arm` threw.
 */
export async function sendWebhook(
	message: WebhookMessage,
	target: WebhookTarget,
	sending: SendWebhook,
): Promise<WebhookResult> {
	const { limits = limitsFor(message) } = sending;
	try {
		const url = parseWebhookAddress(target.url.reveal(), target);
		const request = { url, headers: headersOf(message, target, sending.clock), bytes: message.body };
		const lookup = checkedLookup(url, target);
		return await sendHeld({ ...request, lookup }, { ...sending, limits, operation: message.id });
	} catch (why) {
		if (why instanceof WebhookAddressFault) return { kind: "not_sent", why };
		throw why;
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
