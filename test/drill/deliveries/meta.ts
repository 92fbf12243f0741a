import type { MetaSettings } from "../../../src/model/platform-settings.ts";
import { facebook } from "../../../src/service/delivery/destinations/facebook/facebook.ts";
import { instagram } from "../../../src/service/delivery/destinations/instagram/instagram.ts";
import type { PlannedFault } from "../../platforms/core/faults.ts";
import { INSTAGRAM as ACCOUNT, PAGE, publisher } from "../../platforms/meta/calls.ts";
import type { DrilledPlatform, DrillParts } from "./platform.ts";

const PROOF = { proof: async () => undefined };
const SIZE = 3300;

function settingsAt({ host }: Pick<DrillParts, "host">, absentMs: number): MetaSettings {
	return {
		apiUrl: `${host("graph.facebook.com")}/v25.0`,
		uploadUrl: host("rupload.facebook.com"),
		...{ answerMs: 500, pollMs: 5_000, longestPollMs: 20_000, absentMs },
	};
}

/** What goes wrong around a kill, by the names of the routes. */
function aroundOf(
	name: string,
	{ begin, publish }: { readonly begin: string; readonly publish: string },
): Readonly<Record<string, readonly PlannedFault[]>> {
	const last = { route: `${name}.${publish}`, times: 1 } as const;
	return {
		"the last call lost": [{ ...last, kind: "reset", when: "after" }],
		"the last call not executed": [{ ...last, kind: "reset", when: "before" }],
		"an error though it is out": [{ ...last, kind: "status", status: 400, when: "after" }],
		"its object lost": [{ route: `${name}.${begin}`, kind: "reset", when: "after", times: 1 }],
		"its bytes lost": [{ route: `${name}.upload`, kind: "reset", when: "after", times: 1 }],
		"one read lost": [{ route: `${name}.status`, kind: "reset", times: 1 }],
	};
}

const shared = {
	writes: 10,
	size: SIZE,
	config: { title: "A title", description: "Words", tags: ["clips"], visibility: "public" },
	settings: {},
	tokenBy: async (platforms) => (await publisher(platforms)).token,
} satisfies Partial<DrilledPlatform>;

/** An Instagram account that is linked to a Page. */
export const INSTAGRAM: DrilledPlatform = {
	...shared,
	name: "instagram",
	account: ACCOUNT,
	routes: {
		...{ "instagram.container": 1, "instagram.upload": 1, "instagram.status": 2 },
		...{ "instagram.limit": 1, "instagram.publish": 1, "instagram.media": 1 },
	},
	around: aroundOf("instagram", { begin: "container", publish: "publish" }),
	open: ({ tokens, ...parts }, way) =>
		instagram({
			...{ tokens, ...PROOF },
			settings: {
				...settingsAt(parts, 30_000),
				...{ containerMs: 24 * 3_600_000, shareToFeed: true, syntheticMedia: false, ...way },
			},
		}),
};

/** A Page of Facebook. */
export const FACEBOOK: DrilledPlatform = {
	...shared,
	name: "facebook",
	account: PAGE,
	routes: { "facebook.start": 1, "facebook.upload": 1, "facebook.status": 3, "facebook.finish": 1 },
	around: aroundOf("facebook", { begin: "start", publish: "finish" }),
	open: ({ tokens, ...parts }, way) =>
		facebook({
			...{ tokens, ...PROOF },
			settings: { ...settingsAt(parts, 60_000), nativeSchedule: false, ...way },
		}),
};

/** A Page that publishes by itself, at the time that it was given. */
export const FACEBOOK_NATIVE: DrilledPlatform = {
	...FACEBOOK,
	label: "facebook native",
	aheadMs: 30 * 3_600_000,
	open: (parts, way) => FACEBOOK.open(parts, { nativeSchedule: true, ...way }),
};
