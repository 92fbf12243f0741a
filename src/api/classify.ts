import type { Next } from "../model/fault.ts";
import type { OutcomeClass } from "../model/snapshot.ts";
import type { CallKind } from "./port.ts";

/** What a complete answer with a status proves about a write, and what happens next. */
export interface Verdict {
	readonly class: Exclude<OutcomeClass, "not-sent">;
	readonly next?: Next;
	readonly remedy?: string;
}

const refused = (remedy: string): Verdict => ({ class: "refused", next: "stop", remedy });

/** Statuses that prove that nothing was executed (at-most-once protocol). Every status that is not here proves nothing. */
const REFUSALS: Readonly<Record<number, Verdict>> = {
	400: refused("The service does not take this request: change what it names."),
	401: refused("The API key was not accepted: check SHOWRUN_API_KEY."),
	402: refused("The subscription has no units left for this: top it up, then run the command again."),
	403: refused("The API key was not accepted, or the subscription does not include this: check SHOWRUN_API_KEY and the plan."),
	404: refused("The service does not know what this names: check service.url, and whether the task still exists."),
	405: refused("This service does not offer that: check service.url."),
	410: refused("What this names has expired in the service."),
	413: refused("The request is too large for the service."),
	415: refused("The service does not take this kind of request: check service.url."),
	422: refused("The service does not take this request: change what it names."),
	429: { class: "refused", next: "retry", remedy: "The service is busy: wait a minute." },
};

/** What an endpoint says differently. */
const BY_KIND: Readonly<Partial<Record<CallKind, Readonly<Record<number, Verdict>>>>> = {};

const TOKEN = /\btoken\b|re-?connect|re-?authori[sz]/i;

/** Judges a complete answer. `words` is the service's message, `hasId` whether a 2xx named what was made. */
export function judge(kind: CallKind, answer: { readonly status: number; readonly hasId: boolean; readonly words: string }): Verdict {
	const { status, hasId, words } = answer;
	if (status >= 200 && status < 300)
		return hasId ? { class: "done" } : { class: "unknown", remedy: "It was very likely accepted: look in the service before you say anything else." };
	if (status >= 300 && status < 400) return refused("The service answered with a redirect, which is never followed: put the final address into service.url.");
	const verdict = BY_KIND[kind]?.[status] ?? REFUSALS[status];
	if (verdict === undefined) return { class: "unknown", remedy: "Look in the service whether it was executed." };
	const account = kind === "publish" && [400, 401, 403, 422].includes(status) && TOKEN.test(words) && /account/i.test(words);
	return account ? { class: "refused", next: "wait", remedy: "Reconnect the account in the service, then run the command again." } : verdict;
}
