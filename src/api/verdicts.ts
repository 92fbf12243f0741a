import type { Next } from "../model/fault.ts";
import type { CallKind } from "./port.ts";

/** What a complete answer with a status proves about a write, in words, and what happens next. */
export interface Verdict {
	readonly class: "done" | "refused" | "unknown";
	readonly next?: Next;
	readonly summary: string;
	readonly remedy?: string;
}

/** What to do about any write that may or may not have been executed. */
export const CHECK_AND_RESOLVE =
	"Check the service's calendar or the channel, then record the result with `showrun resolve`.";

const refused = (summary: string, remedy: string): Verdict => ({
	class: "refused",
	next: "stop",
	summary,
	remedy,
});
const refusedForNow = (summary: string, remedy: string): Verdict => ({
	class: "refused",
	next: "wait",
	summary,
	remedy,
});
const INVALID = refused(
	"the service rejected the request as invalid",
	"Fix the problem above in the campaign, then run the command again.",
);
const REDIRECT = refused(
	"the service answered with a redirect, and redirects are not followed",
	"Set service.url to the final address.",
);
const NO_UNITS = refusedForNow(
	"the subscription has no units left for this",
	"Top up the API units; it is tried again later by itself.",
);
const NO_QUOTA = refusedForNow(
	"a quota of the service or the platform is used up",
	"Wait until it is renewed; it is tried again later by itself.",
);
const CHECK_URL = "Check service.url: is it a deployment of this interface?";
const RECONNECT = refusedForNow(
	"the account's authorization is no longer valid",
	"Reconnect the account with `showrun accounts connect`; it is tried again later by itself.",
);
const UNPROVEN: Verdict = {
	class: "unknown",
	next: "stop",
	summary: "the response does not show whether the request was executed",
	remedy: CHECK_AND_RESOLVE,
};
const CUT_OFF: Verdict = {
	class: "unknown",
	next: "stop",
	summary: "the response was cut off",
	remedy: CHECK_AND_RESOLVE,
};
const WITHOUT_ID: Verdict = {
	class: "unknown",
	next: "stop",
	summary: "probably accepted, but the response contains no id",
	remedy: CHECK_AND_RESOLVE,
};

/** Statuses that prove that nothing was executed. Every status that is not here proves nothing. */
const REFUSALS: Readonly<Record<number, Verdict>> = {
	400: INVALID,
	401: refused("the API key was not accepted", "Check SHOWRUN_API_KEY."),
	402: NO_UNITS,
	403: refused(
		"the API key was not accepted, or the subscription does not include this",
		"Check SHOWRUN_API_KEY, and what the subscription includes.",
	),
	404: refused("not found", "Check service.url, and whether the task still exists there."),
	405: refused("the service does not support this operation", CHECK_URL),
	410: refused(
		"the results have expired in the service",
		"Submit the video again (showrun apply --replace ADDRESS), or leave it out.",
	),
	413: refused("the request is too large for the service", "Shorten the texts, then run the command again."),
	415: refused("the service does not support this content type", CHECK_URL),
	422: INVALID,
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
			"the service cannot find the video to clip",
			"Check that the source can still be fetched, then run the command again.",
		),
		410: refused("the uploaded file is no longer there", "Run the command again to upload it again."),
		413: refused("the video is too large for the service", "Give it as a URL, or a smaller file."),
	},
	publish: {
		404: refused(
			"the service has no such task or account",
			"See `showrun accounts list`; submit the video again with --replace if its task is gone.",
		),
		410: refused(
			"the clip's results expired in the service",
			"Submit the video again with --replace, or leave the post out.",
		),
	},
	export: {
		404: refused("the service has no such task", "Submit the video again with --replace."),
		410: refused(
			"the results of the task expired in the service",
			"Submit the video again with --replace, or leave the rendition out.",
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

/**
 * Says what an answer to a completely sent write proves: only complete answers with a listed status prove a
 * refusal.
 */
export function judge(kind: CallKind, answer: Judged, overrides: Overrides = OVERRIDES): Verdict {
	const { status, complete, named, words } = answer;
	if (isSuccess(status)) return complete && named ? { class: "done", summary: "accepted" } : WITHOUT_ID;
	const verdict = overrides[kind]?.[status] ?? (status >= 300 && status < 400 ? REDIRECT : REFUSALS[status]);
	if (verdict === undefined) return UNPROVEN;
	if (verdict.class === "refused" && !complete) return CUT_OFF;
	return verdict.class === "refused" ? (byWords(kind, status, words) ?? verdict) : verdict;
}

export function isSuccess(status: number): boolean {
	return status >= 200 && status < 300;
}

/**
 * Refusals that only the text tells apart (service-facts, "Errors and limits"); they change the remedy, never
 * the class.
 */
function byWords(kind: CallKind, status: number, words: string): Verdict | undefined {
	if (status === 429 || (status >= 300 && status < 400)) return undefined;
	if (/\binsufficient\b.*\bunits?\b/i.test(words)) return NO_UNITS;
	if (/\b(quota|(daily|hourly|monthly) limit)\b.*\b(exceeded|reached|used up|exhausted)\b/i.test(words))
		return NO_QUOTA;
	// With 401 and 403 a lone "token" may well be the API key.
	const about =
		status === 401 || status === 403
			? /re-?connect|re-?authori[sz]|account\b.*\btoken|token\b.*\baccount/i
			: /\btoken\b|re-?connect|re-?authori[sz]/i;
	return kind === "publish" && about.test(words) ? RECONNECT : undefined;
}
