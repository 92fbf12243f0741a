import { printable } from "../../../system/run.ts";
import { WebhookAddressFault } from "../../../webhooks/address.ts";
import type { WebhookResult } from "../../../webhooks/send.ts";
import type { DestinationRefusal, Progress, PublishOutcome } from "../destination.ts";
import { postedIn, whereIn } from "./posted-answer.ts";

/** Complete answers that say: not executed, and it will not be. */
const REFUSED: readonly number[] = [400, 401, 402, 403, 404, 405, 406, 411, 413, 414, 415, 422, 431];

export interface AnswerFacts {
	/** Name of the receiver for people: its host alone, for its address may hold a secret. */
	readonly host: string;
	readonly now: number;
	/** What is kept of this attempt. */
	readonly progress: Progress;
	/** The status of a post that was taken is asked for only at the receiver's own origin. */
	readonly origin: string;
}

/**
 * What an attempt came to that left: by its status, as far as that says whether it was executed. Any 2xx
 * means that the receiver has the post.
 */
export function webhookOutcome(result: WebhookResult, facts: AnswerFacts): PublishOutcome {
	if (result.kind === "not_sent") return notSent(result.why, facts);
	if (result.kind === "no_answer") {
		const begun = result.status === undefined ? "did not answer" : `answered ${result.status} and broke off`;
		return { kind: "unknown", seen: `${facts.host} ${begun}: ${reasonOf(result.why)}` };
	}
	const { status, whole } = result;
	if (status >= 200 && status < 300 && whole) return taken(result.text, facts);
	const refusal = refusalOf(result, facts);
	if (refusal !== undefined) return { kind: "refused", why: refusal };
	if (!whole && status >= 300) return notSent(new Error(`it answered ${status} before the end`), facts);
	return { kind: "unknown", seen: `${facts.host} answered ${status}` };
}

function taken(text: string, { progress, origin }: AnswerFacts): PublishOutcome {
	const { state, status_url: statusUrl } = postedIn(text);
	if (state === "accepted" && statusUrl !== undefined && new URL(statusUrl).origin === origin)
		return { kind: "accepted", progress: { ...progress, step: "accepted", statusUrl } };
	return { kind: "posted", ...whereIn(text) };
}

/** Why a receiver does not take a post. Undefined: its status does not say whether it did. */
function refusalOf(
	{ status, retryAfterMs }: Extract<WebhookResult, { readonly kind: "answered" }>,
	{ host, now }: AnswerFacts,
): DestinationRefusal | undefined {
	const answered = `${host} answered ${status}`;
	if (status >= 300 && status < 400)
		return refusal("config", `${answered}: redirects are not followed. Connect it by its final address.`);
	if (status === 410) return refusal("reconnect", `${answered}: this webhook is gone. Connect a new one.`);
	if (status === 429)
		return { ...refusal("rate", `${answered}: too many requests.`), until: now + (retryAfterMs ?? 60_000) };
	if (status === 401 || status === 403)
		return refusal("config", `${answered}: check the secret of the webhook on both sides.`);
	if (status === 404) return refusal("config", `${answered}: check its address, and that it is active.`);
	return REFUSED.includes(status)
		? refusal("content", `${answered}: it does not take this post.`)
		: undefined;
}

function refusal(cause: DestinationRefusal["cause"], message: string): DestinationRefusal {
	return { cause, message };
}

/** Nothing was executed, although it was armed. */
function notSent(why: unknown, { host }: AnswerFacts): PublishOutcome {
	if (why instanceof WebhookAddressFault)
		return { kind: "refused", why: refusal("config", [why.message, why.remedy].filter(Boolean).join(" ")) };
	return { kind: "refused", why: refusal("busy", `Not sent to ${host}: ${reasonOf(why)}`) };
}

/** A failure in a few words; messages of connections hold no path of an address. */
export function reasonOf(why: unknown): string {
	return why instanceof Error ? printable(why.message, 200) : "no reason was given";
}
