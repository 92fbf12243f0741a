/** A few troubles of daemons that share a database; `npm run drill -- fleet` lives through many. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { tellStories } from "../drill/fleet/fleet.ts";
import { tryLeases } from "../drill/fleet/leases.ts";
import { withJudge } from "../drill/judge.ts";

const fleet = suite("daemons in trouble");

fleet("a run that was replaced, and one whose clock is wrong, write nothing", async () => {
	assert.equal(await tryLeases(), { cases: 2, broken: [] });
});

fleet("killed, stopped and cut off while they arm, they post once or name what is unknown", () =>
	withJudge(async (judge) => {
		const troubles = [
			{ name: "answer lost", at: 5, ms: 0 },
			{ name: "kill, answered", at: 5, ms: 0 },
			{ name: "stop", at: 2, ms: 9_000 },
		] as const;
		const [ended] = await tellStories(judge, [troubles]);
		assert.equal(ended?.broken, []);
	}),
);

fleet.run();
