import { resolve } from "node:path";
import { defined } from "../model/defined.ts";
import {
	API_PLATFORMS,
	type ApiPlatform,
	type PlatformApp,
	type PlatformApps,
	type PlatformUrls,
} from "../model/platform-app.ts";
import { PLATFORM_TITLES } from "../model/platform-titles.ts";
import { Secret } from "../model/secret.ts";
import type { ReportProblem, Sources } from "./sources.ts";

const FACEBOOK_LOGIN: PlatformUrls = {
	authorize: "https://www.facebook.com/v25.0/dialog/oauth",
	token: "https://graph.facebook.com/v25.0/oauth/access_token",
	api: "https://graph.facebook.com/v25.0",
	// Allowed without being registered while the app is in development.
	redirect: "http://localhost:8767/callback",
};

/** Where each platform is, as it documents it itself. */
export const PLATFORM_URLS: Readonly<Record<ApiPlatform, PlatformUrls>> = {
	// OAuth for desktop and limited-input devices, and the YouTube Data API; 2026-11-22.
	youtube: {
		authorize: "https://accounts.google.com/o/oauth2/v2/auth",
		token: "https://oauth2.googleapis.com/token",
		device: "https://oauth2.googleapis.com/device/code",
		revoke: "https://oauth2.googleapis.com/revoke",
		api: "https://www.googleapis.com/youtube/v3",
		redirect: "http://127.0.0.1/callback",
	},
	// OAuth 2.0 of X, whose redirect is registered with its port; 2026-11-22.
	twitter: {
		authorize: "https://x.com/i/oauth2/authorize",
		token: "https://api.x.com/2/oauth2/token",
		revoke: "https://api.x.com/2/oauth2/revoke",
		api: "https://api.x.com/2",
		redirect: "http://127.0.0.1:8765/callback",
	},
	// Three-legged OAuth and the Community Management API of LinkedIn; 2026-11-22.
	linkedin: {
		authorize: "https://www.linkedin.com/oauth/v2/authorization",
		token: "https://www.linkedin.com/oauth/v2/accessToken",
		api: "https://api.linkedin.com",
		redirect: "http://localhost:8766/callback",
	},
	// Login Kit for desktop, and the Content Posting API; 2026-11-22. The slashes belong to the addresses.
	tiktok: {
		authorize: "https://www.tiktok.com/v2/auth/authorize/",
		token: "https://open.tiktokapis.com/v2/oauth/token/",
		revoke: "https://open.tiktokapis.com/v2/oauth/revoke/",
		api: "https://open.tiktokapis.com/v2",
		redirect: "http://127.0.0.1/callback/",
	},
	// Facebook Login, for both; Graph API v25.0 of 2026-02-18, which lives until 2028-07-29; 2026-11-22.
	instagram: FACEBOOK_LOGIN,
	facebook: FACEBOOK_LOGIN,
};

/** The developer apps of the settings. One whose secret is missing is told: planning needs none. */
export function appsOf(sources: Sources, report: ReportProblem): PlatformApps {
	const found = API_PLATFORMS.map((name) => [name, appOf(name, sources, report)] as const);
	return Object.fromEntries(found.filter(([, app]) => app !== undefined));
}

function appOf(
	platform: ApiPlatform,
	{ read, env, root }: Sources,
	report: ReportProblem,
): PlatformApp | undefined {
	const { apps } = read.draft.destinations ?? {};
	const isShared = platform === "instagram" && apps?.instagram === undefined;
	// One app of Meta does for both; what is wrong with it is told once.
	const raw = isShared ? apps?.facebook : apps?.[platform];
	if (raw?.client_id === undefined) return undefined;
	const { client_secret_env: name, client_secret_file: file } = raw;
	const secret = name === undefined ? undefined : env[name]?.trim();
	if (name !== undefined && !secret && !isShared)
		report(
			{
				severity: "warning",
				rule: "unusable-app",
				summary: "The secret of a developer app is missing",
				detail: `The environment variable ${name} is not set, so ${PLATFORM_TITLES[platform]} refuses what is asked in the name of this app.`,
				hint: `Set it: export ${name}=…`,
			},
			["destinations", "apps", platform, "client_secret_env"],
		);
	const { api } = raw.urls ?? {};
	return {
		clientId: raw.client_id,
		...defined({
			clientSecret: secret ? new Secret(secret) : undefined,
			scopes: raw.scopes,
			clientSecretFile: name === undefined && file !== undefined ? resolve(root, file) : undefined,
		}),
		// Platforms take these letter by letter, with a slash at the end or without.
		urls: { ...PLATFORM_URLS[platform], ...defined({ ...raw.urls, api: api?.replace(/\/+$/, "") }) },
	};
}
