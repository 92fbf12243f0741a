import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Judge } from "../drill/judge.ts";
import { APPLY, campaignOf, type Place } from "../drill/place.ts";
import { type Running, unseemly, until } from "./program.ts";
import { git, settledJourney, type Team, teamFrom } from "./remotes.ts";

const REF = "refs/showrun/root";
const LEDGER = "refs/showrun/ledger";
const FILES = ["talk.campaign.yaml", "showrun.config.yaml"];

async function done(team: Team, place: Place, args: readonly string[]): Promise<string> {
	const { code, out, err } = await team.run(place, args);
	assert.is(code, 0, out + err);
	assert.equal(unseemly(out + err), []);
	return out;
}

async function refused(team: Team, place: Place, args: readonly string[]): Promise<string> {
	const ended = await team.run(place, args);
	assert.is(ended.code, 1, ended.out + ended.err);
	assert.equal(unseemly(ended.out + ended.err), []);
	return ended.out + ended.err;
}

async function stopped({ pid }: Running): Promise<void> {
	await until(() => /^\d+ \(.*\) T/.test(readFileSync(`/proc/${pid}/stat`, "utf8")));
}

/** How often the post was made, by the judge's log. */
function posts(team: Team): number {
	return team.commits().filter(({ kind }) => kind === "publish").length;
}

/** The same workspace in a folder of the repository. */
function movedTo(place: Place, folder: string): Place {
	const cwd = join(place.cwd, folder);
	mkdirSync(cwd, { recursive: true });
	for (const name of FILES) renameSync(join(place.cwd, name), join(cwd, name));
	return { ...place, cwd };
}

function withRef(place: Place, ref: string): void {
	const path = join(place.cwd, "showrun.config.yaml");
	const text = readFileSync(path, "utf8").replace("state: git", `state: { git: { ref: ${ref} } }`);
	writeFileSync(path, text);
}

/** Two machines, each with a clone and the same campaign in another folder of the repository. */
function twoWorkspaces(team: Team): readonly [Place, Place] {
	return [movedTo(team.clone("a"), "a"), movedTo(team.clone("b"), "b")];
}

let submitted: Promise<string> | undefined;

/** A remote on which the videos of both are submitted, made once: what follows is the same post. */
function submittedTwice(judge: Judge, settled: string): Promise<string> {
	submitted ??= (async () => {
		const team = await teamFrom(judge, settled, { name: "submitted-twice" });
		for (const place of twoWorkspaces(team)) {
			writeFileSync(join(place.cwd, "talk.campaign.yaml"), campaignOf("submit"));
			await done(team, place, ["state", "adopt", "--empty", "--auto-approve"]);
			await done(team, place, APPLY);
		}
		return team.remote;
	})();
	return submitted;
}

const journeys = suite("state: git, one ledger a remote");
const journey = settledJourney(journeys);

journey(
	"a workspace that is moved into a folder is told its former ref, and goes on with it",
	async (judge, settled) => {
		const team = await teamFrom(judge, settled, { name: "moved" });
		await done(team, team.clone("ann"), APPLY);
		const ben = movedTo(team.clone("ben"), "shows");
		for (const args of [["plan"], APPLY]) {
			assert.match(
				await refused(team, ben, args),
				/origin holds no state of this workspace \(refs\/showrun\/in-shows-\w+\), and campaign talk is known there from root.*state: \{ git: \{ ref: root \} \}.*state adopt --empty/s,
			);
		}
		withRef(ben, "root");
		await done(team, ben, APPLY);
		assert.is(posts(team), 1);
	},
);

journey("begun anew in a folder, it submits again and does not post again", async (judge, settled) => {
	const team = await teamFrom(judge, settled, { name: "anew" });
	await done(team, team.clone("ann"), APPLY);
	const ben = movedTo(team.clone("ben"), "shows");
	assert.match(
		await done(team, ben, ["state", "adopt", "--empty", "--auto-approve"]),
		/state: \{ git: \{ ref: in-shows-\w+ \} \}/,
	);
	await team.run(ben, APPLY);
	assert.match((await team.run(ben, ["plan"])).out, /workspace root/);
	assert.is(posts(team), 1);
});

journey(
	"two workspaces with the same campaign: the second is told who posted, and posts nothing",
	async (judge, settled) => {
		const team = await teamFrom(judge, await submittedTwice(judge, settled), { name: "two" });
		const [a, b] = twoWorkspaces(team);
		await done(team, a, APPLY);
		await team.run(b, APPLY);
		assert.match((await team.run(b, ["plan"])).out, /workspace in-a-/);
		assert.is(posts(team), 1);
	},
);

journey(
	"a post that a person takes out of the ledger of the remote is listed, shown, and may be made again",
	async (judge, settled) => {
		const team = await teamFrom(judge, await submittedTwice(judge, settled), { name: "forget" });
		const [a, b] = twoWorkspaces(team);
		await done(team, a, APPLY);
		const listed = await done(team, b, ["ledger", "list", "--json"]);
		const { operation, workspace } = JSON.parse(listed);
		assert.match(workspace, /^in-a-/);
		assert.match(await done(team, b, ["ledger", "show", operation]), /outcome +(done|armed)/);
		await done(team, b, ["ledger", "forget", operation, "--reason", "deleted on the channel"]);
		assert.match(
			await done(team, a, ["ledger", "show", operation]),
			/forgotten +by .*deleted on the channel/,
		);
		await done(team, b, APPLY);
		assert.is(posts(team), 2);
	},
);

