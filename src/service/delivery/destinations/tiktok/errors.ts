import { printable } from "../../../../system/run.ts";
import { jsonObject } from "../../../store/json.ts";
import type { DestinationRefusal } from "../../destination.ts";

type Cause = DestinationRefusal["cause"];

/** As TikTok's pages on errors say, read 2026-11-22: nothing was executed. */
const CAUSES: Readonly<Record<string, Cause>> = {
	access_token_invalid: "reconnect",
	scope_not_authorized: "reconnect",
	scope_permission_missed: "reconnect",
	auth_removed: "reconnect",
	rate_limit_exceeded: "rate",
	spam_risk_too_many_posts: "quota",
	spam_risk_too_many_pending_share: "quota",
	reached_active_user_cap: "quota",
};
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
const REMEDIES: Readonly<Record<string, string>> = {
	unaudited_client_can_only_post_to_private_accounts:
		"TikTok lets an app that it has not audited post only what you alone see: ask for visibility private, or set destinations.tiktok.mode to inbox.",
	spam_risk_too_many_posts: "This creator has posted as often as TikTok allows a day, by all apps together.",
	spam_risk_too_many_pending_share: "Too many drafts wait in the inbox: publish or delete some in TikTok.",
};

/** What an answer of the API says: its code is `ok`, and its status 200, where it did what was asked. */
export interface ApiError {
	readonly code: string;
	/** A sentence. */
	readonly message: string;
}

/** The error of an answer, whatever its status. Undefined: it is none of TikTok's. */
export function errorIn(text: string): ApiError | undefined {
	const { error } = jsonObject(text) ?? {};
	const { code, message }: { readonly code?: unknown; readonly message?: unknown } =
		typeof error === "object" && error !== null ? error : {};
	if (typeof code !== "string") return undefined;
	return {
		code: printable(code, 80),
		message: typeof message === "string" ? printable(message, 300) : "",
	};
}

/**
 * What a failed answer means. Undefined: later may do. `now` in epoch milliseconds.
 */
export function refusalOf(
	{ status, text }: { readonly status: number; readonly text: string },
	now: number,
): DestinationRefusal | undefined {
	const error = errorIn(text);
	if (error === undefined || error.code === "internal_error") return undefined;
	const { code, message: said } = error;
	const cause = CAUSES[code] ?? (status === 401 ? "reconnect" : status === 429 ? "rate" : "content");
	const message = `TikTok refused: ${code}${said === "" || said === code ? "" : ` (${said})`}. ${REMEDIES[code] ?? ""}`;
	const pauses: Partial<Record<Cause, number>> = { rate: MINUTE_MS, quota: DAY_MS };
	const pause = pauses[cause];
	return { cause, message: message.trim(), ...(pause !== undefined && { until: now + pause }) };
}

/** Why a post failed that was sent whole, by `fail_reason`. */
export function failureOf(reason: unknown): DestinationRefusal {
	const code = typeof reason === "string" && /^\w{1,80}$/.test(reason) ? reason : "no reason was given";
	const cause = CAUSES[code] === "reconnect" ? "reconnect" : "content";
	const hint = code === "internal" ? " TikTok says that it may be tried again." : "";
	return { cause, message: `TikTok could not post the video: ${code}.${hint}` };
}
