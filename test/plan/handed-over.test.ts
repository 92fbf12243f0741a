import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isOfAccount } from "../../src/plan/handed-over.ts";
import { plan } from "../../src/plan/plan.ts";
import {
	addressOf,
	campaign,
	clip,
	post,
	posted,
	settledVideo,
	snapshot,
	TALK,
	world,
} from "../builders/world.ts";

const differences = suite("what was handed over otherwise");
const place = { file: "f", line: 1, column: 1 };

/** What the plan says of a post that went out at once, where the campaign names this minute by now. */
function reasonsAt(wall: string): readonly string[] {
	const campaigns = [campaign({ posts: [post({ clips: { top: 1 }, at: { wall, place } })] })];
	const state = snapshot({ [TALK]: settledVideo(), [addressOf()]: posted(clip(0)) });
	return plan(world({ campaigns, state })).changes.map(({ reason }) => reason);
}

differences("a time that is now or over is no other time, one to come is", () => {
	assert.equal([reasonsAt("2026-11-21T12:59"), reasonsAt("2026-11-21T13:00")], [[], []]);
	assert.is(reasonsAt("2026-11-21T13:01").length, 1);
});

differences("of an account are told from the others", () => {
	const time = { field: "time" };
	assert.ok(isOfAccount({ differences: [time, { field: "account" }] }));
	assert.is(isOfAccount({ differences: [time] }), false);
	assert.is(isOfAccount({}), false);
});

differences.run();
