import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withJudge } from "../drill/judge.ts";
import { HOOK } from "../drill/place.ts";
import { withWorld } from "./world.ts";

const QUARTER = 15 * 60_000;

/** A command whose wall clock, or whose machine too, is a quarter of an hour ahead. */
function ahead(...clocks: readonly ("CLOCK" | "BOOT")[]) {
	const moved = clocks.map((clock) => [`DRILL_${clock}_MS`, String(QUARTER)] as const);
	return { env: { NODE_OPTIONS: `--import=${HOOK}`, ...Object.fromEntries(moved) } };
}

const embargo = suite("not posted");
embargo("is not taken because a clock was set forward, and is taken when the time went by", () =>
	withJudge((judge) =>
		withWorld(judge, async (world) => {
			await world.faults({ kind: "publish", nth: 1, fault: "reset" });
			const folder = world.workspace("a");
			assert.is((await world.apply(folder)).code, 4);
			const set = await world.run(folder, ["resolve", "*", "--not-posted"], ahead("CLOCK"));
			assert.is(set.code, 1, set.out);
			assert.match(set.err.replace(/\s+/g, " "), "as this machine's uptime counts");
			const waited = await world.run(folder, ["resolve", "*", "--not-posted"], ahead("CLOCK", "BOOT"));
			assert.is(waited.code, 0, waited.err);
		}),
	),
);
embargo.run();
