import type { YoutubeSettings } from "../../../../model/platform-settings.ts";
import type { Clock } from "../../../../system/clock.ts";
import type { Destination } from "../../destination.ts";
import type { TokenSource } from "../../token-source.ts";
import type { Youtube } from "./api.ts";
import { openClaims } from "./claims.ts";
import { prepareVideo } from "./prepare.ts";
import { stateIn } from "./progress.ts";
import { publishVideo } from "./publish.ts";
import { openQuota } from "./quota.ts";
import { reviewVideo } from "./review.ts";
import { scheduleOf } from "./schedule.ts";
import { settleVideo } from "./settle.ts";
import { removePrivate } from "./videos.ts";

export interface YoutubeParts {
	readonly tokens: TokenSource;
	readonly settings: YoutubeSettings;
	/** Folder in which is kept what was used of the quotas, and which post a video is of. */
	readonly counts: string;
	readonly clock: Clock;
}

/** Preparing may begin this long before the due time. */
const LEAD_MS = 60 * 60_000;

/**
 * Posts to YouTube channels: the video is uploaded private, and once it is processed and due one call says
 * who sees it, which may be repeated and of which can be read what became.
 */
export function youtube({ tokens, settings, counts, clock }: YoutubeParts): Destination {
	const [quota, claims] = [openQuota(counts, settings), openClaims(counts)];
	const parts: Youtube = { tokens, settings, quota, claims };
	return {
		kind: "youtube",
		lead: { earliestMs: LEAD_MS, livesMs: null },
		keepsPrepared: true,
		...(settings.nativeSchedule && { schedule: scheduleOf(parts) }),
		quota: () => quota.left(clock.now()),
		prepare: (work, from) => prepareVideo(parts, work, from),
		publish: (work, ready, arm) => publishVideo(parts, work, { ready, arm }),
		settle: (work, progress) => settleVideo(parts, work, progress),
		discard: async (progress) => {
			const { video, account: id } = stateIn(progress) ?? {};
			if (video === undefined || id === undefined) return;
			const tools = { clock, signal: AbortSignal.timeout(60_000), note: () => {} };
			await removePrivate(parts, video, { account: { id }, tools });
		},
		review: { forMs: settings.reviewMs, look: (work, posted) => reviewVideo(parts, work, posted) },
	};
}
