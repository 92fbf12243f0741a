import { readFileSync, rmSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { APPLY, type Place } from "../drill/place.ts";
import { survive, unknownIn } from "../drill/remote.ts";
import { type Running, unseemly, until } from "./program.ts";
import { settledJourney, type Team, teamFrom } from "./remotes.ts";

const ADDRESS = 'talk.post.shorts["talk@0-20000"].yt';

async function applied(team: Team, place: Place): Promise<void> {
	const { code, out, err } = await team.run(place, APPLY);
	assert.is(code, 0, out + err);
	assert.equal(unseemly(out + err), []);
}

async function stopped({ pid }: Running): Promise<void> {
	await until(() => /^\d+ \(.*\) T/.test(readFileSync(`/proc/${pid}/stat`, "utf8")));
}

const journeys = suite("state: git, two clones and a runner");
const journey = settledJourney(journeys);

journey(
	"a fresh runner killed at each step: nothing doubled, the unknown named in both clones, resolved in one and gone on with in the other",
	async (judge, settled) => {
		for (const at of ["intent synced", "last byte sent", "outcome synced"] as const) {
			const team = await teamFrom(judge, settled, { name: `runner-${at.replaceAll(" ", "-")}` });
			assert.equal(await survive(team, { at }), [], at);
		}
	},
);

journey(
	"a fresh runner killed after it armed: both clones say which post is unknown, since when, and what to do",
	async (judge, settled) => {
		const team = await teamFrom(judge, settled, { name: "armed" });
		const runner = team.clone("runner", 1);
		assert.is((await team.run(runner, APPLY, { step: "armed synced", env: { CI: "true" } })).code, null);
		rmSync(runner.folder, { recursive: true });
		for (const who of ["ann", "ben"]) {
			const { code, out, err } = await team.run(team.clone(who), ["status"]);
			assert.equal([code, unseemly(out + err)], [4, []]);
			assert.match(out, ADDRESS);
			assert.match(out, /showrun resolve 01\w{24}/);
		}
		assert.equal(team.commits(), []);
	},
);

journey("two applies at once: one posts, the other sends nothing and says why", async (judge, settled) => {
	const team = await teamFrom(judge, settled, { name: "at-once" });
	const [ann, ben] = [team.clone("ann"), team.clone("ben")];
	const first = team.start(ann, APPLY, { stop: "armed synced" });
	await stopped(first);
	const second = await team.run(ben, APPLY);
	assert.is(second.code, 4, second.out + second.err);
	assert.is(team.commits().length, 0);
	first.kill("SIGCONT");
	const { code, out, err } = await first.ended;
	assert.is(code, 0, out + err);
	await applied(team, ben);
	const both = await Promise.all([team.run(ann, APPLY), team.run(ben, APPLY)]);
	for (const each of both) assert.is(each.code, 0, each.out + each.err);
	assert.is(team.commits().length, 1);
});

journey(
	"two applies that planned the same: who claims second is told to run again",
	async (judge, settled) => {
		const team = await teamFrom(judge, settled, { name: "same-plan" });
		const [ann, ben] = [team.clone("ann"), team.clone("ben")];
		const first = team.start(ann, APPLY, { stop: "intent synced" });
		await stopped(first);
		const locked = await team.run(ann, APPLY);
		const [, id = ""] = /showrun unlock ([0-9a-f]{12})/.exec(locked.err) ?? [];
		assert.match((await team.run(ann, ["unlock", id])).out, /Removed the lock of "showrun apply \."/);
		await applied(team, ben);
		first.kill("SIGCONT");
		const { code, err } = await first.ended;
		assert.is(code, 1);
		assert.match(err, /Error: Another run changed the state \(refs\/showrun\/root\) since this one read it/);
		assert.match(err, /Run the command again/);
		await applied(team, ann);
		assert.equal([team.commits().length, await unknownIn(team, ann)], [1, []]);
	},
);

journey(
	"a network that is gone before the claim: nothing is sent; after it: the outcome is kept here, told, and pushed by the next run",
	async (judge, settled) => {
		const team = await teamFrom(judge, settled, { name: "network" });
		const [ann, ben] = [team.clone("ann"), team.clone("ben")];
		const early = team.start(ann, APPLY, { stop: "before the intent" });
		await stopped(early);
		const back = team.cutOff();
		early.kill("SIGCONT");
		const failed = await early.ended;
		assert.is(failed.code, 1, failed.out);
		assert.match(failed.err, /Error: The state on origin cannot be read/);
		assert.is(team.commits().length, 0);
		back();
		const late = team.start(ann, APPLY, { stop: "answer read" });
		await stopped(late);
		const again = team.cutOff();
		late.kill("SIGCONT");
		const { code, err } = await late.ended;
		assert.is(code, 1);
		assert.match(
			err,
			/What came of this run is not on the remote yet.*It is kept in .*state\.json\.journal/s,
		);
		assert.equal(unseemly(err + failed.err), []);
		again();
		assert.is((await unknownIn(team, ben)).length, 1);
		await applied(team, ann);
		assert.equal([await unknownIn(team, ben), team.commits().length], [[], 1]);
		await applied(team, ben);
		assert.is(team.commits().length, 1);
	},
);

journey(
	"without the remote: who only looks sees what this clone saw last, and is told so; a plan is refused",
	async (judge, settled) => {
		const team = await teamFrom(judge, settled, { name: "looking" });
		const [ann, ben] = [team.clone("ann"), team.clone("ben")];
		await applied(team, ann);
		team.cutOff();
		for (const args of [["status"], ["history"], ["calendar"], ["state", "list"], ["clips", "--paths"]]) {
			const { code, out, err } = await team.run(ann, args);
			assert.is(code, 0, `${args}: ${out}${err}`);
			assert.match(
				err,
				/^Note: The state on origin cannot be read.* saw of it last, of 20\d\d-/ms,
				`${args}: ${err}`,
			);
			assert.not.match(out, "Nothing was applied yet");
			assert.is((await team.run(ben, args)).code, 1, `${args} without a version seen`);
		}
		const planned = await team.run(ann, ["plan"]);
		assert.is(planned.code, 1);
		assert.match(planned.err, "Error: The state on origin cannot be read");
	},
);

journeys.run();
