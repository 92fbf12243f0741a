import { Fault, type Next } from "../model/fault.ts";
import type { CallKind } from "./port.ts";

/** The service answered a read with a refusal, or with something that cannot be read. */
export class ReadFault extends Fault {
	readonly next: Next;
	override readonly fatal: boolean;

	constructor(
		message: string,
		options: { readonly next: Next; readonly fatal: boolean; readonly remedy?: string },
	) {
		super(message, options);
		this.next = options.next;
		this.fatal = options.fatal;
	}
}

/** The service cannot be reached at all. */
export class UnreachableFault extends Fault {
	readonly next = "retry" as const;
	override readonly fatal = true;
}

/** What a complete answer with a status proves about a write, in words, and what happens next. */
export interface Verdict {
	readonly class: "done" | "refused" | "unknown";
	readonly next?: Next;
	readonly summary: string;
	readonly remedy?: string;
}

/** What to do about any write that may or may not have been executed. */
export const LOOK =
	"Look in the service (its calendar, the channel) whether it was executed, then say so with `showrun resolve`.";

const refused = (summary: string, remedy: string): Verdict => ({
	class: "refused",
	next: "stop",
	summary,
	remedy,
});
const CHANGE = refused(
	"the service does not take this request",
	"Change what the message names, then run the command again.",
);
const REDIRECT = refused(
	"the service answered with a redirect, which is never followed",
	"Put the final address into service.url.",
);
const UNITS = refused(
	"the subscription has no units left for this",
	"Top up the API units, then run the command again.",
);
const ELSEWHERE = "Check service.url: is it a deployment of this interface?";
const RECONNECT: Verdict = {
	class: "refused",
	next: "wait",
	summary: "the account's authorization is no longer valid",
	remedy: "Reconnect the account with `showrun accounts connect`, then run the command again.",
};
const UNPROVED: Verdict = {
	class: "unknown",
	next: "stop",
	summary: "the answer proves neither that it was executed nor that it was not",
	remedy: LOOK,
};
const BROKEN_OFF: Verdict = { class: "unknown", next: "stop", summary: "the answer broke off", remedy: LOOK };
const NAMELESS: Verdict = {
	class: "unknown",
	next: "stop",
	summary: "very likely accepted, but the answer names no id",
	remedy: LOOK,
};

/** Statuses that prove that nothing was executed. Every status that is not here proves nothing. */
const REFUSALS: Readonly<Record<number, Verdict>> = {
	400: CHANGE,
	401: refused("the API key was not accepted", "Check SHOWRUN_API_KEY."),
	402: UNITS,
	403: refused(
		"the API key was not accepted, or the subscription does not include this",
		"Check SHOWRUN_API_KEY, and what the subscription includes.",
	),
	404: refused(
		"the service does not know what this names",
		"Check service.url, and whether the task still exists there.",
	),
	405: refused("the service does not offer this", ELSEWHERE),
	410: refused("what this names has expired in the service", "Submit the video again, or leave it out."),
	413: refused("the request is too large for the service", "Shorten the texts, then run the command again."),
	415: refused("the service does not take this kind of request", ELSEWHERE),
	422: CHANGE,
	429: {
		class: "refused",
		next: "retry",
		summary: "too many requests or running tasks for now",
		remedy: "Wait a minute; `service.limits` in the settings slows requests down.",
	},
};

/** What an endpoint's statuses mean otherwise than in `REFUSALS`. */
export type Overrides = Readonly<Partial<Record<CallKind, Readonly<Record<number, Verdict>>>>>;

/** What each endpoint's statuses say beyond the table: whose fault it is, never whether it was executed. */
const OVERRIDES: Overrides = {
	submit: {
		404: refused(
			"the service does not find what is to be clipped",
			"Check that the source can still be fetched, then run the command again.",
		),
		410: refused(
			"what was uploaded is not there any more",
			"Run the command again: the file is uploaded anew.",
		),
		413: refused("the video is too large for the service", "Give it as a URL, or a smaller file."),
	},
	publish: {
		404: refused(
			"the service does not know the clip's task, or the account",
			"See `showrun accounts list`; submit the video again with -replace if its task is gone.",
		),
		410: refused(
			"the clip's results have expired in the service",
			"Submit the video again with -replace, or leave the post out.",
		),
	},
	export: {
		404: refused(
			"the service does not know the task whose clips are to be rendered",
			"Submit the video again with -replace.",
		),
		410: refused(
			"the results of the task have expired in the service",
			"Submit the video again with -replace, or leave the rendition out.",
		),
	},
};

/** A whole answer to a write, and what could be read of it. */
export interface Judged {
	readonly status: number;
	/** The answer arrived to its end. */
	readonly complete: boolean;
	/** Its `data` names what was made. */
	readonly named: boolean;
	/** The service's own words. */
	readonly words: string;
}

/** Says what an answer to a completely sent write proves: only complete answers with a listed status prove a refusal. */
export function judge(kind: CallKind, answer: Judged, overrides: Overrides = OVERRIDES): Verdict {
	const { status, complete, named, words } = answer;
	if (isSuccess(status)) return complete && named ? { class: "done", summary: "accepted" } : NAMELESS;
	const verdict = overrides[kind]?.[status] ?? (status >= 300 && status < 400 ? REDIRECT : REFUSALS[status]);
	if (verdict === undefined) return UNPROVED;
	if (verdict.class === "refused" && !complete) return BROKEN_OFF;
	return verdict.class === "refused" ? (byWords(kind, status, words) ?? verdict) : verdict;
}

export function isSuccess(status: number): boolean {
	return status >= 200 && status < 300;
}

/** Refusals that only the text tells apart (service-facts, "Errors and limits"); they change the remedy, never the class. */
function byWords(kind: CallKind, status: number, words: string): Verdict | undefined {
	if (status === 429 || (status >= 300 && status < 400)) return undefined;
	if (/\binsufficient\b.*\bunits?\b/i.test(words)) return UNITS;
	// With 401 and 403 a lone "token" may well be the API key.
	const about =
		status === 401 || status === 403
			? /re-?connect|re-?authori[sz]|account\b.*\btoken|token\b.*\baccount/i
			: /\btoken\b|re-?connect|re-?authori[sz]/i;
	return kind === "publish" && about.test(words) ? RECONNECT : undefined;
}
