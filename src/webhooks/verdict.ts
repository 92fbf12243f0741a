import { defined } from "../model/defined.ts";
import { printable } from "../system/run.ts";
import { WebhookAddressFault } from "./address.ts";

/** What came of one attempt: the receiver took it, or why not; also where only the answer was lost. */
export type SendResult =
	| { readonly kind: "taken" }
	| { readonly kind: "not-taken"; readonly why: string; readonly afterMs?: number };

/** Any 2xx means that the receiver has it. */
export function answerOf({
	status,
	retryAfterMs,
}: {
	readonly status: number;
	readonly retryAfterMs?: number | undefined;
}): SendResult {
	if (status >= 200 && status < 300) return { kind: "taken" };
	const why = `The receiver answered ${status}${HINTS[status] ?? ""}.`;
	return { kind: "not-taken", why, ...defined({ afterMs: retryAfterMs }) };
}

const HINTS: Readonly<Record<number, string>> = {
	401: ": check the secret on both sides",
	403: ": check the secret on both sides",
	404: ": check its address, and that it is active",
	410: ": it is gone, make a new one",
	429: ": too many messages",
};

/** Messages of connections hold the host at most, and no path of an address. */
export function failureOf(why: unknown): SendResult {
	if (why instanceof WebhookAddressFault)
		return { kind: "not-taken", why: [why.message, why.remedy].filter(Boolean).join(" ") };
	const words =
		why instanceof Error && why.message !== "" ? printable(why.message, 200) : "no reason was given";
	return { kind: "not-taken", why: `The receiver could not be reached: ${words}` };
}
