import { youtube } from "../../../src/service/delivery/destinations/youtube/youtube.ts";
import type { PlannedFault } from "../../platforms/core/faults.ts";
import { CHUNK, settingsFor } from "../../service/delivery/youtube/delivering.ts";
import type { DrilledPlatform } from "./platform.ts";

const END_LOST: PlannedFault = { route: "youtube.chunk", kind: "reset", when: "after", skip: 2, times: 1 };

/** A channel: private first, then public by one update. */
export const YOUTUBE: DrilledPlatform = {
	name: "youtube",
	routes: { "youtube.insert": 1, "youtube.chunk": 3, "youtube.videos": 4, "youtube.update": 1 },
	around: {
		"the end of the upload lost": [END_LOST],
		"the session gone with it": [
			END_LOST,
			{ route: "youtube.chunk", kind: "quirk", quirk: "expire-session", times: 1 },
		],
		"the update lost": [{ route: "youtube.update", kind: "reset", when: "after", times: 1 }],
		"the update not executed": [{ route: "youtube.update", kind: "status", status: 503, times: 1 }],
		"one read lost": [{ route: "youtube.videos", kind: "reset", times: 1 }],
	},
	writes: 11,
	size: 2 * CHUNK + 1000,
	config: { title: "A title", description: "Words", visibility: "public" },
	settings: {},
	open: ({ host, ...parts }, way) =>
		youtube({ ...parts, settings: settingsFor(host("www.googleapis.com"), { answerMs: 500, ...way }) }),
};

/** A channel that publishes by itself, at the time that it was given. */
export const YOUTUBE_NATIVE: DrilledPlatform = {
	...YOUTUBE,
	label: "youtube native",
	aheadMs: 30 * 3_600_000,
	open: (parts, way) => YOUTUBE.open(parts, { nativeSchedule: true, ...way }),
};
