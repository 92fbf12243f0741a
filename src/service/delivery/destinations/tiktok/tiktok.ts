import type { Destination } from "../../destination.ts";
import type { TikTok } from "./api.ts";
import { problemsOf } from "./begin.ts";
import { prepareVideo } from "./prepare.ts";
import { publishVideo } from "./publish.ts";
import { settleVideo } from "./settle.ts";

/** Preparing may begin this long before the due time: addresses to send to live an hour. */
const LEAD_MS = 10 * 60_000;
/** What is prepared can be used so long. */
const LIVES_MS = 50 * 60_000;

/**
 * Posts to TikTok: every part of the video but the last is sent ahead; with the last it is posted, or becomes
 * a draft in the inbox of its creator. What came of it can be asked by an id that was given before.
 */
export function tiktok(parts: TikTok): Destination {
	return {
		kind: "tiktok",
		keepsPrepared: true,
		lead: { earliestMs: LEAD_MS, livesMs: LIVES_MS },
		check: (config) => problemsOf(config, parts),
		prepare: (work, from) => prepareVideo(parts, work, from),
		publish: (work, ready, arm) => publishVideo(parts, work, { ready, arm }),
		settle: (work, progress) => settleVideo(parts, work, progress),
	};
}
