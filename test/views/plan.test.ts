import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { PublishChange } from "../../src/model/plan.ts";
import { plan } from "../../src/plan/plan.ts";
import { renderPlan, summary } from "../../src/views/plan.ts";
import {
	addressOf,
	campaign,
	clip,
	ledgerOf,
	operation,
	post,
	posted,
	settledVideo,
	snapshot,
	submitted,
	TALK,
	world,
} from "../builders/world.ts";

const ink = { colour: false, width: 100, zones: { k: "Europe/Berlin" } };
const settled = snapshot({ [TALK]: settledVideo() });

const drawing = suite("a plan for a terminal");
drawing(
	"shows mark, address, verb, reason, particulars and place of a new video and its bounded posts",
	() => {
		assert.is(
			renderPlan(plan(world()), ink),
			`  +      k.video.talk
         submit: not in state yet
         about 3 units
         k.campaign.yaml:1:1
  + 0..2 k.post.shorts["talk@*"].tube
         publish: its clips are not known until the task succeeds (k.video.talk)
         as soon as possible; each becomes irrevocable when it is sent
         k.campaign.yaml:1:1

Plan: 1 to submit (about 3 units), 0–2 to publish.
`,
		);
	},
);

drawing("shows the title, the account, the time in both zones and that it is irrevocable", () => {
	const at = { wall: "2026-12-01T09:00", place: { file: "f", line: 1, column: 1 } };
	const text = renderPlan(
		plan(world({ state: settled, campaigns: [campaign({ posts: [post({ at, clips: { top: 1 } })] })] })),
		{ ...ink, width: 200 },
	);
	assert.match(
		text,
		'"Clip 0" to youtube Acme, at 2026-12-01 09:00 +01:00 Europe/Berlin (08:00Z); becomes irrevocable then',
	);
});

drawing("says of several posts without a time that each is irrevocable when it is sent", () => {
	const text = renderPlan(plan(world({ state: settled })), ink);
	assert.match(text, "to youtube Acme; each becomes irrevocable when it is sent\n");
	assert.not.match(text, "at its time");
});

drawing("says No changes when nothing is left", () => {
	const state = snapshot({
		[TALK]: settledVideo(),
		[addressOf(clip(0))]: posted(clip(0)),
		[addressOf(clip(1))]: posted(clip(1)),
	});
	assert.is(
		renderPlan(plan(world({ state })), ink),
		"No changes. Everything the campaigns ask for is done (3 addresses).\n",
	);
});

drawing("names the command that settles an unknown outcome", () => {
	const text = renderPlan(plan(world({ state: snapshot({}, { operations: { "op-1": operation() } }) })), ink);
	assert.match(text, "showrun resolve op-1 --posted | --not-posted | --abandon");
});

drawing("gives attention its remedy", () => {
	assert.match(
		renderPlan(
			plan(world({ state: snapshot({ [TALK]: submitted({ status: "FAILED", error: "disk full" }) }) })),
			{ ...ink, width: 200 },
		),
		/disk full[\s\S]*showrun apply --replace 'k\.video\.talk'/,
	);
});

drawing("says of a forgotten post what becomes of it", () => {
	const state = snapshot({ [TALK]: settledVideo(), [addressOf(clip(1))]: posted(clip(1)) });
	const text = renderPlan(plan(world({ state, campaigns: [campaign({ posts: [] })] })), {
		...ink,
		width: 200,
	});
	assert.match(
		text,
		/@100000-140000.*\n.*\n +what was posted stays public, and its moment is not posted there again/,
	);
});

drawing("never prints a terminal escape from the outside raw", () => {
	const hostile = [clip(0, { title: "\u001b[2J\u202eevil" }), clip(1)];
	const text = renderPlan(plan(world({ state: snapshot({ [TALK]: settledVideo(hostile) }) })), ink);
	assert.equal(
		["\u001b", "\u202e"].filter((raw) => text.includes(raw)),
		[],
	);
	assert.match(text, "\\u001b[2J\\u202eevil");
});

drawing("keeps every line but an address within the width", () => {
	for (const width of [60, 100, 200]) {
		const lines = renderPlan(
			plan(world({ state: snapshot({ [TALK]: settledVideo() }, { ledger: [ledgerOf()] }) })),
			{ ...ink, width },
		).split("\n");
		assert.equal(
			lines.filter((line) => line.length > width && !line.includes('["') && !line.includes(" ".repeat(2))),
			[],
		);
	}
});

drawing("uses colour only when asked", () => {
	assert.match(renderPlan(plan(world()), { ...ink, colour: true }), "\u001b[32m");
	assert.not.match(renderPlan(plan(world()), ink), "\u001b");
});

drawing("sums up in the order of doing, waiting, blocked", () => {
	const state = snapshot(
		{ [TALK]: settledVideo([clip(0), clip(1), clip(2)]) },
		{ ledger: [ledgerOf(clip(1))] },
	);
	assert.is(summary(plan(world({ state }))), "Plan: 1 to publish, 1 blocked. 1 address needs nothing.");
	const [change] = plan(world({ state })).changes.filter(
		(each): each is PublishChange => each.action === "publish",
	);
	assert.is(change?.request.account.username, "Acme");
});
drawing.run();
