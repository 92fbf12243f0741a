/** What YouTube knows: channels, upload sessions, videos, and what a test may change. */
import { type Answer, json, Refused } from "../core/answer.ts";
import type { App, Consent } from "../core/oauth.ts";
import type { PlainError, World } from "../core/platform.ts";

export const HOSTS = {
	accounts: "accounts.google.com",
	oauth: "oauth2.googleapis.com",
	api: "www.googleapis.com",
} as const;

export const SCOPES = {
	manage: "https://www.googleapis.com/auth/youtube",
	upload: "https://www.googleapis.com/auth/youtube.upload",
	read: "https://www.googleapis.com/auth/youtube.readonly",
} as const;

export interface Channel {
	readonly id: string;
	readonly title: string;
	readonly handle: string;
}

/** Ann has two channels and chooses one when she consents; Cat has none. */
export const CHANNELS: readonly Channel[] = [
	{ id: "UCannMainChannel00000001", title: "Ann", handle: "@ann" },
	{ id: "UCannBrandChannel0000002", title: "Ann's Shop", handle: "@annsshop" },
	{ id: "UCbenMainChannel00000003", title: "Ben", handle: "@ben" },
];
export const WITHOUT_CHANNEL = "cat";

export interface VideoStatus {
	privacyStatus: string;
	license: string;
	embeddable: boolean;
	publicStatsViewable: boolean;
	selfDeclaredMadeForKids?: boolean;
	containsSyntheticMedia: boolean;
	publishAt?: string;
}

export interface Snippet {
	title: string;
	description?: string;
	tags?: readonly string[];
	categoryId?: string;
	defaultLanguage?: string;
}

export interface VideoResource {
	readonly snippet?: Snippet;
	readonly status?: Partial<VideoStatus>;
	readonly paidProductPlacementDetails?: { readonly hasPaidProductPlacement: boolean };
}

export interface Session {
	readonly id: string;
	/** Path and query, verbatim. */
	readonly target: string;
	readonly channel: string;
	readonly resource: VideoResource;
	readonly size: number;
	readonly type: string;
	readonly chunks: Buffer[];
	kept: number;
	expiresAt: number;
	video?: Video;
}

export interface Video {
	readonly id: string;
	readonly channel: string;
	/** The session it came by. */
	readonly object: string;
	readonly sha256: string;
	readonly bytes: number;
	readonly arrivedAt: number;
	readonly processedAt: number;
	snippet: Snippet;
	status: VideoStatus;
	readonly isPaid: boolean;
	failure?: string;
	rejection?: string;
	publishedAt: number;
	/** What the log says of it. */
	logged: "never" | "visible" | "hidden";
	isProcessed: boolean;
	isDeleted: boolean;
	thumbnail?: string;
}

export interface Google {
	readonly world: World;
	readonly apps: readonly App[];
	readonly consent: Consent;
	readonly sessions: Session[];
	readonly videos: Video[];
	/** Units and inserts used today, and which day that is. */
	readonly quota: { day: string; units: number; inserts: number };
	readonly settings: GoogleSettings;
}

/** A type and no interface, so that it is a record of settings. */
export type GoogleSettings = {
	/** Units a day of the project, and `videos.insert` calls. */
	units: number;
	inserts: number;
	/** Uploads a day of one channel; null: no limit. */
	uploadsPerChannel: number | null;
	processingMs: number;
	/** How long a new video is missing in the uploads playlist. */
	playlistLagMs: number;
	sessionMs: number;
	completedSessionMs: number;
	expiredSessionStatus: number;
	/** False: the phone of the channel is not verified. */
	thumbnails: boolean;
	thumbnailMaxBytes: number;
	/** Equal bytes at one channel are rejected when they are processed. */
	rejectDuplicates: boolean;
	/** What becomes of uploads from now on; null: they succeed. */
	failureReason: string | null;
	rejectionReason: string | null;
	/** The project is in testing: refresh tokens live 7 days. */
	testing: boolean;
	accessMs: number;
};

const DAY = 24 * 3600_000;
export const WEEK = 7 * DAY;

export function defaultSettings(): GoogleSettings {
	return {
		...{ units: 10_000, inserts: 100, uploadsPerChannel: null },
		...{ processingMs: 20_000, playlistLagMs: 30_000 },
		...{ sessionMs: WEEK, completedSessionMs: DAY, expiredSessionStatus: 404 },
		...{ thumbnails: true, thumbnailMaxBytes: 50 * 1024 * 1024, rejectDuplicates: true },
		...{ failureReason: null, rejectionReason: null, testing: false, accessMs: 3_599_000 },
	};
}

export interface GoogleError {
	readonly status: number;
	readonly reason: string;
	readonly message: string;
	readonly domain?: string;
}

const STATUSES: Readonly<Record<number, string>> = {
	400: "INVALID_ARGUMENT",
	401: "UNAUTHENTICATED",
	403: "PERMISSION_DENIED",
	404: "NOT_FOUND",
	409: "ALREADY_EXISTS",
	429: "RESOURCE_EXHAUSTED",
	500: "INTERNAL",
	503: "UNAVAILABLE",
};

function apiError({ status, reason, message, domain = "youtube.video" }: GoogleError): Answer {
	const word = STATUSES[status];
	const error = {
		code: status,
		message,
		errors: [{ message, domain, reason }],
		...(word && { status: word }),
	};
	return json(status, { error }, status === 401 ? { "www-authenticate": "Bearer" } : {});
}

export function refuse(error: GoogleError): never {
	throw new Refused(apiError(error));
}

const REASONS: Readonly<Record<number, string>> = {
	400: "badRequest",
	401: "authError",
	403: "forbidden",
	404: "notFound",
	409: "alreadyExists",
	429: "rateLimitExceeded",
};

/** Errors in general: of OAuth on its hosts, of the API elsewhere. */
export function envelope({ status, message, route = "" }: PlainError): Answer {
	if (OAUTH_ROUTES.includes(route))
		return json(status, {
			error: status >= 500 ? "internal_failure" : "invalid_request",
			error_description: message,
		});
	return apiError({ status, reason: REASONS[status] ?? "backendError", message, domain: "global" });
}

const OAUTH_ROUTES: readonly string[] = [
	"youtube.authorize",
	"youtube.device",
	"youtube.token",
	"youtube.revoke",
];