journey(
	"two workspaces that planned the same at once: one posts, the other says why not",
	async (judge, settled) => {
		const team = await teamFrom(judge, await submittedTwice(judge, settled), { name: "ledger-at-once" });
		const [a, b] = twoWorkspaces(team);
		const first = team.start(a, APPLY, { stop: "intent synced" });
		await stopped(first);
		await done(team, b, APPLY);
		first.kill("SIGCONT");
		const { out, err } = await first.ended;
		assert.match(out + err, /This moment was already posted to this\s+account.* of workspace in-b-/s);
		assert.is(posts(team), 1);
		await team.run(a, APPLY);
		assert.is(posts(team), 1);
	},
);

journey("two workspaces let loose at once post once, however they meet", async (judge, settled) => {
	const team = await teamFrom(judge, await submittedTwice(judge, settled), { name: "loose" });
	const both = twoWorkspaces(team);
	await Promise.all(both.map((place) => team.run(place, APPLY)));
	await Promise.all(both.map((place) => team.run(place, APPLY)));
	assert.is(posts(team), 1);
});

journey(
	"a claim that another workspace made and has not ended holds the post back",
	async (judge, settled) => {
		const team = await teamFrom(judge, await submittedTwice(judge, settled), { name: "claimed" });
		const [a, b] = twoWorkspaces(team);
		const first = team.start(a, APPLY, { stop: "armed synced" });
		await stopped(first);
		await team.run(b, APPLY);
		assert.is(posts(team), 0);
		first.kill("SIGCONT");
		assert.is((await first.ended).code, 0);
		await team.run(b, APPLY);
		assert.is(posts(team), 1);
	},
);

journey("a refused post gives its moment back to the other workspace", async (judge, settled) => {
	const faults = [{ kind: "publish", nth: 1, fault: "refuse" }] as const;
	const team = await teamFrom(judge, await submittedTwice(judge, settled), { name: "given-back", faults });
	const [a, b] = twoWorkspaces(team);
	await team.run(a, APPLY);
	assert.is(posts(team), 0);
	await done(team, b, APPLY);
	assert.is(posts(team), 1);
});

journey(
	"a state that another clone moved back posts nothing again on a fresh runner",
	async (judge, settled) => {
		const team = await teamFrom(judge, settled, { name: "rewound" });
		const before = git(team.remote, "rev-parse", REF);
		const ann = team.clone("ann");
		await done(team, ann, APPLY);
		const seen = git(team.remote, "rev-parse", REF);
		const eve = team.clone("eve").cwd;
		git(eve, "fetch", "-q", "origin", REF);
		git(eve, "push", "-q", "--force", "origin", `${before}:${REF}`);
		assert.match(await refused(team, ann, APPLY), /The state went back in time/);
		const runner = team.clone("runner", 1);
		assert.match(
			await refused(team, runner, [...APPLY, "--expect-state", seen]),
			/The state is not the expected one: refs\/showrun\/root of origin is at \w{12}, which does not contain/,
		);
		await team.run(runner, APPLY, { env: { CI: "true" } });
		assert.is(posts(team), 1);
	},
);

journey(
	"a ledger that is deleted is made again from the states, and from what a clone has seen",
	async (judge, settled) => {
		const team = await teamFrom(judge, await submittedTwice(judge, settled), { name: "no-ledger" });
		const [a, b] = twoWorkspaces(team);
		await done(team, a, APPLY);
		git(team.remote, "update-ref", "-d", LEDGER);
		await team.run(b, APPLY);
		assert.is(posts(team), 1);
		// The state that made the post is gone too: this clone has seen its line in the ledger.
		await done(team, a, ["plan"]);
		rmSync(join(a.cwd, "talk.campaign.yaml"));
		git(team.remote, "update-ref", "-d", LEDGER);
		for (const ref of git(team.remote, "for-each-ref", "--format=%(refname)", "refs/showrun/in-a-*").split(
			"\n",
		))
			if (ref !== "") git(team.remote, "update-ref", "-d", ref);
		const moved = movedBack(a, b);
		await team.run(moved, ["state", "adopt", "--empty", "--auto-approve"]);
		await team.run(moved, APPLY);
		await team.run(moved, APPLY);
		assert.is(posts(team), 1);
	},
);

/** The files of one workspace in a new folder of another's clone. */
function movedBack(to: Place, from: Place): Place {
	const cwd = join(to.cwd, "..", "again");
	mkdirSync(cwd, { recursive: true });
	for (const name of FILES) cpSync(join(from.cwd, name), join(cwd, name));
	return { folder: `${to.folder}-new-memory`, cwd };
}

journeys.run();
