import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Campaign, ClipSelection } from "../../src/model/campaign.ts";
import type { Clip } from "../../src/model/clip.ts";
import { plan } from "../../src/plan/plan.ts";
import { findingDetail } from "../../src/views/sentences/findings.ts";
import { reasonDetail } from "../../src/views/sentences/reasons.ts";
import {
	addressOf,
	campaign,
	clip,
	post,
	posted,
	snapshot,
	submitted,
	TALK,
	world,
} from "../builders/world.ts";

interface Given {
	readonly wants: ClipSelection;
	readonly clips?: readonly Clip[];
	readonly before?: true;
	readonly rules?: Campaign["rules"];
}

function planned({ wants, clips = [clip(0), clip(1)], before, rules = {} }: Given) {
	const result = { clips, complete: true, notes: [] };
	const {
		changes,
		notes = [],
		unchanged,
	} = plan(
		world({
			campaigns: [campaign({ posts: [post({ clips: wants })], rules })],
			state: snapshot({
				[TALK]: submitted({ status: "SUCCEEDED", result }),
				...(before && { [addressOf(clip(5))]: posted(clip(5)) }),
			}),
		}),
	);
	return [
		changes.map((change) => `${change.action} ${reasonDetail(change) ?? ""}`.trim()),
		notes.map(({ rule, finding }) => `${rule} ${findingDetail(finding)}`),
		unchanged,
	];
}

const NONE = "None of the 2 clips of talk is chosen.";
const cases: Record<string, [Given, ReturnType<typeof planned>]> = {
	"is named where it chooses none": [{ wants: { minScore: 1_000 } }, [[], [`post-no-clips ${NONE}`], 1]],
	"is named where no clip was found": [
		{ wants: { top: 1 }, clips: [] },
		[[], ["post-no-clips No clip was found in talk."], 1],
	],
	"is not named where it chooses one": [{ wants: { top: 1 } }, [["publish"], [], 1]],
	"is not named once something was posted": [{ wants: { minScore: 1_000 }, before: true }, [[], [], 2]],
	"is left alone where the rule is off": [
		{ wants: { minScore: 1_000 }, rules: { "post-no-clips": "off" } },
		[[], [], 1],
	],
	"is blocked where the rule is an error": [
		{ wants: { minScore: 1_000 }, rules: { "post-no-clips": "error" } },
		[[`attention post-no-clips: ${NONE}`], [], 1],
	],
};

const none = suite("a post without a clip");
for (const [title, [given, expected]] of Object.entries(cases))
	none(title, () => assert.equal(planned(given), expected));
none.run();
