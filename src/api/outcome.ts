import { defined } from "../model/defined.ts";
import type { Evidence } from "../model/snapshot.ts";
import { causeRemedy, causeText, errorText, evidenceBody } from "./error-text.ts";
import type { Answers, CallKind, CallOutcome } from "./port.ts";
import { CHECK_AND_RESOLVE, isSuccess, judge, type Verdict } from "./verdicts.ts";

/** How an attempt ended, as far as we can tell. */
export interface Ended {
	/**
	 * The last byte was given to the connection: decided by us, never by an error code (the same ECONNRESET
	 * comes before and after execution).
	 */
	readonly sent: boolean;
	readonly secret: string;
}

/** An answer to a write. */
export interface Answer<Kind extends CallKind> {
	readonly kind: Kind;
	readonly status: number;
	readonly text: string;
	readonly complete: boolean;
	/** What the answer names, where it can be read. */
	readonly named: Answers[Kind] | undefined;
	readonly retryAfterMs: number | undefined;
}

/** The outcome of an attempt that was answered. */
export function answeredOutcome<Kind extends CallKind>(
	answer: Answer<Kind>,
	{ sent, secret }: Ended,
): CallOutcome<Kind> {
	const { status, text, complete, named, retryAfterMs } = answer;
	// Of a success they say nothing.
	const words = isSuccess(status) ? undefined : errorText(text, secret);
	const judged = judge(answer.kind, { status, complete, named: named !== undefined, words: words ?? "" });
	const verdict = sent ? judged : beforeTheEnd(judged, answer);
	const evidence: Evidence = {
		httpStatus: status,
		...(text !== "" && { rawBody: evidenceBody(text, secret) }),
		...(!complete && { error: "the response was cut off" }),
	};
	if (verdict.class === "done" && named !== undefined)
		return { class: "done", answer: named, evidence, message: verdict.summary };
	return {
		class: verdict.class,
		evidence,
		message: `${verdict.summary} (status ${status}${words === undefined ? "" : `: ${words}`})`,
		...(verdict.next && { next: verdict.next }),
		...defined({ remedy: verdict.remedy }),
		...(retryAfterMs !== undefined && verdict.next !== "stop" && { retryAfterMs }),
	};
}

/** The outcome of an attempt that got no answer. */
export function silentOutcome<Kind extends CallKind>(
	cause: unknown,
	{ sent, secret }: Ended,
): CallOutcome<Kind> {
	const why = causeText(cause, secret);
	const evidence = { error: why };
	if (sent)
		return {
			class: "unknown",
			evidence,
			message: `no response after the request was sent: ${why}`,
			remedy: CHECK_AND_RESOLVE,
			next: "stop",
		};
	return {
		class: "not-sent",
		evidence,
		message: `not sent: ${why}`,
		remedy: causeRemedy(cause),
		next: "retry",
	};
}

type EarlyVerdict = Omit<Verdict, "class"> & { readonly class: CallOutcome<CallKind>["class"] };

/**
 * An answer to a request whose last byte was held back: nothing can have been executed, so a refusal is
 * one and everything else was not sent. But a service that names what it made out of half a request is not
 * the one we know; only a person can tell what it did.
 */
function beforeTheEnd<Kind extends CallKind>(judged: Verdict, { status, named }: Answer<Kind>): EarlyVerdict {
	if (judged.class === "refused") return judged;
	if (isSuccess(status) && named !== undefined)
		return {
			class: "unknown",
			next: "stop",
			summary: "the service accepted the request before all of it was sent",
			remedy: CHECK_AND_RESOLVE,
		};
	const summary = "not sent: the service responded before the end of the request";
	return {
		class: "not-sent",
		next: isSuccess(status) ? "stop" : "retry",
		summary,
		remedy: "Check service.url, and any proxy on the way to it.",
	};
}
