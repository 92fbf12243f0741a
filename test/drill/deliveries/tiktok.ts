import type { TikTokSettings } from "../../../src/model/platform-settings.ts";
import { tiktok } from "../../../src/service/delivery/destinations/tiktok/tiktok.ts";
import type { PlannedFault } from "../../platforms/core/faults.ts";
import type { DrilledPlatform, DrillParts } from "./platform.ts";

const CHUNK = 1000;
const LAST = { route: "tiktok.chunk", skip: 2, times: 1 } as const;

function settingsAt({ host }: Pick<DrillParts, "host">): TikTokSettings {
	return {
		apiUrl: `${host("open.tiktokapis.com")}/v2`,
		uploadUrl: host("open-upload.tiktokapis.com"),
		...{ mode: "direct", chunkBytes: CHUNK, answerMs: 500 },
		...{ pollMs: 5_000, longestPollMs: 20_000, uploadMs: 3_600_000, idMs: 600_000 },
		...{ paidPartnership: false, syntheticMedia: false },
	};
}

/** A creator whose app is audited: the last part of the video posts it. */
export const TIKTOK: DrilledPlatform = {
	name: "tiktok",
	routes: { "tiktok.creator": 1, "tiktok.init": 1, "tiktok.chunk": 3, "tiktok.status": 3 },
	around: {
		"the last part lost": [{ ...LAST, kind: "reset", when: "after" }],
		"the last part not there": [{ ...LAST, kind: "reset", when: "before" }],
		"the last part half answered": [{ ...LAST, kind: "cut" }],
		"another part lost": [{ route: "tiktok.chunk", kind: "reset", when: "after", times: 1 }],
		"its address over": [{ ...LAST, kind: "quirk", quirk: "expire-url" }],
		"one question lost": [{ route: "tiktok.status", kind: "reset", times: 1 }],
	} satisfies Record<string, readonly PlannedFault[]>,
	writes: 10,
	size: 3 * CHUNK + 300,
	config: { description: "Words", tags: ["clips"], visibility: "public" },
	settings: { minChunk: CHUNK, audited: true },
	open: ({ tokens, ...parts }, way) => tiktok({ tokens, settings: { ...settingsAt(parts), ...way } }),
};
