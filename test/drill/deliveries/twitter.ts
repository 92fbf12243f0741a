import type { TwitterSettings } from "../../../src/model/platform-settings.ts";
import { twitter } from "../../../src/service/delivery/destinations/twitter/twitter.ts";
import type { PlannedFault } from "../../platforms/core/faults.ts";
import type { DrilledPlatform, DrillParts } from "./platform.ts";

const SEGMENT = 1000;

function settingsAt({ host }: Pick<DrillParts, "host">): TwitterSettings {
	return {
		apiUrl: `${host("api.x.com")}/2`,
		...{ segmentBytes: SEGMENT, answerMs: 500, pollMs: 5_000, lookMs: 15_000 },
		...{ trustAbsence: false, paidPartnership: true, syntheticMedia: false },
	};
}

/** An account of X, which refuses no second post of the same text: it has to come from nobody. */
export const TWITTER: DrilledPlatform = {
	name: "twitter",
	routes: {
		...{ "twitter.initialize": 1, "twitter.append": 3, "twitter.finalize": 1, "twitter.status": 2 },
		...{ "twitter.post": 1, "twitter.timeline": 1 },
	},
	around: {
		"the post lost": [{ route: "twitter.post", kind: "reset", when: "after", times: 1 }],
		"the post not made": [{ route: "twitter.post", kind: "reset", when: "before", times: 1 }],
		"503 though it was posted": [
			{ route: "twitter.post", kind: "status", status: 503, when: "after", times: 1 },
		],
		"the media forgotten": [{ route: "twitter.append", kind: "quirk", quirk: "expire-media", times: 1 }],
		"a part lost": [{ route: "twitter.append", kind: "reset", when: "after", times: 1 }],
	} satisfies Record<string, readonly PlannedFault[]>,
	writes: 10,
	size: 2 * SEGMENT + 300,
	account: "1500000000000000001",
	config: { description: "Words", tags: ["clips"] },
	settings: { duplicateMs: 0 },
	mayBeUnknown: true,
	open: ({ tokens, ...parts }, way) => twitter({ tokens, settings: { ...settingsAt(parts), ...way } }),
};
