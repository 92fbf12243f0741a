import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ClipSelection } from "../../src/model/campaign.ts";
import { defined } from "../../src/model/defined.ts";
import type { ClippingSettings } from "../../src/model/task.ts";
import { choose } from "../../src/plan/desired/choose.ts";
import { plan } from "../../src/plan/plan.ts";
import { reasonSentence } from "../../src/views/sentences/reasons.ts";
import {
	campaign,
	clip,
	post,
	request,
	settledVideo,
	snapshot,
	TALK,
	video,
	world,
} from "../builders/world.ts";

const added = suite("clips at given times in a plan");
const ASKED = [
	{ from: 20_000, to: 31_500 },
	{ from: 83_000, to: 118_000 },
];
const clippingWith = (more: Partial<ClippingSettings>) => ({ ...video().clipping, ...more });
const addedAt = [12, 13].map((line) => ({ file: "k.campaign.yaml", line, column: 21 }));

function planned(
	clipping: ClippingSettings,
	{ lengthMs = 120_000, addedClips }: { readonly lengthMs?: number; readonly addedClips?: boolean } = {},
) {
	const of = world({
		campaigns: [campaign({ videos: [video({ clipping, addedAt })], posts: [post({ clips: {} })] })],
		options: defined({ addedClips }),
	});
	const observed = { ...of.observed, durations: { [TALK]: lengthMs } };
	return plan({ ...of, observed }).changes;
}

added("raise the bound of posts by their number", () => {
	const most = (clipping: ClippingSettings) =>
		planned(clipping).flatMap((change) => (change.action === "publish-bounded" ? [change.atMost] : []));
	const own = most(clippingWith({ limit: 1 }));
	assert.equal([own, most(clippingWith({ limit: 1, added: ASKED }))], [[1], [3]]);
});

added("are refused in their line of a service that does not declare them, before anything is paid", () => {
	const [change, ...others] = planned(clippingWith({ added: ASKED }), { addedClips: false });
	assert.equal([change?.action, change?.place?.line, others], ["attention", 12, []]);
	assert.is(
		change && reasonSentence(change),
		"a clip that is asked for cannot be made (added-clips-refused: 2 clips are asked for at given times, and " +
			"the service does not declare `added_clips`.)",
	);
	const sent = (addedClips: boolean | undefined) =>
		planned(clippingWith({ added: ASKED }), defined({ addedClips }))[0]?.action;
	assert.equal([sent(true), sent(undefined)], ["submit", "submit"]);
});

added("are refused in their line beyond the end of the video, but not for a second that was rounded", () => {
	const [change] = planned(clippingWith({ added: ASKED }), { lengthMs: 110_000 });
	assert.equal([change?.action, change?.place?.line], ["attention", 13]);
	assert.match(change ? reasonSentence(change) : "", "1:23-1:58 lies beyond the end of the video, at 1:50.");
	assert.is(planned(clippingWith({ added: ASKED }), { lengthMs: 117_300 })[0]?.action, "submit");
});

added("that change submit the video again, and the plan gives the times", () => {
	const state = {
		...settledVideo([clip(0)]),
		request: request({ clipping: clippingWith({ added: ASKED }) }),
	};
	const changeFor = (clipping: ClippingSettings) => {
		const campaigns = [campaign({ videos: [video({ clipping, addedAt })], posts: [] })];
		const of = world({ campaigns, state: snapshot({ [TALK]: state }) });
		const [change] = plan({ ...of, observed: { ...of.observed, durations: { [TALK]: 120_000 } } }).changes;
		return change && `${change.action}: ${reasonSentence(change)}`;
	};
	assert.is(changeFor(clippingWith({ added: ASKED })), undefined);
	assert.is(
		changeFor(clippingWith({ added: ASKED.slice(1) })),
		"resubmit: clipping settings differ from the ones submitted " +
			"(clips at given times: 0:20-0:31.5, 1:23-1:58 → 1:23-1:58)",
	);
});

added("are chosen whatever their score and length, but not against words, ranks and what is skipped", () => {
	const found = { ...clip(1), score: 80 };
	const own = { ...clip(0), score: 5, added: true } as const;
	const chosen = (selection: ClipSelection) => choose(selection, [own, found]).map(({ idx }) => idx);
	assert.equal(chosen({ minScore: 60 }), [0, 1]);
	assert.equal(chosen({ duration: { from: 3_600_000 } }), [0]);
	assert.equal(chosen({ top: 1 }), [0]);
	assert.equal(chosen({ ranks: [1] }), [1]);
	assert.equal(chosen({ skip: [own.moment] }), [1]);
});
added.run();
