import type { Clock } from "../system/clock.ts";
import { retryAfterMs } from "../system/sending/answer.ts";
import { ask } from "../system/sending/ask.ts";
import { checkedLookup, parseWebhookAddress } from "./address.ts";
import type { WebhookTarget } from "./send.ts";
import { signatureHeaders } from "./signature.ts";
import { answerOf, failureOf, type SendResult } from "./verdict.ts";

/** A message whose receiver drops it where its id is known. */
export interface RepeatableMessage {
	/** The same for every attempt; without dots. */
	readonly id: string;
	/** JSON. */
	readonly body: Buffer;
}

/** Standard Webhooks advises 15 to 30 seconds for the answer. */
const LIMIT_MS = 15_000;
/** Only the status of an answer counts: so much of its text is read, in bytes. */
const MOST = 1_024;

/**
 * Signs a message and sends it, over a connection of its own: no redirects. Throws where it was stopped.
 */
export async function sendRepeatable(
	{ id, body }: RepeatableMessage,
	target: WebhookTarget,
	{ clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<SendResult> {
	try {
		const url = parseWebhookAddress(target.url.reveal(), target);
		const timestamp = Math.floor(clock.now() / 1000);
		const signature = signatureHeaders({ id, timestamp, body }, target.secret);
		const headers = { "content-type": "application/json", "user-agent": "showrun", ...signature };
		const limits = { limitMs: LIMIT_MS, most: MOST, lookup: checkedLookup(url, target) };
		const answer = await ask({ method: "POST", url, headers, body, signal, ...limits });
		const afterMs = retryAfterMs(answer.headers, clock.now());
		return answerOf({ status: answer.status, retryAfterMs: afterMs });
	} catch (error) {
		if (signal.aborted) throw error;
		return failureOf(error);
	}
}
