import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { gitStore } from "../../../src/state/git/store.ts";
import { type Adoption, adoptGit } from "../../../src/state/git/upkeep.ts";
import { PostedFault } from "../../../src/state/ledger/ledger-fault.ts";
import { encodeSnapshot } from "../../../src/state/snapshot/encode.ts";
import type { StateStore } from "../../../src/state/store.ts";
import { armed, numbered, outcome, postedEntries, postIntent, resolved } from "../../builders/entries.ts";
import { type Clones, withClones } from "../clones.ts";
import { faultOf, openNow, ran } from "../folder.ts";

const LEDGER = "refs/showrun/ledger";

/** A workspace on a machine of its own, whose state has this id. */
function workspaceIn({ root, env, clone }: Clones): (id: string, machine?: string) => StateStore {
	const cloned = new Set<string>();
	return (id, machine = id) => {
		if (!cloned.has(machine)) clone(machine);
		cloned.add(machine);
		const scope = "https://clips.example.com";
		const posts = {
			naming: async (lineage: string) => ({ lineage, scope, workspace: machine }),
			knowledge: async () => ({
				...{ scope, words: [], services: [], handlesOf: () => [] },
				sources: { links: [], words: [] },
			}),
			listed: () => undefined,
		};
		return gitStore({ folder: join(root, machine), remote: "origin", ref: id, env, posts });
	};
}

/** What a workspace hears when it claims the post. */
async function claimed(store: StateStore, id: string): Promise<string> {
	const writer = await openNow(store);
	try {
		await writer.append(postIntent(id));
		await writer.append(armed(id));
		return "armed";
	} catch (error) {
		if (!(error instanceof PostedFault)) throw error;
		return `taken by ${error.matches[0]?.entry.workspace}`;
	} finally {
		await writer.close();
	}
}

const ledger = suite("the ledger of a remote");

function told(
	title: string,
	work: (clones: Clones, at: ReturnType<typeof workspaceIn>) => Promise<void>,
): void {
	ledger(title, () => withClones(async (clones) => work(clones, workspaceIn(clones))));
}

told(
	"what one workspace posted another one does not claim, and its state says that nothing was sent",
	async (_, at) => {
		await ran(at("a"), postedEntries("op-1"));
		assert.is(await claimed(at("b"), "op-2"), "taken by a");
		const { operations, ledger: moments } = await at("b").read();
		assert.equal([operations, moments], [{}, []]);
	},
);

told(
	"a claim holds while its outcome is unknown, and gives the moment back when it was not sent",
	async (_, at) => {
		const writer = await openNow(at("a"));
		await writer.append(postIntent("op-1"));
		assert.is(await claimed(at("b"), "op-2"), "taken by a");
		await writer.append(armed("op-1"));
		await writer.append(outcome("op-1", "not-sent"));
		await writer.close();
		assert.is(await claimed(at("b"), "op-3"), "armed");
		assert.is(await claimed(at("a"), "op-4"), "taken by b");
	},
);

told("a person's word that it was not posted gives the moment back", async (_, at) => {
	assert.is(await claimed(at("a"), "op-1"), "armed");
	assert.is(await claimed(at("b"), "op-2"), "taken by a");
	await ran(at("a"), [resolved("op-1", "not-posted")]);
	assert.is(await claimed(at("b"), "op-3"), "armed");
});

told("of workspaces that claim at once exactly one gets the moment", async (_, at) => {
	const names = ["a", "b", "c"];
	const stores = names.map((name) => at(name));
	const all = await Promise.all(stores.map((store, index) => claimed(store, `op-${index}`)));
	assert.is(all.filter((each) => each === "armed").length, 1, all.join());
});

told(
	"a ledger that was deleted or moved back is put together from the states and what a clone has seen",
	async ({ git }, at) => {
		await ran(at("a"), postedEntries("op-1"));
		const first = git("remote.git", "rev-parse", LEDGER);
		await ran(at("a"), postedEntries("op-2", 1));
		git("remote.git", "update-ref", LEDGER, first);
		git("remote.git", "update-ref", "-d", "refs/showrun/a");
		await ran(at("c", "a"), [postIntent("op-3", 2), armed("op-3"), outcome("op-3", "refused")]);
		const writer = await openNow(at("b"));
		assert.instance(await faultOf(writer.append(postIntent("op-4", 1))), PostedFault);
		assert.instance(await faultOf(writer.append(postIntent("op-5"))), PostedFault);
		await writer.close();
	},
);

