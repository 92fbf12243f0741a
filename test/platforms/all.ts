import type { Platform, World } from "./core/platform.ts";
import { createLinkedIn } from "./linkedin/linkedin.ts";
import { createMeta } from "./meta/meta.ts";
import { createTikTok } from "./tiktok/tiktok.ts";
import { createTwitter } from "./twitter/twitter.ts";
import { createYouTube } from "./youtube/youtube.ts";

/** In the order in which they are served. */
export function platforms(world: World): readonly Platform[] {
	const first = [createYouTube(world), createTwitter(world), createLinkedIn(world)];
	return [...first, ...createMeta(world), createTikTok(world)];
}
