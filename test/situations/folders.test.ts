import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { copyFolder } from "../builders/copy-folder.ts";
import { addSituations, NOTHING, type Rows, TAKEN } from "./rows.ts";

const rows: Rows = {
	"the same workspace again posts nothing": [
		async (world) => {
			const folder = world.workspace("a");
			await world.posted(folder);
			return world.apply(folder);
		},
		{ posts: 1, said: NOTHING },
	],
	"a second workspace with the same campaign": [
		async (world) => {
			await world.posted(world.workspace("a"));
			return world.apply(world.workspace("b"));
		},
		{ posts: 1, said: TAKEN },
	],
	"a copy of the folder without its state": [
		async (world) => {
			const folder = world.workspace("a");
			await world.posted(folder);
			const other = copyFolder(folder, join(world.room, "b"));
			rmSync(join(other, ".showrun"), { recursive: true });
			return world.apply(other);
		},
		{ posts: 1, said: TAKEN },
	],
	"a git clone": [
		async (world) => {
			const folder = world.workspace("a");
			world.git(folder, "init", "-q");
			await world.posted(folder);
			world.git(folder, "add", "talk.campaign.yaml", "showrun.config.yaml");
			world.git(folder, "commit", "-qm", "Campaign");
			world.git(world.room, "clone", "-q", folder, "b");
			return world.apply(join(world.room, "b"));
		},
		{ posts: 1, said: TAKEN },
	],
	"a git worktree": [
		async (world) => {
			const folder = world.workspace("a");
			world.git(folder, "init", "-q");
			await world.posted(folder);
			world.git(folder, "add", "talk.campaign.yaml", "showrun.config.yaml");
			world.git(folder, "commit", "-qm", "Campaign");
			world.git(folder, "worktree", "add", "-q", "../b");
			return world.apply(join(world.room, "b"));
		},
		{ posts: 1, said: TAKEN },
	],
	"a workspace that was moved": [
		async (world) => {
			const folder = world.workspace("a");
			await world.posted(folder);
			renameSync(folder, join(world.room, "b"));
			return world.apply(join(world.room, "b"));
		},
		{ posts: 1, said: NOTHING },
	],
	"another campaign name, video name and post name in a second workspace": [
		async (world) => {
			await world.posted(world.workspace("a"));
			return world.apply(
				world.workspace("b", { campaign: "other", video: "speech", post: "clips", account: "tube" }),
			);
		},
		{ posts: 1, said: TAKEN },
	],
	"a saved plan that is applied in two copies of a workspace": [
		async (world) => {
			const folder = world.workspace("a");
			await world.run(folder, ["plan", ".", "--out", "plan.json"]);
			const other = copyFolder(folder, join(world.room, "b"));
			const { code, out, err } = await world.run(folder, ["apply", "plan.json"]);
			assert.is(code, 0, out + err);
			const second = await world.run(other, ["apply", "plan.json"]);
			assert.is(world.executed("submit"), 1);
			return second;
		},
		{ posts: 1, said: /saved plan was applied by workspace \w{6} on/ },
	],
	"a post that a person took out of the ledger": [
		async (world) => {
			await world.posted(world.workspace("a"));
			const folder = world.workspace("b");
			const { operation } = JSON.parse((await world.run(folder, ["ledger", "list", "--json"])).out);
			const { code, err } = await world.run(folder, ["ledger", "forget", operation, "--reason", "deleted"]);
			assert.is(code, 0, err);
			return world.apply(folder);
		},
		{ posts: 2, said: /Applied: 1 submitted, 1 published/, twice: true },
	],
	"another user with a home of their own": [
		async (world) => {
			await world.posted(world.workspace("a"));
			return world.apply(world.workspace("b"), { home: "other" });
		},
		{ posts: 2, twice: true },
	],
	"two clones that apply at once": [
		async (world) => {
			const [a, b] = [world.workspace("a"), world.workspace("b")];
			const [first] = await Promise.all([world.apply(a), world.apply(b)]);
			return first;
		},
		{ posts: 1, submits: 2 },
	],
	"and each applies once more": [
		async (world) => {
			const [a, b] = [world.workspace("a"), world.workspace("b")];
			await Promise.all([world.apply(a), world.apply(b)]);
			await world.apply(a);
			return world.apply(b);
		},
		{ posts: 1 },
	],
	"one workspace that is applied twice at once": [
		async (world) => {
			const folder = world.workspace("a");
			const [first] = await Promise.all([world.apply(folder), world.apply(folder)]);
			await world.apply(folder);
			return first;
		},
		{ posts: 1, submits: 1 },
	],
	"two workspaces of one repository": [
		async (world) => {
			const root = world.workspace("repository");
			world.git(root, "init", "-q");
			await world.posted(world.workspace("repository/one"));
			return world.apply(world.workspace("repository/two", { campaign: "two", post: "other" }));
		},
		{ posts: 1, said: TAKEN },
	],
	"a workspace that moves into a subfolder, without its state": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			rmSync(join(folder, ".showrun"), { recursive: true });
			return world.apply(world.workspace("a/deeper"));
		},
		{ posts: 1, said: TAKEN },
	],
	"a second repository": [
		async (world) => {
			for (const name of ["a", "b"]) world.git(world.workspace(name), "init", "-q");
			await world.posted(join(world.room, "a"));
			return world.apply(join(world.room, "b"));
		},
		{ posts: 1, said: TAKEN },
	],
	"a home of their own, told of another workspace of this user later": [
		async (world) => {
			await world.posted(world.workspace("a"));
			return world.run(world.workspace("b"), ["plan", "."], { home: "other" });
		},
		{ posts: 1, submits: 1, said: /submit/ },
	],
};

const situations = suite("situations of folders");
await addSituations(situations, rows);
situations.run();
