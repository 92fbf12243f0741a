import { printable } from "../../../../system/run.ts";
import { fieldsOf, jsonObject } from "../../../store/json.ts";
import type { DestinationRefusal } from "../../destination.ts";

/** A complete answer that is no success. */
export interface FailedAnswer {
	readonly status: number;
	readonly text: string;
	readonly retryAfterMs?: number | undefined;
}

const RECONNECT = [
	"authError",
	"unauthorized",
	"UNAUTHENTICATED",
	"youtubeSignupRequired",
	"insufficientPermissions",
	"ACCESS_TOKEN_SCOPE_INSUFFICIENT",
	"accountDelegationForbidden",
];
const DAY = ["quotaExceeded", "dailyLimitExceeded"];
const RATE = ["rateLimitExceeded", "userRateLimitExceeded", "uploadRateLimitExceeded"];
/** Refused for what was asked for: the documentation of videos.insert and videos.update. */
const CONTENT = /^(?:invalid[A-Z]\w*|mediaBodyRequired|forbidden\w+Setting|defaultLanguageNotSet)$/;
const DAY_MS = 24 * 3_600_000;
/** As of the Data API's documentation: the day of quotas ends at midnight there. */
const ZONE = "America/Los_Angeles";

/**
 * What a failed answer says. Undefined: later may do (500 and above, a conflict, a timeout, a redirect).
 * `certain`: the documentation lists it, so that nothing was executed.
 */
export function refusalIn(
	{ status, text, retryAfterMs }: FailedAnswer,
	now: number,
): { readonly why: DestinationRefusal; readonly certain: boolean } | undefined {
	const { reason, sentence } = errorIn(text);
	const message = `YouTube answered ${status}${reason && ` ${reason}`}: ${sentence || "it gave no reason"}`;
	const certainly = (why: Omit<DestinationRefusal, "message">) => ({
		why: { ...why, message },
		certain: true,
	});
	if (DAY.includes(reason)) return certainly({ cause: "quota", until: nextPacificMidnight(now) });
	// Of the channel, without a number: about a day.
	if (reason === "uploadLimitExceeded") return certainly({ cause: "quota", until: now + DAY_MS });
	if (RATE.includes(reason) || status === 429)
		return certainly({ cause: "rate", ...(retryAfterMs !== undefined && { until: now + retryAfterMs }) });
	if (status === 401 || RECONNECT.includes(reason)) return certainly({ cause: "reconnect" });
	// Somebody in between redirects: a captive portal, a proxy.
	if (status < 400) return undefined;
	if (status === 408 || status === 409 || status === 425 || status >= 500) return undefined;
	if (CONTENT.test(reason)) return certainly({ cause: "content" });
	return { why: { cause: "platform", message }, certain: false };
}

/** `{error: {code, message, errors: [{reason}], status}}`; of anything else, nothing. */
function errorIn(text: string): { readonly reason: string; readonly sentence: string } {
	const { error } = jsonObject(text) ?? {};
	const { errors, message, status } = fieldsOf(error);
	const first = fieldsOf(Array.isArray(errors) ? errors[0] : undefined);
	const reason = [first.reason, status].find((each) => typeof each === "string") ?? "";
	const sentence = typeof message === "string" ? message.replace(/<[^>]*>/g, "") : "";
	return { reason: printable(String(reason), 60), sentence: printable(sentence, 300) };
}

/** When the quotas of a day begin anew, in epoch milliseconds. */
export function nextPacificMidnight(now: number): number {
	const wall = (at: number) => at + offsetMs(at);
	const midnight = (Math.floor(wall(now) / DAY_MS) + 1) * DAY_MS;
	// The clocks may change before that midnight.
	return midnight - offsetMs(midnight - offsetMs(now));
}

/** The day of the quotas, as `2026-11-23`. */
export function pacificDay(now: number): string {
	return new Date(now + offsetMs(now)).toISOString().slice(0, 10);
}

function offsetMs(at: number): number {
	const parts = new Intl.DateTimeFormat("en-US", { timeZone: ZONE, timeZoneName: "longOffset" });
	const name = parts.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
	const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
	return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
