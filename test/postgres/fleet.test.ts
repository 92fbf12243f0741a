/** A few troubles of daemons that share a database; `npm run drill -- fleet` lives through many. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { tellStories } from "../drill/fleet/fleet.ts";
import { tryLeases } from "../drill/fleet/leases.ts";
import { tryRights } from "../drill/fleet/service-leases.ts";
import { tellServices } from "../drill/fleet/service-story.ts";
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

fleet("services that were replaced, and one whose clock is wrong, write nothing", async () => {
	assert.equal(await tryRights(), { cases: 2, broken: [] });
});

fleet("services and workers deliver each post once, killed and stopped while they do", async () => {
	const troubles = [
		{ name: "killed before the answer", at: [0, 0], ms: 0 },
		{ name: "stopped", at: [0, 0], ms: 10_000 },
		{ name: "commit held", at: [0, 0], ms: 10_000 },
		{ name: "worker killed", at: [0, 0], ms: 0 },
	] as const;
	const { broken, unknown } = await tellServices(troubles);
	assert.equal(broken, []);
	// What a killed or replaced one had sent, nobody can say here.
	assert.ok(unknown >= 1 && unknown <= 3, String(unknown));
});

fleet.run();
