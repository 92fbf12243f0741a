import type { Destination, Post } from "../../destination.ts";
import { prepareVideo } from "./prepare.ts";
import { publishVideo } from "./publish.ts";
import type { Reels } from "./reels.ts";
import { settleVideo } from "./settle.ts";
import { withdraw } from "./withdraw.ts";

/** Preparing may begin this long before the due time. */
const LEAD_MS = 60 * 60_000;

/**
 * Posts by the Graph API: a video is made and filled ahead, one call publishes it, and what became of that
 * can be read of the video for as long as it lives.
 */
export function openReels(
	kind: string,
	reels: Reels,
	check: (config: Post["config"]) => readonly string[],
): Destination {
	return {
		kind,
		lead: { earliestMs: LEAD_MS, livesMs: reels.livesMs },
		keepsPrepared: true,
		...(reels.schedule && {
			schedule: { ...reels.schedule, withdraw: (work, progress) => withdraw(reels, work, progress) },
		}),
		check: (config) => [...common(reels, config), ...check(config)],
		prepare: (work, from) => prepareVideo(reels, work, from),
		publish: (work, ready, arm) => publishVideo(reels, work, { ready, arm }),
		settle: (work, progress) => settleVideo(reels, work, progress),
	};
}

function common({ title }: Reels, { visibility, disclose_content }: Post["config"]): readonly string[] {
	return [
		(visibility === "private" || visibility === "unlisted") && `${title} has no ${visibility} reels.`,
		disclose_content === true &&
			`${title} takes no label for promotion from apps: leave disclose_content out.`,
	].filter((each) => each !== false);
}
