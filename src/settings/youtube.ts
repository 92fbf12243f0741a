import type { YoutubeSettings } from "../model/platform-settings.ts";
import { PLATFORM_URLS } from "./apps.ts";
import { milliseconds } from "./milliseconds.ts";
import type { Sources } from "./sources.ts";

/** What a day allows was read on 2026-11-22: developers.google.com/youtube/v3/determine_quota_cost. */
const DEFAULTS = { chunk: 8 * 1024 * 1024, uploads: 100, units: 10_000 } as const;

/** How videos are posted to YouTube. */
export function youtubeOf({ read }: Sources): YoutubeSettings {
	const { youtube: raw = {}, apps } = read.draft.destinations ?? {};
	const apiUrl = withoutSlash(apps?.youtube?.urls?.api ?? PLATFORM_URLS.youtube.api);
	return {
		apiUrl,
		uploadUrl: withoutSlash(raw.upload_url ?? uploadUrlOf(new URL(apiUrl))),
		chunkBytes: raw.chunk_bytes ?? DEFAULTS.chunk,
		answerMs: milliseconds(raw.answer_limit ?? "60s"),
		pollMs: milliseconds(raw.poll ?? "10s"),
		longestPollMs: milliseconds(raw.poll_longest ?? "60s"),
		repeatMs: milliseconds(raw.repeat_within ?? "10m"),
		reviewMs: milliseconds(raw.review_for ?? "24h"),
		uploadsPerDay: raw.uploads_per_day ?? DEFAULTS.uploads,
		unitsPerDay: raw.units_per_day ?? DEFAULTS.units,
		nativeSchedule: raw.schedule === "native",
		madeForKids: raw.made_for_kids ?? false,
		syntheticMedia: raw.synthetic_media ?? false,
		notifySubscribers: raw.notify_subscribers ?? true,
	};
}

/** Google's stands beside the rest of the API. */
function uploadUrlOf({ origin, pathname }: URL): string {
	return `${origin}/upload${pathname}`;
}

function withoutSlash(url: string): string {
	return url.replace(/\/+$/, "");
}
