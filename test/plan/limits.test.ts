import { suite } from "uvu";
import * as assert from "uvu/assert";
import { StopFault } from "../../src/model/fault.ts";
import { limitMessage } from "../../src/model/limit-exceeded.ts";
import { limitsExceeded } from "../../src/plan/limits.ts";
import { plan } from "../../src/plan/plan.ts";
import { loopOnce } from "../../src/reconcile/loop.ts";
import { emptyMemory } from "../../src/reconcile/memory.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { renderLimits } from "../../src/views/limits.ts";
import { recordingWith } from "../builders/run.ts";
import { campaign, type Given, post, settledVideo, snapshot, TALK, video, world } from "../builders/world.ts";
import { fakeService } from "../fakes/service.ts";

const settled = snapshot({ [TALK]: settledVideo() });
const FREE = { duration: "30-60s", moreResults: false, express: false } as const;
const unbounded = campaign({ videos: [video({ clipping: FREE })], posts: [post({ clips: {} })] });

function past(given: Given, policy = {}, durations?: Record<string, number>): readonly string[] {
	const of = world(given);
	const made = plan({ ...of, observed: { ...of.observed, ...(durations && { durations }) } });
	return limitsExceeded(made, of.campaigns, policy).map(limitMessage);
}

const limits = suite("limits of a policy");
limits("let a plan through that stays within", () => {
	assert.equal(past({ state: settled }, { maxPostsPerRun: 2, budgetUnits: 0 }), []);
	assert.equal(past({}, { maxPostsPerRun: 2, budgetUnits: 3 }), []);
});
limits("stop more posts than allowed, known or bounded", () => {
	const expected = [
		"The plan comes to up to 2 posts, and policy.max_posts_per_run of the settings allows 1.",
	];
	assert.equal(past({ state: settled }, { maxPostsPerRun: 1 }), expected);
	assert.equal(past({}, { maxPostsPerRun: 1 }), expected);
});
limits("stop posts that nothing bounds", () => {
	assert.match(past({ campaigns: [unbounded] }, { maxPostsPerRun: 100 })[0] ?? "", "any number of posts");
});
limits("stop a plan that costs more than the budget, or nobody knows how much", () => {
	assert.match(
		past({}, { budgetUnits: 2.5 })[0] ?? "",
		"up to 3 API units, and policy.budget.units of the settings allows 2.5",
	);
	assert.match(past({}, { budgetUnits: 1000 }, {})[0] ?? "", "an unknown number of API units");
});
limits("of a campaign count its own part", () => {
	const campaigns = [
		campaign({ policy: { maxPostsPerRun: 2 } }),
		campaign({ name: "other", policy: { maxPostsPerRun: 1 } }),
	];
	assert.equal(past({ campaigns }), [
		"The plan comes to up to 2 posts, and policy.max_posts_per_run of the campaign other allows 1.",
	]);
});
limits("of a campaign leave the posts of another alone", () => {
	const one = post({ clips: { top: 1 } });
	const campaigns = [
		campaign({ policy: { maxPostsPerRun: 2 } }),
		campaign({ name: "other", policy: { maxPostsPerRun: 1 }, posts: [one] }),
	];
	assert.equal(past({ campaigns }), []);
});
limits("are shown with what to do, in the width", () => {
	const text = renderLimits([{ policy: "budget", of: "settings", limit: 10, asked: 12 }], {
		colour: false,
		width: 60,
	});
	assert.match(text, /^Refused: The plan comes to up to 12 API units[\s\S]*raise the limit\.\n$/);
	assert.ok(text.split("\n").every((line) => line.length <= 60));
});
limits("keep a pass of watch from sending anything", async () => {
	const service = fakeService();
	const given = { store: memoryStore(settled), service, over: { policy: { maxPostsPerRun: 1 } } };
	await recordingWith(given, async ({ recording, known }) => {
		await loopOnce(recording, known, { memory: emptyMemory(), skip: [] }).then(
			() => assert.unreachable(),
			(error: unknown) => assert.instance(error, StopFault),
		);
	});
	assert.equal(service.commits, []);
});
limits.run();
