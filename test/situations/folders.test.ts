import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withJudge } from "../drill/judge.ts";
import { unseemly } from "../journeys/program.ts";
import { ACME, copy, type World, withWorld } from "./world.ts";

/**
 * What is done, how many posts the service executed in the end, and words that the last command
 * must have said.
 */
type Row = readonly [
	done: (world: World) => Promise<{ readonly out: string; readonly err: string }>,
	posts: number,
	said?: RegExp,
];

const TAKEN = /already posted to this account/;

async function posted(world: World, folder: string): Promise<void> {
	const { code, out, err } = await world.apply(folder);
	assert.is(code, 0, out + err);
	assert.is(world.executed("publish"), 1);
}

const rows: Readonly<Record<string, Row>> = {
	"the same workspace again posts nothing": [
		async (world) => {
			const folder = world.workspace("a");
			await posted(world, folder);
			return world.apply(folder);
		},
		1,
		/No changes/,
	],
	"a second workspace with the same campaign": [
		async (world) => {
			await posted(world, world.workspace("a"));
			return world.apply(world.workspace("b"));
		},
		1,
		TAKEN,
	],
	"a copy of the folder without its state": [
		async (world) => {
			const folder = world.workspace("a");
			await posted(world, folder);
			const other = copy(folder, join(world.room, "b"));
			rmSync(join(other, ".showrun"), { recursive: true });
			return world.apply(other);
		},
		1,
		TAKEN,
	],
	"a git clone": [
		async (world) => {
			const folder = world.workspace("a");
			world.git(folder, "init", "-q");
			await posted(world, folder);
			world.git(folder, "add", "talk.campaign.yaml", "showrun.config.yaml");
			world.git(folder, "commit", "-qm", "Campaign");
			world.git(world.room, "clone", "-q", folder, "b");
			return world.apply(join(world.room, "b"));
		},
		1,
		TAKEN,
	],
	"a git worktree": [
		async (world) => {
			const folder = world.workspace("a");
			world.git(folder, "init", "-q");
			await posted(world, folder);
			world.git(folder, "add", "talk.campaign.yaml", "showrun.config.yaml");
			world.git(folder, "commit", "-qm", "Campaign");
			world.git(folder, "worktree", "add", "-q", "../b");
			return world.apply(join(world.room, "b"));
		},
		1,
		TAKEN,
	],
	"a workspace that was moved": [
		async (world) => {
			const folder = world.workspace("a");
			await posted(world, folder);
			renameSync(folder, join(world.room, "b"));
			return world.apply(join(world.room, "b"));
		},
		1,
		/No changes/,
	],
	"another campaign name, video name and post name in a second workspace": [
		async (world) => {
			await posted(world, world.workspace("a"));
			return world.apply(
				world.workspace("b", { campaign: "other", video: "speech", post: "clips", account: "tube" }),
			);
		},
		1,
		TAKEN,
	],
	"an account that was renamed at its platform and in the campaign": [
		async (world) => {
			const folder = world.workspace("a");
			await posted(world, folder);
			await world.accounts({ ...ACME, handle: "AcmeTwo" });
			rmSync(join(folder, ".showrun"), { recursive: true });
			return world.apply(world.workspace("b", { account: "main", handle: "AcmeTwo" }));
		},
		1,
		TAKEN,
	],
	"an account that was connected anew under another id": [
		async (world) => {
			await posted(world, world.workspace("a"));
			await world.accounts({ ...ACME, id: "acc-9" });
			return world.apply(world.workspace("b"));
		},
		1,
		/showrun accounts same acc-1 acc-9/,
	],
	"and a person says that it is the same account": [
		async (world) => {
			await posted(world, world.workspace("a"));
			await world.accounts({ ...ACME, id: "acc-9" });
			const folder = world.workspace("b");
			await world.run(folder, ["accounts", "same", "acc-1", "acc-9"]);
			return world.apply(folder);
		},
		1,
		TAKEN,
	],
	"and a person says that it is another account": [
		async (world) => {
			await posted(world, world.workspace("a"));
			await world.accounts({ ...ACME, id: "acc-9" });
			const folder = world.workspace("b");
			await world.run(folder, ["accounts", "other", "acc-1", "acc-9"]);
			return world.apply(folder);
		},
		2,
		/Applied: 1 submitted, 1 published/,
	],
	"a saved plan that is applied in two copies of a workspace": [
		async (world) => {
			const folder = world.workspace("a");
			await world.run(folder, ["plan", ".", "--out", "plan.json"]);
			const other = copy(folder, join(world.room, "b"));
			const { code, out, err } = await world.run(folder, ["apply", "plan.json"]);
			assert.is(code, 0, out + err);
			const second = await world.run(other, ["apply", "plan.json"]);
			assert.is(world.executed("submit"), 1);
			return second;
		},
		1,
		/saved plan was applied by workspace \w{6} on/,
	],
	"a post that a person took out of the ledger": [
		async (world) => {
			await posted(world, world.workspace("a"));
			const folder = world.workspace("b");
			const { operation } = JSON.parse((await world.run(folder, ["ledger", "list", "--json"])).out);
			const { code, err } = await world.run(folder, ["ledger", "forget", operation, "--reason", "deleted"]);
			assert.is(code, 0, err);
			return world.apply(folder);
		},
		2,
		/Applied: 1 submitted, 1 published/,
	],
	"two accounts of one handle that are both connected": [
		async (world) => {
			await posted(world, world.workspace("a"));
			await world.accounts(
				{ ...ACME, platform: "youtube" },
				{ id: "acc-3", platform: "youtube", handle: "Second" },
			);
			return world.apply(world.workspace("b", { handle: "Second" }));
		},
		2,
		/Applied: 1 submitted, 1 published/,
	],
	"another user with a home of their own": [
		async (world) => {
			await posted(world, world.workspace("a"));
			return world.apply(world.workspace("b"), { home: "other" });
		},
		2,
	],
};

const situations = suite("situations of folders and accounts");

for (const [title, [work, posts, said]] of Object.entries(rows)) {
	situations(title, () =>
		withJudge((judge) =>
			withWorld(judge, async (world) => {
				const { out, err } = await work(world);
				assert.equal(unseemly(out + err), []);
				assert.is(world.executed("publish"), posts, out + err);
				if (said) assert.match((out + err).replace(/\s+/g, " "), said);
			}),
		),
	);
}

situations.run();
