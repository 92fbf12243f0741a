import { rmSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { addSituations, NOTHING, type Rows, TAKEN } from "./rows.ts";
import { ACME } from "./world.ts";

const SECOND = { ...ACME, id: "acc-3", handle: "Second" };

const rows: Rows = {
	"an account that was renamed at its platform and in the campaign": [
		async (world) => {
			const folder = world.workspace("a");
			await world.posted(folder);
			await world.accounts({ ...ACME, handle: "AcmeTwo" });
			rmSync(join(folder, ".showrun"), { recursive: true });
			return world.apply(world.workspace("b", { account: "main", handle: "AcmeTwo" }));
		},
		{ posts: 1, said: TAKEN },
	],
	"an account that was connected anew under another id": [
		async (world) => {
			await world.posted(world.workspace("a"));
			await world.accounts({ ...ACME, id: "acc-9" });
			return world.apply(world.workspace("b"));
		},
		{ posts: 1, said: /showrun accounts same acc-1 acc-9/ },
	],
	"and a person says that it is the same account": [
		async (world) => {
			await world.posted(world.workspace("a"));
			await world.accounts({ ...ACME, id: "acc-9" });
			const folder = world.workspace("b");
			await world.run(folder, ["accounts", "same", "acc-1", "acc-9"]);
			return world.apply(folder);
		},
		{ posts: 1, said: TAKEN },
	],
	"and a person says that it is another account": [
		async (world) => {
			await world.posted(world.workspace("a"));
			await world.accounts({ ...ACME, id: "acc-9" });
			const folder = world.workspace("b");
			await world.run(folder, ["accounts", "other", "acc-1", "acc-9"]);
			return world.apply(folder);
		},
		{ posts: 2, said: /Applied: 1 submitted, 1 published/ },
	],
	"and a person says that it is another account, and then that it is the same": [
		async (world) => {
			await world.posted(world.workspace("a"));
			await world.accounts({ ...ACME, id: "acc-9" });
			const folder = world.workspace("b");
			await world.run(folder, ["accounts", "other", "acc-1", "acc-9"]);
			await world.run(folder, ["accounts", "same", "acc-1", "acc-9"]);
			return world.apply(folder);
		},
		{ posts: 1, said: TAKEN },
	],
	"two accounts of one handle that are both connected": [
		async (world) => {
			await world.posted(world.workspace("a"));
			await world.accounts(
				{ ...ACME, platform: "youtube" },
				{ id: "acc-3", platform: "youtube", handle: "Second" },
			);
			return world.apply(world.workspace("b", { handle: "Second" }));
		},
		{ posts: 2, said: /Applied: 1 submitted, 1 published/ },
	],
	"two keys that exchange their handles": [
		async (world) => {
			await world.accounts(ACME, SECOND);
			const folder = await world.posted(world.workspace("a"));
			world.edit(folder, { handle: "Second" });
			return world.apply(folder);
		},
		{ posts: 1, said: /something else than what was posted \(account\)/ },
	],
	"two accounts that exchange their handles, in the same workspace": [
		async (world) => {
			await world.accounts(ACME, SECOND);
			const folder = await world.posted(world.workspace("a"));
			await world.accounts({ ...ACME, handle: "Second" }, { ...SECOND, handle: "Acme" });
			return world.apply(folder);
		},
		{ posts: 1, said: NOTHING },
	],
	"two accounts that exchange their handles, from two more workspaces": [
		async (world) => {
			await world.accounts(ACME, SECOND);
			await world.posted(world.workspace("a"));
			await world.accounts({ ...ACME, handle: "Second" }, { ...SECOND, handle: "Acme" });
			await world.apply(world.workspace("b"));
			return world.apply(world.workspace("c", { handle: "Second" }));
		},
		{ posts: 2, said: TAKEN },
	],
	"a handle that another account took over, while both are connected": [
		async (world) => {
			await world.posted(world.workspace("a"));
			await world.accounts({ ...ACME, handle: "AcmeOld" }, { ...ACME, id: "acc-9" });
			return world.apply(world.workspace("b"));
		},
		{ posts: 2, said: /1 published/ },
	],
	"a handle that was given up and taken back": [
		async (world) => {
			await world.posted(world.workspace("a"));
			await world.accounts({ ...ACME, handle: "AcmeTwo" });
			await world.apply(world.workspace("b", { handle: "AcmeTwo" }));
			await world.accounts(ACME);
			return world.apply(world.workspace("c"));
		},
		{ posts: 1, said: TAKEN },
	],
	"a handle in other letters, with an @": [
		async (world) => {
			await world.posted(world.workspace("a"));
			return world.apply(world.workspace("b", { handle: '"@ACME"' }));
		},
		{ posts: 1, said: TAKEN },
	],
	"connected anew twice, and a person says each time that it is the same": [
		async (world) => {
			await world.posted(world.workspace("a"));
			await world.accounts({ ...ACME, id: "acc-9" });
			const folder = world.workspace("b");
			await world.run(folder, ["accounts", "same", "acc-1", "acc-9"]);
			await world.accounts({ ...ACME, id: "acc-10", handle: "AcmeTwo" });
			await world.run(folder, ["accounts", "same", "acc-9", "acc-10"]);
			return world.apply(world.workspace("c", { handle: "AcmeTwo" }));
		},
		{ posts: 1, said: TAKEN },
	],
	"connected anew under another id, in the same workspace": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			await world.accounts({ ...ACME, id: "acc-9" });
			return world.apply(folder);
		},
		{ posts: 1, said: NOTHING },
	],
	"connected anew under another id, with another post name": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			await world.accounts({ ...ACME, id: "acc-9" });
			world.edit(folder, { post: "clips" });
			return world.apply(folder);
		},
		{ posts: 1, said: TAKEN },
	],
	"connected anew under another id and another name: nothing tells that it is the same": [
		async (world) => {
			await world.posted(world.workspace("a"));
			await world.accounts({ ...ACME, id: "acc-9", handle: "AcmeTwo" });
			return world.apply(world.workspace("b", { handle: "AcmeTwo" }));
		},
		{ posts: 2, said: /1 published/ },
	],
	"the state is lost, and the account is renamed at its platform": [
		async (world) => {
			const folder = await world.posted(world.workspace("a"));
			rmSync(join(folder, ".showrun"), { recursive: true });
			await world.accounts({ ...ACME, handle: "AcmeTwo" });
			world.edit(folder, { handle: "AcmeTwo" });
			await world.run(folder, ["state", "adopt", "--empty", "--auto-approve"]);
			return world.apply(folder);
		},
		{ posts: 1, said: TAKEN },
	],
};

const situations = suite("situations of accounts");
await addSituations(situations, rows);
situations.run();
