import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { StaleFault } from "../../../src/state/git/git-fault.ts";
import type { StateStore } from "../../../src/state/store.ts";
import { armed, numbered, outcome, postedEntries, postIntent, resolved } from "../../builders/entries.ts";
import { addressOf, clip, posted, TALK } from "../../builders/world.ts";
import { stateStoreSuite } from "../../conformance/state-store.ts";
import { killedAfter, REF, withClones } from "../clones.ts";
import { faultOf, openNow, ran } from "../folder.ts";

stateStoreSuite("git", (work) => withClones(({ clone }) => work(clone("here").store)));

const shared = suite("state on a remote");

/**
 * What a clone knows: numbers of the attempts that are open, of the posted moments and of what was last read.
 */
async function known(
	store: StateStore,
): Promise<readonly [open: readonly string[], moments: number, task: string | undefined]> {
	const { operations, ledger, resources } = await store.read();
	return [
		Object.values(operations).map(({ id, phase }) => `${id} ${phase}`),
		ledger.length,
		resources[TALK]?.taskId,
	];
}

shared("what one clone remembers the others read, a shallow one with a detached head too", () =>
	withClones(async ({ clone, git }) => {
		const one = clone("one");
		await ran(one.store, [...postedEntries("op-1"), numbered(7)]);
		const shallow = clone("shallow", 1);
		git("shallow", "checkout", "-q", "--detach");
		assert.equal(await known(shallow.store), [[], 1, "7"]);
		await ran(shallow.store, [numbered(8)]);
		assert.equal(await known(one.store), [[], 1, "8"]);
		assert.equal(
			[git("one", "status", "--porcelain"), git("shallow", "rev-list", "--count", "HEAD")],
			["", "1"],
		);
	}),
);

shared(
	"an intent is on the remote before it may be armed, and unknown everywhere until its outcome is there",
	() =>
		withClones(async ({ clone }) => {
			const [one, two] = [clone("one"), clone("two")];
			const writer = await openNow(one.store);
			await writer.append(postIntent("op-1"));
			assert.equal(await known(two.store), [["op-1 unknown"], 1, undefined]);
			await writer.append(armed("op-1"));
			await writer.append(outcome("op-1", "done", posted(clip(0))));
			await writer.close();
			assert.equal(await known(two.store), [[], 1, undefined]);
		}),
);

shared(
	"a runner that is killed after it armed, and never seen again, leaves an unknown outcome that any clone resolves",
	() =>
		withClones(async ({ clone, root }) => {
			const [one, two] = [clone("one"), clone("two")];
			await ran(one.store, [numbered(1)]);
			await killedAfter(clone("runner", 1), [postIntent("op-1"), armed("op-1")]);
			await rm(join(root, "runner"), { recursive: true });
			for (const { store } of [one, two]) assert.equal(await known(store), [["op-1 unknown"], 1, "1"]);
			assert.match(
				(await faultOf(ran(two.store, [postIntent("op-2")]))).message,
				/was attempted again while operation op-1 is open/,
			);
			await ran(two.store, [resolved("op-1", "posted", posted(clip(0)))]);
			assert.equal(await known(one.store), [[], 1, "1"]);
			assert.is((await one.store.read()).resources[addressOf()]?.status, "DONE");
		}),
);

shared(
	"what a killed run claimed and had not armed was not sent: the next run of its clone takes the claim back",
	() =>
		withClones(async ({ clone }) => {
			const [one, two] = [clone("one"), clone("two")];
			await killedAfter(one, [...postedEntries("op-1", 1), postIntent("op-2")]);
			assert.equal(await known(two.store), [["op-2 unknown"], 2, undefined]);
			assert.equal(await known(one.store), [[], 1, undefined]);
			await ran(one.store, []);
			assert.equal(await known(two.store), [[], 1, undefined]);
		}),
);

shared("an outcome that a killed run had not pushed is pushed by the next run of its clone", () =>
	withClones(async ({ clone }) => {
		const [one, two] = [clone("one"), clone("two")];
		await killedAfter(one, [postIntent("op-1"), armed("op-1"), outcome("op-1", "done", posted(clip(0)))]);
		assert.equal(await known(two.store), [["op-1 unknown"], 1, undefined]);
		await ran(two.store, [numbered(2)]);
		await ran(one.store, []);
		for (const { store } of [one, two]) assert.equal(await known(store), [[], 1, "2"]);
	}),
);

shared("of two runs that begin at once the one that claims first goes on, the other sends nothing", () =>
	withClones(async ({ clone }) => {
		const [one, two] = [clone("one"), clone("two")];
		const [first, second] = [await openNow(one.store), await openNow(two.store)];
		await first.append(postIntent("op-1"));
		const fault = await faultOf(second.append(postIntent("op-2")));
		assert.instance(fault, StaleFault);
		assert.match(fault.message, /Another run changed the state \(refs\/showrun\/root\)/);
		assert.instance(await faultOf(second.append(postIntent("op-3", 1))), StaleFault);
		await second.close();
		await first.append(armed("op-1"));
		await first.append(outcome("op-1", "done", posted(clip(0))));
		await first.close();
		for (const { store } of [one, two]) assert.equal(await known(store), [[], 1, undefined]);
	}),
);

shared("what others did while a run was under way stays, and so does what came of the run", () =>
	withClones(async ({ clone }) => {
		const [one, two] = [clone("one"), clone("two")];
		const writer = await openNow(one.store);
		await writer.append(postIntent("op-1"));
		await writer.append(armed("op-1"));
		await ran(two.store, [...postedEntries("op-2", 1), numbered(5)]);
		await writer.append(outcome("op-1", "done", posted(clip(0))));
		await writer.close();
		for (const { store } of [one, two]) {
			assert.equal(await known(store), [[], 2, "5"]);
			assert.equal(
				Object.keys((await store.read()).resources).sort(),
				[addressOf(clip(0)), addressOf(clip(1)), TALK].sort(),
			);
		}
	}),
);

shared("a person's word stands when the clone of a killed run comes back; its proof of a post wins", () =>
	withClones(async ({ clone }) => {
		const [one, two] = [clone("one"), clone("two")];
		await killedAfter(one, [postIntent("op-1"), armed("op-1")]);
		await ran(two.store, [resolved("op-1", "abandoned")]);
		await ran(one.store, []);
		assert.equal(await known(two.store), [[], 1, undefined]);
		await killedAfter(one, [postIntent("op-2", 1), armed("op-2"), outcome("op-2", "done", posted(clip(1)))]);
		await ran(two.store, [resolved("op-2", "not-posted")]);
		await ran(one.store, []);
		for (const { store } of [one, two]) {
			assert.equal(await known(store), [[], 2, undefined]);
			assert.is((await store.read()).resources[addressOf(clip(1))]?.status, "DONE");
		}
	}),
);

shared("reading changes nothing on the remote and begins nothing", () =>
	withClones(async ({ clone, git, root }) => {
		const { store } = clone("one");
		assert.equal(await known(store), [[], 0, undefined]);
		assert.is(git("remote.git", "for-each-ref", "refs/showrun"), "");
		await ran(store, []);
		assert.is(git("remote.git", "for-each-ref", "refs/showrun"), "");
		await ran(store, [numbered(1)]);
		const before = git("remote.git", "rev-parse", REF);
		await store.read();
		await ran(store, []);
		assert.is(git("remote.git", "rev-parse", REF), before);
		assert.not(existsSync(join(root, "one/.git/showrun/origin/showrun/root/state.json.journal")));
	}),
);

shared.run();
