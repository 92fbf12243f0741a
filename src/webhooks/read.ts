import type { Clock } from "../system/clock.ts";
import { ask } from "../system/sending/ask.ts";
import { checkedLookup } from "./address.ts";
import type { WebhookTarget } from "./send.ts";
import { signatureHeaders } from "./signature.ts";

/** What is asked of a receiver. */
export interface SignedQuestion {
	readonly url: URL;
	/** Of the message that is asked about. */
	readonly id: string;
}

const LIMIT_MS = 40_000;

/**
 * Asks a receiver with a signed GET: no redirects, no retries. Rejects where no whole answer comes.
 */
export function readSigned(
	{ url, id }: SignedQuestion,
	target: WebhookTarget,
	{ clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<{ readonly status: number; readonly text: string }> {
	const timestamp = Math.floor(clock.now() / 1000);
	const signature = signatureHeaders({ id, timestamp, body: Buffer.alloc(0) }, target.secret);
	const headers = { accept: "application/json", "user-agent": "showrun", ...signature };
	return ask({ url, headers, signal, limitMs: LIMIT_MS, lookup: checkedLookup(url, target) });
}
