import { resolve } from "node:path";
import { defined } from "../model/defined.ts";
import type { PlatformApp, PlatformApps, PlatformUrls } from "../model/platform-app.ts";
import { Secret } from "../model/secret.ts";
import type { ReportProblem, Sources } from "./sources.ts";

/** As Google documents OAuth for desktop and limited-input devices, and the YouTube Data API; 2026-11-22. */
export const YOUTUBE: PlatformUrls = {
	authorize: "https://accounts.google.com/o/oauth2/v2/auth",
	token: "https://oauth2.googleapis.com/token",
	device: "https://oauth2.googleapis.com/device/code",
	revoke: "https://oauth2.googleapis.com/revoke",
	api: "https://www.googleapis.com/youtube/v3",
};

/** The developer apps of the settings. One whose secret is missing is told: planning needs none. */
export function appsOf({ read, env, root }: Sources, report: ReportProblem): PlatformApps {
	const raw = read.draft.destinations?.apps?.youtube;
	if (raw?.client_id === undefined) return {};
	const { client_secret_env: name, client_secret_file: file } = raw;
	const secret = name === undefined ? undefined : env[name]?.trim();
	if (name !== undefined && !secret)
		report(
			{
				severity: "warning",
				rule: "unusable-app",
				summary: "The secret of a developer app is missing",
				detail: `The environment variable ${name} is not set, so YouTube refuses what is asked in the name of this app.`,
				hint: `Set it: export ${name}=…`,
			},
			["destinations", "apps", "youtube", "client_secret_env"],
		);
	const app: PlatformApp = {
		clientId: raw.client_id,
		...defined({
			clientSecret: secret ? new Secret(secret) : undefined,
			clientSecretFile: name === undefined && file !== undefined ? resolve(root, file) : undefined,
		}),
		urls: { ...YOUTUBE, ...withoutSlashes(raw.urls ?? {}) },
	};
	return { youtube: app };
}

function withoutSlashes(urls: Partial<PlatformUrls>): Partial<PlatformUrls> {
	return Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, url.replace(/\/+$/, "")]));
}
