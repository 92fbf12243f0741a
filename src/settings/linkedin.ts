import type { LinkedInSettings } from "../model/platform-settings.ts";
import { PLATFORM_URLS } from "./apps.ts";
import { milliseconds } from "./milliseconds.ts";
import type { Sources } from "./sources.ts";

/** How videos are posted to LinkedIn; numbers of 2026-11-22, learn.microsoft.com/linkedin. */
export function linkedinOf({ read }: Sources): LinkedInSettings {
	const { linkedin: raw = {}, apps } = read.draft.destinations ?? {};
	return {
		apiUrl: (apps?.linkedin?.urls?.api ?? PLATFORM_URLS.linkedin.api).replace(/\/+$/, ""),
		uploadUrl: raw.upload_url ?? "https://www.linkedin.com",
		version: raw.version ?? "202607",
		answerMs: milliseconds(raw.answer_limit ?? "60s"),
		pollMs: milliseconds(raw.poll ?? "5s"),
		longestPollMs: milliseconds(raw.poll_longest ?? "30s"),
		privateToConnections: raw.private_to_connections ?? false,
	};
}
