import type { PlatformSettings } from "../model/platform-settings.ts";
import { linkedinOf } from "./linkedin.ts";
import { facebookOf, instagramOf } from "./meta.ts";
import type { Sources } from "./sources.ts";
import { tiktokOf } from "./tiktok.ts";
import { twitterOf } from "./twitter.ts";
import { youtubeOf } from "./youtube.ts";

/** How is posted to each platform. */
export function postingOf(sources: Sources): PlatformSettings {
	return {
		youtube: youtubeOf(sources),
		twitter: twitterOf(sources),
		linkedin: linkedinOf(sources),
		tiktok: tiktokOf(sources),
		instagram: instagramOf(sources),
		facebook: facebookOf(sources),
	};
}
