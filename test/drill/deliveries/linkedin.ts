import type { LinkedInSettings } from "../../../src/model/platform-settings.ts";
import { linkedin } from "../../../src/service/delivery/destinations/linkedin/linkedin.ts";
import type { PlannedFault } from "../../platforms/core/faults.ts";
import { MEMBER_SCOPES, PAGE_SCOPES } from "../../platforms/linkedin/model.ts";
import type { DrilledPlatform, DrillParts } from "./platform.ts";

const PART = 1000;

function settingsAt({ host }: Pick<DrillParts, "host">): LinkedInSettings {
	return {
		...{ apiUrl: host("api.linkedin.com"), uploadUrl: host("www.linkedin.com"), version: "202607" },
		...{ answerMs: 500, pollMs: 5_000, longestPollMs: 30_000, privateToConnections: false },
	};
}

/** A member: of a call whose answer is lost nobody but people can tell what became. */
export const LINKEDIN: DrilledPlatform = {
	name: "linkedin",
	routes: {
		...{ "linkedin.initialize": 1, "linkedin.part": 3, "linkedin.finalize": 1 },
		...{ "linkedin.video": 3, "linkedin.post": 1 },
	},
	around: {
		"the post lost": [{ route: "linkedin.post", kind: "reset", when: "after", times: 1 }],
		"the post not made": [{ route: "linkedin.post", kind: "reset", when: "before", times: 1 }],
		"a part lost": [{ route: "linkedin.part", kind: "reset", when: "after", times: 1 }],
		"an address over": [{ route: "linkedin.part", kind: "quirk", quirk: "expire-url", times: 4 }],
		"a weak proof": [{ route: "linkedin.part", kind: "quirk", quirk: "weak-etag", times: 1 }],
	} satisfies Record<string, readonly PlannedFault[]>,
	writes: 8,
	size: 2 * PART + 300,
	account: "AnnP3rson1",
	config: { title: "A title", description: "Words (in brackets) #1", tags: ["clips"] },
	settings: { duplicateMs: 0, partBytes: PART },
	mayBeUnknown: true,
	open: ({ tokens, ...parts }, way) => linkedin({ tokens, settings: { ...settingsAt(parts), ...way } }),
};

/** A page, whose posts can be read. */
export const LINKEDIN_PAGE: DrilledPlatform = {
	...LINKEDIN,
	label: "linkedin page",
	routes: { "linkedin.post": 1, "linkedin.posts": 1 },
	account: "organization-101",
	token: { account: "AnnP3rson1", app: "pages", scopes: [...MEMBER_SCOPES, ...PAGE_SCOPES] },
};
