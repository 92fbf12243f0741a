import { readFileSync, rmSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Step } from "../drill/cell.ts";
import { withJudge } from "../drill/judge.ts";
import { APPLY, type Place } from "../drill/place.ts";
import { type Running, unseemly, until } from "./program.ts";
import { git, settledRepository, type Team, teamFrom } from "./remotes.ts";

const ADDRESS = 'talk.post.shorts["talk@0-20000"].yt';
/** What a job of CI runs in. */
const RUNNER = { CI: "true" };
/** By then a person may say that something was not posted. */
const LATER = 30 * 60_000;

/** What a clone names as unknown: ids, when its status says so in words and by its exit code too. */
async function unknownIn(team: Team, place: Place): Promise<readonly string[]> {
	const { out, code, err } = await team.run(place, ["status"]);
	assert.equal(unseemly(out + err), []);
	const ids = Object.keys(JSON.parse((await team.run(place, ["status", "--json"])).out).operations);
	assert.is(code === 4, ids.length > 0, out + err);
	for (const id of ids) assert.ok(out.includes(id) && out.includes(ADDRESS), out);
	return ids;
}

async function applied(team: Team, place: Place, env: Readonly<Record<string, string>> = {}): Promise<void> {
	const { code, out, err } = await team.run(place, APPLY, { env });
	assert.is(code, 0, out + err);
	assert.equal(unseemly(out + err), []);
}

async function stopped({ pid }: Running): Promise<void> {
	await until(() => /^\d+ \(.*\) T/.test(readFileSync(`/proc/${pid}/stat`, "utf8")));
}

const journeys = suite("state: git, two clones and a runner");

/** Where the runner dies, and whether it had claimed by then. */
const deaths: readonly (readonly [Step, boolean])[] = [
	["intent synced", false],
	["armed synced", true],
	["last byte sent", true],
	["answer read", true],
	["outcome synced", true],
];

journeys("a fresh runner killed at each step: nothing doubled, the unknown named in both clones, resolved in one and gone on with in the other", () =>
	withJudge(async (judge) => {
		const settled = await settledRepository(judge);
		for (const [step, claimed] of deaths) {
			const team = await teamFrom(judge, settled, `runner-${step.replaceAll(" ", "-")}`);
			const [ann, ben, runner] = [team.clone("ann"), team.clone("ben"), team.clone("runner", 1)];
			git(runner.cwd, "checkout", "-q", "--detach");
			const killed = await team.run(runner, APPLY, { step, env: RUNNER });
			assert.is(killed.code, null, `${step}: ${killed.out}${killed.err}`);
			rmSync(runner.folder, { recursive: true });
			if (claimed) await resolvedByBen(team, { ann, ben });
			await applied(team, ann);
			await applied(team, team.clone("next-runner", 1), RUNNER);
			assert.equal([team.commits().length, await unknownIn(team, ben)], [1, []], step);
		}
	}),
);

/** Both name what is unknown, and send nothing for it; then ben says what the service's own log says. */
async function resolvedByBen(team: Team, { ann, ben }: Readonly<Record<"ann" | "ben", Place>>): Promise<void> {
	const before = team.commits().length;
	const [id = "", ...others] = await unknownIn(team, ann);
	assert.equal([others, await unknownIn(team, ben)], [[], [id]]);
	for (const place of [ann, ben]) assert.is((await team.run(place, APPLY)).code, 4);
	assert.is(team.commits().length, before);
	const said = before === 0 ? "--not-posted" : "--posted";
	const { code, err } = await team.run(ben, ["resolve", id, said], { clockMs: LATER });
	assert.is(code, 0, err);
}

journeys("two applies at once: one posts, the other sends nothing and says why", () =>
	withJudge(async (judge) => {
		const team = await teamFrom(judge, await settledRepository(judge), "at-once");
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
	}),
);

journeys("two applies that planned the same: who claims second is told to run again", () =>
	withJudge(async (judge) => {
		const team = await teamFrom(judge, await settledRepository(judge), "same-plan");
		const [ann, ben] = [team.clone("ann"), team.clone("ben")];
		const first = team.start(ann, APPLY, { stop: "intent synced" });
		await stopped(first);
		await applied(team, ben);
		first.kill("SIGCONT");
		const { code, err } = await first.ended;
		assert.is(code, 1);
		assert.match(err, /Error: Another run changed the state \(refs\/showrun\/root\) since this one read it/);
		assert.match(err, /Run the command again/);
		await applied(team, ann);
		assert.equal([team.commits().length, await unknownIn(team, ann)], [1, []]);
	}),
);

journeys("a network that is gone before the claim: nothing is sent; after it: the outcome is kept here, told, and pushed by the next run", () =>
	withJudge(async (judge) => {
		const team = await teamFrom(judge, await settledRepository(judge), "network");
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
		assert.match(err, /What came of this run is not on the remote yet.*It is kept in .*state\.json\.journal/s);
		assert.equal(unseemly(err + failed.err), []);
		again();
		assert.is((await unknownIn(team, ben)).length, 1);
		await applied(team, ann);
		assert.equal([await unknownIn(team, ben), team.commits().length], [[], 1]);
		await applied(team, ben);
		assert.is(team.commits().length, 1);
	}),
);

journeys.run();
