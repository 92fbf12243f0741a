import type { FacebookSettings, InstagramSettings, MetaSettings } from "../model/platform-settings.ts";
import { PLATFORM_URLS } from "./apps.ts";
import { milliseconds } from "./milliseconds.ts";
import type { FacebookSection, InstagramSection } from "./settings.gen.ts";
import type { Sources } from "./sources.ts";

/** How reels are posted to Instagram; numbers of 2026-11-22, developers.facebook.com. */
export function instagramOf({ read }: Sources): InstagramSettings {
	const { instagram: raw = {}, apps } = read.draft.destinations ?? {};
	return {
		...metaOf(raw, { api: (apps?.instagram ?? apps?.facebook)?.urls?.api, absent: "30s" }),
		containerMs: milliseconds(raw.container_lives ?? "24h"),
		shareToFeed: raw.share_to_feed ?? true,
		syntheticMedia: raw.synthetic_media ?? false,
	};
}

/** How reels are posted to Pages of Facebook; numbers of 2026-11-22, developers.facebook.com. */
export function facebookOf({ read }: Sources): FacebookSettings {
	const { facebook: raw = {}, apps } = read.draft.destinations ?? {};
	return {
		...metaOf(raw, { api: apps?.facebook?.urls?.api, absent: "60s" }),
		nativeSchedule: raw.schedule === "native",
	};
}

interface Usual {
	readonly api: string | undefined;
	readonly absent: string;
}

function metaOf(raw: FacebookSection | InstagramSection, { api, absent }: Usual): MetaSettings {
	return {
		apiUrl: (api ?? PLATFORM_URLS.facebook.api).replace(/\/+$/, ""),
		uploadUrl: raw.upload_url ?? "https://rupload.facebook.com",
		answerMs: milliseconds(raw.answer_limit ?? "60s"),
		pollMs: milliseconds(raw.poll ?? "5s"),
		longestPollMs: milliseconds(raw.poll_longest ?? "60s"),
		absentMs: milliseconds(raw.absent_after ?? absent),
	};
}
