import type { TwitterSettings } from "../model/platform-settings.ts";
import { PLATFORM_URLS } from "./apps.ts";
import { milliseconds } from "./milliseconds.ts";
import type { Sources } from "./sources.ts";

/** How videos are posted to X; numbers of 2026-11-22, the OpenAPI document of X. */
export function twitterOf({ read }: Sources): TwitterSettings {
	const { twitter: raw = {}, apps } = read.draft.destinations ?? {};
	return {
		apiUrl: (apps?.twitter?.urls?.api ?? PLATFORM_URLS.twitter.api).replace(/\/+$/, ""),
		segmentBytes: raw.segment_bytes ?? 1024 * 1024,
		answerMs: milliseconds(raw.answer_limit ?? "60s"),
		pollMs: milliseconds(raw.poll ?? "5s"),
		lookMs: milliseconds(raw.look_after ?? "15s"),
		trustAbsence: raw.trust_absence ?? false,
		paidPartnership: raw.paid_partnership ?? true,
		syntheticMedia: raw.synthetic_media ?? false,
	};
}
