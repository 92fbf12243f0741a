/** What LinkedIn knows: members, organizations, videos, posts, and what a test may change. */
import { type Answer, json, Refused } from "../core/answer.ts";
import type { App, Consent } from "../core/oauth.ts";
import type { PlainError, World } from "../core/platform.ts";

export const HOSTS = { site: "www.linkedin.com", api: "api.linkedin.com" } as const;
export const REDIRECT = "http://localhost:8766/callback";
export const MEMBER_SCOPES: readonly string[] = ["openid", "profile", "w_member_social"];
export const PAGE_SCOPES: readonly string[] = [
	...["w_organization_social", "r_organization_social", "rw_organization_admin"],
];

/** Ann administers two organizations. Accounts are the `sub` of members. */
export const MEMBERS: Readonly<Record<string, { readonly name: string; readonly pages: readonly string[] }>> =
	{
		AnnP3rson1: { name: "Ann Example", pages: ["101", "102"] },
		BenP3rson2: { name: "Ben Example", pages: [] },
	};
export const PAGES: Readonly<Record<string, string>> = { "101": "Ann's Shop", "102": "Ann's Other Shop" };

export interface Part {
	readonly target: string;
	readonly first: number;
	readonly last: number;
	etag?: string;
	bytes?: Buffer;
}

export interface Video {
	readonly urn: string;
	readonly owner: string;
	readonly size: number;
	readonly parts: readonly Part[];
	readonly thumbnailTarget?: string;
	readonly token: string;
	readonly urlsExpireAt: number;
	finalized?: { readonly sha256: string; readonly readyAt: number; readonly failed: boolean };
}

export interface Post {
	readonly urn: string;
	readonly author: string;
	readonly commentary: string;
	/** What readers see of it. */
	readonly visibleText: string;
	readonly video: Video | undefined;
	readonly createdAt: number;
	comments: string;
	isDeleted: boolean;
}

export interface LinkedIn {
	readonly world: World;
	readonly apps: readonly App[];
	readonly consent: Consent;
	readonly videos: Video[];
	readonly posts: Post[];
	readonly settings: LinkedInSettings;
}

export type LinkedInSettings = {
	processingMs: number;
	/** Videos that are finalized from now on fail. */
	processingFails: boolean;
	/** How long a new post is missing among an author's. */
	listLagMs: number;
	/** How long the same text and video of one author is refused; 0: it is taken. */
	duplicateMs: number;
	partBytes: number;
	urlsMs: number;
	/** What must be sent back when an upload is finalized. */
	uploadToken: string;
	/** The oldest version that is not sunset. */
	oldestVersion: string;
	/** The app is of a partner, whose tokens can be refreshed. */
	partner: boolean;
	accessMs: number;
	/** Posts of a day in UTC. */
	postsPerDay: number;
};

const DAY = 24 * 3600_000;

export function defaultSettings(): LinkedInSettings {
	return {
		...{ processingMs: 20_000, processingFails: false, listLagMs: 30_000, duplicateMs: DAY },
		...{ partBytes: 4_194_304, urlsMs: 30 * DAY, uploadToken: "", oldestVersion: "202512" },
		...{ partner: false, accessMs: 60 * DAY, postsPerDay: 100 },
	};
}

export interface RestError {
	readonly status: number;
	readonly code: string;
	readonly message: string;
	readonly serviceErrorCode?: number;
}

export function restError({ status, code, message, serviceErrorCode }: RestError): Answer {
	return json(status, { status, code, message, ...(serviceErrorCode !== undefined && { serviceErrorCode }) });
}

export function refuse(error: RestError): never {
	throw new Refused(restError(error));
}

const CODES: Readonly<Record<number, string>> = {
	400: "ILLEGAL_ARGUMENT",
	401: "INVALID_ACCESS_TOKEN",
	403: "ACCESS_DENIED",
	404: "RESOURCE_NOT_FOUND",
	409: "CONFLICT",
	429: "TOO_MANY_REQUESTS",
};

export function envelope({ status, message, route = "" }: PlainError): Answer {
	if (route === "linkedin.token" || route === "linkedin.authorize")
		return json(status, { error: "invalid_request", error_description: message });
	return restError({ status, code: CODES[status] ?? "INTERNAL_SERVER_ERROR", message });
}
