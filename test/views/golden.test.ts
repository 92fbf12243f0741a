import { suite } from "uvu";
import * as assert from "uvu/assert";
import { renderPlan } from "../../src/views/plan.ts";
import { golden, manyEntries, manyPosts, manyRemoved, OF_EACH, OUTLOOK, planOf } from "../builders/plans.ts";

const ink = { colour: false, width: 100, zones: { k: "Europe/Berlin" } };
const each = planOf(Object.values(OF_EACH), { unchanged: 12 });
const lines = (text: string) => text.split("\n");

const drawn = suite("a plan as golden files");
for (const width of [60, 100, 200]) {
	drawn(`shows every action with its mark, reason and place at ${width} columns`, () => {
		const text = renderPlan(each, { ...ink, width }, OUTLOOK);
		golden(`plan-${width}.txt`, text);
		// Addresses and commands stay whole, so that they can be copied.
		assert.equal(
			lines(text).filter((line) => line.length > width && !line.includes('["') && !line.includes("showrun ")),
			[],
		);
	});
}

drawn("shows with --detail what differs field by field", () => {
	golden("plan-detail.txt", renderPlan(each, { ...ink, detail: true }, OUTLOOK));
});

drawn("is the same in colour, but for the colour", () => {
	const painted = renderPlan(each, { ...ink, colour: true }, OUTLOOK);
	assert.ok(painted.includes("\u001b[32m"));
	assert.is(painted.replace(/\p{Cc}\[\d+m/gu, ""), renderPlan(each, ink, OUTLOOK));
});

drawn("puts the posts of one entry together", () => {
	golden("plan-group.txt", renderPlan(planOf(manyPosts(4)), ink));
});

drawn("puts removed posts together, with one remedy for each", () => {
	golden("plan-removed.txt", renderPlan(planOf(manyRemoved(40)), ink));
});

drawn("cuts a long group with a word on the rest", () => {
	golden("plan-long-group.txt", renderPlan(planOf(manyPosts(245)), ink));
});

drawn("is still read in a minute at 10,000 posts of one entry", () => {
	golden("plan-10000.txt", renderPlan(planOf(manyPosts(10_000), { unchanged: 10_000 }), ink));
});

drawn("is still read at 10,000 entries, and shows all with --detail", () => {
	const plan = planOf(manyEntries(10_000));
	const text = renderPlan(plan, ink);
	assert.ok(lines(text).length < 200, `${lines(text).length} lines`);
	assert.match(text, "… and 9,960 more to publish, --detail shows all");
	assert.is(
		lines(renderPlan(plan, { ...ink, detail: true })).filter((line) => line.startsWith("  +")).length,
		10_000,
	);
});

drawn("shows what was renamed, however much", () => {
	const moves = Array.from({ length: 12 }, (_, index) => ({
		from: `k.video.old${index}` as typeof OF_EACH.submit.address,
		to: OF_EACH.submit.address,
	}));
	golden("plan-moves.txt", renderPlan(planOf([], { moves, unchanged: 12 }), ink));
	assert.match(
		renderPlan(planOf([OF_EACH.submit], { moves }), { ...ink, detail: true }),
		"was k.video.old11: renamed",
	);
});

drawn("never leaves out an unknown outcome", () => {
	const unknown = Array.from({ length: 60 }, (_, index) => ({
		...OF_EACH.unknown,
		address: `k.video.v${index}` as typeof OF_EACH.submit.address,
	}));
	assert.is(
		lines(renderPlan(planOf(unknown), ink)).filter((line) => line.includes("showrun resolve")).length,
		60,
	);
});
drawn.run();
