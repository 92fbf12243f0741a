import type { TikTokSettings } from "../model/platform-settings.ts";
import { PLATFORM_URLS } from "./apps.ts";
import { milliseconds } from "./milliseconds.ts";
import type { Sources } from "./sources.ts";

/** How videos are posted to TikTok; numbers of 2026-11-22, developers.tiktok.com. */
export function tiktokOf({ read }: Sources): TikTokSettings {
	const { tiktok: raw = {}, apps } = read.draft.destinations ?? {};
	return {
		apiUrl: (apps?.tiktok?.urls?.api ?? PLATFORM_URLS.tiktok.api).replace(/\/+$/, ""),
		uploadUrl: raw.upload_url ?? "https://open-upload.tiktokapis.com",
		mode: raw.mode ?? "direct",
		chunkBytes: raw.chunk_bytes ?? 10_000_000,
		answerMs: milliseconds(raw.answer_limit ?? "60s"),
		pollMs: milliseconds(raw.poll ?? "5s"),
		longestPollMs: milliseconds(raw.poll_longest ?? "20s"),
		uploadMs: milliseconds(raw.upload_lives ?? "1h"),
		idMs: milliseconds(raw.id_within ?? "10m"),
		paidPartnership: raw.paid_partnership ?? false,
		syntheticMedia: raw.synthetic_media ?? false,
	};
}
