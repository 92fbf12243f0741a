import { printable } from "../../../../system/run.ts";
import { jsonObject } from "../../../store/json.ts";
import type { DestinationRefusal } from "../../destination.ts";

type Cause = DestinationRefusal["cause"];
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** An answer that is no success. */
export interface FailedAnswer {
	readonly status: number;
	readonly text: string;
	readonly headers: Headers;
}

/** What an error of the Graph API holds. */
export interface GraphError {
	readonly code: number;
	readonly subcode: number | undefined;
	readonly isTransient: boolean;
	/** A sentence for people. */
	readonly message: string;
}

const MINUTE_MS = 60_000;
const RATE_MS = 15 * MINUTE_MS;
const QUOTA_MS = 60 * MINUTE_MS;
/** Share of a limit, in percent, from which on it is left alone. */
const MOST_USED = 95;

/** Subcodes that say more than their code; read 2026-11-22: Instagram Platform, error codes. */
const SUBCODES: Readonly<Record<number, Cause | "later">> = {
	2207042: "quota",
	2207050: "reconnect",
	2207051: "rate",
	2207027: "later",
	2207006: "later",
	2207008: "later",
};
/** As Meta's pages on errors say, read 2026-11-22. Not in it: 1 and 2, which may pass. */
const CODES: Readonly<Record<number, Cause | "later">> = {
	...{ 1: "later", 2: "later", 9007: "later" },
	...{ 4: "rate", 17: "rate", 32: "rate", 613: "rate", 80001: "rate", 80002: "rate" },
	...{ 9: "quota", 1390008: "quota", 10: "reconnect", 102: "reconnect", 190: "reconnect" },
	...{ 2635: "config", 352: "content", 36000: "content", 36003: "content", 506: "content" },
};
const REMEDIES: Readonly<Record<number, string>> = {
	2635: "Set a newer version in destinations.apps: urls.api.",
	1404078: "The Page needs Publishing Authorization: open it on Facebook.",
	4854002: "Facebook asks for a check of identity: open the Page there.",
};

/** The error of an answer. Undefined: it is none of Meta's. */
export function graphErrorIn(text: string): GraphError | undefined {
	const { error } = jsonObject(text) ?? {};
	if (typeof error !== "object" || error === null) return undefined;
	const { code, error_subcode, is_transient, message, error_user_msg }: Record<string, unknown> = {
		...error,
	};
	if (typeof code !== "number") return undefined;
	const said = [error_user_msg, message].find((each) => typeof each === "string");
	return {
		code,
		subcode: typeof error_subcode === "number" ? error_subcode : undefined,
		isTransient: is_transient === true,
		message: typeof said === "string" ? printable(said, 300) : "",
	};
}

/** The account has to be connected again, or another token be had. */
export function isTokenRefused({ status, text }: Pick<FailedAnswer, "status" | "text">): boolean {
	return status === 401 || graphErrorIn(text)?.code === 190;
}

/**
 * What a failed answer means where nothing is public yet: after the last call only a read tells. Undefined:
 * later may do. `now` in epoch milliseconds.
 */
export function refusalIn(
	{ status, text, headers }: FailedAnswer,
	{ title, now }: { readonly title: string; readonly now: number },
): DestinationRefusal | undefined {
	const error = graphErrorIn(text);
	if (error === undefined || status >= 500) return undefined;
	const { code, subcode, message: said } = error;
	const cause = causeOf(error, status);
	if (cause === "later") return undefined;
	const name = subcode === undefined ? `${code}` : `${code}/${subcode}`;
	const remedy = REMEDIES[subcode ?? code] ?? REMEDIES[code];
	const message = [`${title} refused (${name}): ${said || "it gave no reason"}`, remedy]
		.filter((each) => each !== undefined)
		.join(" ");
	if (cause === "rate") return { cause, message, until: now + (restIn(headers) || RATE_MS) };
	if (cause === "quota") return { cause, message, until: now + QUOTA_MS };
	return { cause, message };
}

function causeOf({ code, subcode = 0, isTransient }: GraphError, status: number): Cause | "later" {
	const known = SUBCODES[subcode] ?? CODES[code];
	if (known !== undefined && known !== "later") return known;
	if (known === "later" || isTransient) return "later";
	if (status === 429) return "rate";
	if ((code >= 200 && code < 300) || status === 401 || (code === 100 && subcode === 33)) return "reconnect";
	return code === 368 ? "platform" : "content";
}

/** How long to leave Meta alone, by what is used of its limits, in milliseconds: mostly 0. */
export function restIn(headers: Headers): number {
	const app = usageIn(headers["x-app-usage"]);
	const own = Object.values(objectIn(headers["x-business-use-case-usage"])).flat().map(asUsage);
	const minutes = own.map(({ estimated_time_to_regain_access: each }) => Number(each) || 0);
	const isFull = [app, ...own].some(({ call_count, total_time, total_cputime }) =>
		[call_count, total_time, total_cputime].some((percent) => Number(percent) >= MOST_USED),
	);
	return Math.max(isFull ? RATE_MS : 0, ...minutes.map((each) => each * MINUTE_MS));
}

type Usage = Readonly<Record<string, unknown>>;

function usageIn(header: Headers[string]): Usage {
	return asUsage(objectIn(header));
}

function asUsage(value: unknown): Usage {
	return typeof value === "object" && value !== null ? (value as Usage) : {};
}

function objectIn(header: Headers[string]): Usage {
	return typeof header === "string" ? (jsonObject(header) ?? {}) : {};
}
