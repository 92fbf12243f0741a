/** What TikTok knows: creators, posts on their way, and what a test may change. */
import type { Hash } from "node:crypto";
import { type Answer, json, Refused } from "../core/answer.ts";
import type { App, Consent } from "../core/oauth.ts";
import type { PlainError, World } from "../core/platform.ts";

export const HOSTS = {
	site: "www.tiktok.com",
	api: "open.tiktokapis.com",
	upload: "open-upload.tiktokapis.com",
} as const;
export const SCOPES: readonly string[] = [
	...["user.info.basic", "user.info.profile", "video.publish", "video.upload", "video.list"],
];

/** Accounts are open ids. */
export const CREATORS: Readonly<Record<string, { readonly username: string; readonly name: string }>> = {
	"-000AnnOpenId": { username: "ann.clips", name: "Ann" },
	"-000BenOpenId": { username: "ben.clips", name: "Ben" },
};

/** What init makes: an upload that becomes a post by itself when its last byte is here. */
export interface Publish {
	readonly id: string;
	readonly user: string;
	/** `inbox`: a draft on the phone of the creator. */
	readonly level: string;
	readonly size: number;
	readonly chunk: number;
	readonly count: number;
	readonly target: string;
	readonly hash: Hash;
	urlExpiresAt: number;
	received: number;
	sha256?: string;
	readyAt: number;
	failReason?: string;
	/** Ids of the post, once it is public. */
	posts: readonly string[];
	isSettled: boolean;
}

export interface TikTok {
	readonly world: World;
	readonly apps: readonly App[];
	readonly consent: Consent;
	readonly publishes: Publish[];
	/** Times of the calls of each user, by kind. */
	readonly calls: Map<string, number[]>;
	readonly settings: TikTokSettings;
}

export type TikTokSettings = {
	/** False: only the creator may see what the app posts. */
	audited: boolean;
	/** Refusals of the API come with HTTP 200, as they may. */
	errorsWith200: boolean;
	/** What creator_info offers. */
	privacyLevels: string;
	commentDisabled: boolean;
	duetDisabled: boolean;
	stitchDisabled: boolean;
	/** Bytes of a chunk. */
	minChunk: number;
	maxChunk: number;
	maxLastChunk: number;
	urlMs: number;
	processingMs: number;
	/** Reason for which posts fail from now on; null: they do not. */
	failReason: string | null;
	/** How many ids a public post has. */
	postIds: number;
	/** How long after processing its ids are told. */
	moderationMs: number;
	/** How long a publish_id is known. */
	retentionMs: number;
	postsPerDay: number;
	pendingPerDay: number;
	initsPerMinute: number;
	statusesPerMinute: number;
	creatorInfosPerMinute: number;
};

const HOUR = 3600_000;
export const DAY_MS = 24 * HOUR;

export function defaultSettings(): TikTokSettings {
	return {
		...{ audited: false, errorsWith200: true },
		privacyLevels: "PUBLIC_TO_EVERYONE,MUTUAL_FOLLOW_FRIENDS,SELF_ONLY",
		...{ commentDisabled: false, duetDisabled: false, stitchDisabled: false },
		...{ minChunk: 5_000_000, maxChunk: 64_000_000, maxLastChunk: 128_000_000 },
		...{ urlMs: HOUR, processingMs: 20_000, failReason: null },
		...{ postIds: 1, moderationMs: 30_000, retentionMs: 30 * DAY_MS },
		...{ postsPerDay: 15, pendingPerDay: 5 },
		...{ initsPerMinute: 6, statusesPerMinute: 30, creatorInfosPerMinute: 20 },
	};
}

const LOG_ID = "2026112312000000000000000000FAKE";

export function answerOk(data: unknown): Answer {
	return json(200, { data, error: { code: "ok", message: "", log_id: LOG_ID } });
}

function apiError(status: number, code: string, message = code): Answer {
	return json(status, { data: {}, error: { code, message, log_id: LOG_ID } });
}

export function oauthError(error: string, description: string, status = 200): Answer {
	return json(status, { error, error_description: description, log_id: LOG_ID });
}

/** A refusal by the rules of the API. */
export function refuse({ settings }: TikTok, status: number, code: string): never {
	throw new Refused(apiError(settings.errorsWith200 && status !== 401 ? 200 : status, code));
}

const CODES: Readonly<Record<number, string>> = {
	400: "invalid_params",
	401: "access_token_invalid",
	403: "scope_not_authorized",
	404: "invalid_publish_id",
	429: "rate_limit_exceeded",
};
const OAUTH_ROUTES = ["tiktok.authorize", "tiktok.token", "tiktok.revoke"];

export function envelope({ status, message, route = "" }: PlainError): Answer {
	if (OAUTH_ROUTES.includes(route)) return oauthError("invalid_request", message, status);
	return apiError(status, CODES[status] ?? "internal_error", message);
}