told(
	"posts of an earlier version, which keeps no ledger, are read from its ref before each claim",
	async ({ root, git }, at) => {
		const writer = await openNow(at("b"));
		await writer.append(numbered(1));
		await ran(at("a"), postedEntries("op-1"));
		const old = encodeSnapshot(await at("a").read());
		for (const ref of [LEDGER, "refs/showrun/a"]) git("remote.git", "update-ref", "-d", ref);
		await writeFile(join(root, "state.json"), old);
		const blob = git("a", "hash-object", "-w", join(root, "state.json"));
		git("a", "update-index", "--add", "--cacheinfo", `100644,${blob},state.json`);
		const commit = git(
			"a",
			"-c",
			"user.name=a",
			"-c",
			"user.email=a@example.com",
			"commit-tree",
			git("a", "write-tree"),
			"-m",
			"x",
		);
		git("a", "push", "-q", "origin", `${commit}:refs/showrun/old`);
		const fault = await faultOf(writer.append(postIntent("op-2")));
		assert.match(fault.message, /already posted to this account \(.* of workspace old\)/);
		await writer.close();
	},
);

told("a state on a remote is refused by programs that know the first format alone", async ({ git }, at) => {
	await ran(at("a"), [numbered(1)]);
	const text = git("remote.git", "show", "refs/showrun/a:state.json");
	assert.is(JSON.parse(text).format, 2);
});

const LOST =
	/^The state \(refs\/showrun\/a\) was written with the ledger of posts \w{26}, but origin has no refs\/showrun\/ledger\.$/;

told(
	"a fresh clone refuses a state whose ledger is gone, until a clone that has seen it puts it back",
	async ({ git }, at) => {
		await ran(at("a"), postedEntries("op-1"));
		git("remote.git", "update-ref", "-d", LEDGER);
		const fault = await faultOf(openNow(at("a", "c")));
		assert.match(fault.message, LOST);
		assert.match(fault.remedy ?? "", `git push origin refs/showrun-seen/origin/showrun/ledger:${LEDGER}`);
		await ran(at("a"), [numbered(2)]);
		assert.is(await claimed(at("a", "c"), "op-2"), "taken by a");
	},
);

told(
	"a state whose ledger is lost is taken on a person's word, and names the next one",
	async ({ root, env, git }, at) => {
		await ran(at("a"), postedEntries("op-1"));
		git("remote.git", "update-ref", "-d", LEDGER);
		await faultOf(openNow(at("a", "c")));
		const placed = { folder: join(root, "c"), remote: "origin", ref: "a", env };
		const options = { command: "test", waitMs: 0, signal: new AbortController().signal };
		const kinds: string[] = [];
		const agree = async ({ kind }: Adoption) => kinds.push(kind) > 0;
		await adoptGit(placed, options, agree);
		assert.is(await claimed(at("a", "c"), "op-2"), "taken by a");
		await adoptGit(placed, options, agree);
		assert.equal(kinds, ["bind", "nothing"]);
		assert.is(await claimed(at("b"), "op-3"), "taken by a");
	},
);

told("a ledger that is damaged is refused", async ({ root, git }, at) => {
	await ran(at("a"), [numbered(1)]);
	await writeFile(join(root, "posts.jsonl"), "00000000 {}\n");
	const blob = git("a", "hash-object", "-w", join(root, "posts.jsonl"));
	git("a", "update-index", "--add", "--cacheinfo", `100644,${blob},posts.jsonl`);
	const commit = git(
		"a",
		"-c",
		"user.name=a",
		"-c",
		"user.email=a@example.com",
		"commit-tree",
		git("a", "write-tree"),
		"-m",
		"x",
	);
	git("a", "push", "-q", "--force", "origin", `${commit}:${LEDGER}`);
	const fault = await faultOf(claimed(at("b"), "op-1"));
	assert.match(
		fault.message,
		/refs\/showrun\/ledger of origin does not hold a showrun state: its first line/,
	);
});

ledger.run();
