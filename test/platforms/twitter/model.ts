/** What X knows: accounts, media, posts, and what a test may change. */
import { type Answer, json, Refused } from "../core/answer.ts";
import type { App, Consent } from "../core/oauth.ts";
import type { PlainError, World } from "../core/platform.ts";

export const HOSTS = { authorize: "x.com", api: "api.x.com" } as const;
export const SCOPES = ["tweet.read", "tweet.write", "users.read", "media.write", "offline.access"] as const;
export type Scope = (typeof SCOPES)[number];
export const REDIRECT = "http://127.0.0.1:8765/callback";

export interface User {
	readonly id: string;
	readonly username: string;
	readonly name: string;
}

export const USERS: readonly User[] = [
	{ id: "1500000000000000001", username: "ann_clips", name: "Ann" },
	{ id: "1500000000000000002", username: "ben_clips", name: "Ben" },
];

export interface Media {
	readonly id: string;
	readonly key: string;
	readonly user: string;
	readonly totalBytes: number;
	readonly segments: Map<number, Buffer>;
	expiresAt: number;
	finalized?: { readonly sha256: string; readonly readyAt: number; readonly error?: string };
}

export interface Post {
	readonly id: string;
	readonly user: string;
	readonly text: string;
	readonly media: Media | undefined;
	readonly createdAt: number;
}

export interface Twitter {
	readonly world: World;
	readonly apps: readonly App[];
	readonly consent: Consent;
	readonly media: Media[];
	readonly posts: Post[];
	/** Nonces of OAuth 1.0a that were used. */
	readonly nonces: Set<string>;
	/** What was used and paid for: micro-dollars, reads, and posts of each user in the present window. */
	readonly usage: { micros: number; reads: number; windows: Record<string, { from: number; used: number }> };
	readonly settings: TwitterSettings;
}

export type TwitterSettings = {
	processingMs: number;
	/** What becomes of media that is processed from now on: words of an error; null: it succeeds. */
	processingError: string | null;
	/** How long a new post is missing in the timeline. */
	timelineLagMs: number;
	/** How long equal text of one user is refused; 0: it is taken. */
	duplicateMs: number;
	/** Posts of one user in 15 minutes. */
	postsPerWindow: number;
	/** Reads that may be paid for; a violation beyond. Null: any number. */
	readBudget: number | null;
	/** What may be spent, in micro-dollars; null: anything. */
	credits: number | null;
	segmentBytes: number;
	/** What the media key of a posted video begins with. */
	keyPrefix: string;
	mediaMs: number;
	accessMs: number;
	codeMs: number;
};

export function defaultSettings(): TwitterSettings {
	return {
		...{ processingMs: 20_000, processingError: null, timelineLagMs: 30_000 },
		...{ duplicateMs: 24 * 3600_000, postsPerWindow: 100, readBudget: null, credits: null },
		...{ segmentBytes: 5 * 1024 * 1024, keyPrefix: "7", mediaMs: 24 * 3600_000 },
		...{ accessMs: 7_200_000, codeMs: 30_000 },
	};
}

const TITLES: Readonly<Record<number, string>> = {
	400: "Invalid Request",
	401: "Unauthorized",
	402: "Payment Required",
	403: "Forbidden",
	404: "Not Found Error",
	413: "Payload Too Large",
	429: "Too Many Requests",
	503: "Service Unavailable",
};

/** RFC 7807, as X writes it. */
function problem(status: number, detail: string, type = "about:blank"): Answer {
	return json(status, { title: TITLES[status] ?? "Internal Server Error", detail, type, status });
}

export function refuse(status: number, detail: string, type?: string): never {
	throw new Refused(problem(status, detail, type));
}

const OAUTH_ROUTES = ["twitter.authorize", "twitter.token", "twitter.revoke"];

export function envelope({ status, message, route = "" }: PlainError): Answer {
	if (OAUTH_ROUTES.includes(route))
		return json(status, { error: "invalid_request", error_description: message });
	return problem(status, message, status === 400 ? INVALID : undefined);
}

export const INVALID = "https://api.twitter.com/2/problems/invalid-request";
