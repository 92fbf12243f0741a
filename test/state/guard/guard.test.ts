import { appendFile, chmod, cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JournalEntry, Snapshot } from "../../../src/model/snapshot.ts";
import { fileStore, openDespite, type StatePlace } from "../../../src/state/file/store.ts";
import { GuardFile } from "../../../src/state/guard/file.ts";
import { decodeGuard } from "../../../src/state/guard/records.ts";
import { StateFault } from "../../../src/state/state-fault.ts";
import type { StateStore } from "../../../src/state/store.ts";
import { LockedFault } from "../../../src/system/lock.ts";
import { armed, numbered, outcome, postedEntries, postIntent, resolved } from "../../builders/entries.ts";
import { NOW } from "../../builders/world.ts";
import { stateStoreSuite } from "../../conformance/state-store.ts";
import { FILES, refusal, syncing, withDisk } from "../disk.ts";
import { faultOf, journalBytes, openNow, ran, textOf, withPlace } from "../folder.ts";

interface Guarded {
	readonly root: string;
	readonly path: string;
	readonly outside: string;
	readonly place: StatePlace;
	readonly store: StateStore;
}

/** A state whose posts go to a service elsewhere, and what the machine remembers of it. */
async function withGuarded(work: (guarded: Guarded) => Promise<void>): Promise<void> {
	await withPlace(async ({ root, path }) => {
		const outside = join(root, "home", "showrun");
		const place = { path, outside: { folder: outside } };
		await work({ root, path, outside, place, store: fileStore(place) });
	});
}

stateStoreSuite("file, with a guard", (work) => withGuarded(({ store }) => work(store)));

const ledgerFile = ({ outside }: Guarded, { lineage }: Snapshot) => join(outside, lineage, "ledger.jsonl");
const remembered = async (guarded: Guarded, state: Snapshot) =>
	decodeGuard(await readFile(ledgerFile(guarded, state)));
const operations = ({ ledger }: Snapshot) => ledger.map(({ operation }) => operation);

async function adopted(place: StatePlace): Promise<Snapshot> {
	const { writer, trouble } = await openDespite(place, {
		command: "test",
		waitMs: 0,
		signal: AbortSignal.timeout(300_000),
	});
	await writer.append({ type: "adopted", at: NOW, moments: trouble?.moments ?? [] });
	await writer.close();
	return fileStore(place).read();
}

const guard = suite("state that went back in time");

guard("a fresh folder simply works, and every attempt is remembered outside with what came of it", () =>
	withGuarded(async (guarded) => {
		assert.is((await guarded.store.read()).lineage, "");
		const state = await ran(guarded.store, [
			...postedEntries("op-1"),
			postIntent("op-2", 1),
			armed("op-2"),
			outcome("op-2", "refused"),
		]);
		const { attempts, serial, last } = await remembered(guarded, state);
		assert.equal(
			[...attempts.values()].map(({ operation, became, moment }) => [operation, became, moment?.account]),
			[
				["op-1", "done", "youtube:acme"],
				["op-2", "refused", undefined],
			],
		);
		assert.equal([serial, last?.type], [6, "sealed"]);
		assert.equal(await guarded.store.read(), state);
	}),
);

/** What was done to a state that posted twice, and what is said. */
const LOSSES: Readonly<
	Record<string, readonly [(guarded: Guarded, older: string) => Promise<void>, RegExp, RegExp]>
> = {
	"a deleted state": [
		({ path }) => rm(path),
		/is missing, but this machine recorded 2 attempts for it .*k\.post\.shorts/,
		/adopt --empty/,
	],
	"a deleted folder": [
		({ path }) => rm(join(path, ".."), { recursive: true }),
		/is missing, but this machine recorded/,
		/adopt --empty/,
	],
	"an older state": [
		({ path }, older) => writeFile(path, older),
		/went back in time: .* ends at 3, but this machine has seen 6\. Missing posts: k\.post/,
		/state adopt/,
	],
	"a state as new that lacks a post": [
		async ({ path, root }, older) => {
			await writeFile(path, older);
			const alone = fileStore({ path, outside: { folder: join(root, "elsewhere"), embedded: root } });
			await ran(alone, [numbered(1), numbered(2), numbered(3), numbered(4)]);
		},
		/does not contain everything that was posted from this machine\. Missing posts/,
		/state adopt/,
	],
};

for (const [what, [lose, message, remedy]] of Object.entries(LOSSES)) {
	guard(`${what} is refused, to read and to write, and changes nothing`, () =>
		withGuarded(async (guarded) => {
			await ran(guarded.store, postedEntries("op-1"));
			const older = await textOf(guarded.path);
			await ran(guarded.store, postedEntries("op-2", 1));
			await lose(guarded, older);
			const before = await textOf(guarded.path).catch(() => "none");
			for (const attempt of [() => guarded.store.read(), () => openNow(guarded.store)]) {
				const fault = await faultOf(attempt());
				assert.instance(fault, StateFault);
				assert.match(fault.message, message);
				assert.match(fault.remedy ?? "", remedy);
			}
			assert.is(await textOf(guarded.path).catch(() => "none"), before);
		}),
	);

	guard(`${what}, adopted, knows every post and goes on`, () =>
		withGuarded(async (guarded) => {
			await ran(guarded.store, postedEntries("op-1"));
			const older = await textOf(guarded.path);
			await ran(guarded.store, postedEntries("op-2", 1));
			await lose(guarded, older);
			assert.equal(operations(await adopted(guarded.place)).sort(), ["op-1", "op-2"]);
			await ran(guarded.store, [numbered(9)]);
			assert.equal(operations(await guarded.store.read()).sort(), ["op-1", "op-2"]);
		}),
	);
}

guard(
	"a copy is another place of the same state: whichever is behind is refused, and both never run at once",
	() =>
		withGuarded(async ({ root, path, outside, store }) => {
			await ran(store, postedEntries("op-1"));
			await cp(join(path, ".."), join(root, "clone", ".showrun"), { recursive: true });
			const clone = fileStore({
				path: join(root, "clone", ".showrun", "state.json"),
				outside: { folder: outside },
			});
			const writer = await openNow(store);
			assert.instance(await faultOf(openNow(clone)), LockedFault);
			await writer.close();
			await ran(clone, postedEntries("op-2", 1));
			assert.match((await faultOf(openNow(store))).message, /went back in time/);
		}),
);

guard("a workspace that moved is still known", () =>
	withGuarded(async ({ root, path, outside, store }) => {
		await ran(store, postedEntries("op-1"));
		await rename(join(path, ".."), join(root, "moved"));
		const moved = fileStore({ path: join(root, "moved", "state.json"), outside: { folder: outside } });
		assert.is((await ran(moved, postedEntries("op-2", 1))).ledger.length, 2);
	}),
);

guard("a state from another machine can be read, and is written to once somebody adopts it", () =>
	withGuarded(async ({ place, path, root, store }) => {
		await ran(fileStore({ path, outside: { folder: join(root, "elsewhere") } }), postedEntries("op-1"));
		assert.is((await store.read()).ledger.length, 1);
		assert.match((await faultOf(openNow(store))).message, /was never used on this machine/);
		assert.is((await adopted(place)).ledger.length, 1);
		assert.is((await ran(store, postedEntries("op-2", 1))).ledger.length, 2);
	}),
);

guard(
	"another state in its place, which does not know what was posted, is refused once it is known here",
	() =>
		withGuarded(async ({ path, place, store }) => {
			await ran(store, postedEntries("op-1"));
			await rm(path);
			await ran(fileStore({ path }), [numbered(1)]);
			assert.match((await faultOf(openNow(store))).message, /was never used on this machine.* Missing posts/);
			assert.equal(operations(await adopted(place)), ["op-1"]);
		}),
);

guard("what was proved not to be posted is not missed", () =>
	withGuarded(async ({ store }) => {
		const unknown: readonly JournalEntry[] = [postIntent("op-1"), armed("op-1"), outcome("op-1", "unknown")];
		await ran(store, [...unknown, resolved("op-1", "not-posted"), ...postedEntries("op-2")]);
		assert.equal(operations(await store.read()), ["op-2"]);
	}),
);

const embedded = (root: string) => ({ folder: join(root, "home"), embedded: join(root, "service") });

guard(
	"with the embedded service, a copy and a start over on both sides simply work; a state lost alone does not",
	() =>
		withPlace(async ({ root, path }) => {
			const store = fileStore({ path, outside: embedded(root) });
			await mkdir(join(root, "service"));
			await ran(store, postedEntries("op-1"));
			await cp(join(path, ".."), join(root, "copy", ".showrun"), { recursive: true });
			await ran(store, postedEntries("op-2", 1));
			const copy = fileStore({
				path: join(root, "copy", ".showrun", "state.json"),
				outside: { folder: join(root, "home"), embedded: join(root, "copy", "service") },
			});
			assert.is((await ran(copy, postedEntries("op-3", 1))).ledger.length, 2);
			await rm(path);
			assert.match((await faultOf(store.read())).message, /is missing, but this machine recorded/);
			await rm(join(root, "service"), { recursive: true });
			assert.is((await ran(store, postedEntries("op-4"))).ledger.length, 1);
		}),
);

const kills = suite("a guard and dead runs");

kills(
	"a run that died between the guard and its journal may have sent the post: its outcome is unknown",
	() =>
		withGuarded(async (guarded) => {
			const { lineage } = await ran(guarded.store, [numbered(1)]);
			const writer = await openNow(guarded.store);
			await writer.append(postIntent("op-1"));
			await writer.append(armed("op-1"));
			await rm(`${guarded.path}.lock`);
			await rm(join(guarded.outside, lineage, "ledger.jsonl.lock"));
			await writeFile(`${guarded.path}.journal`, journalBytes(lineage, 1, [postIntent("op-1")]));
			const check = (state: Snapshot) =>
				assert.equal([state.serial, state.operations["op-1"]?.phase, state.ledger.length], [3, "unknown", 1]);
			check(await guarded.store.read());
			check(await ran(guarded.store, []));
			check(await guarded.store.read());
			assert.is((await ran(guarded.store, [numbered(2)])).serial, 4);
		}),
);

kills("what a run told its journal and could not tell the guard any more is told by the next", () =>
	withGuarded(async (guarded) => {
		const state = await ran(guarded.store, [postIntent("op-1"), armed("op-1")]);
		await writeFile(
			`${guarded.path}.journal`,
			journalBytes(state.lineage, 2, [outcome("op-1", "refused"), ...postedEntries("op-2", 1)]),
		);
		assert.equal(operations(await guarded.store.read()), ["op-2"]);
		assert.equal(operations(await ran(guarded.store, [])), ["op-2"]);
		assert.equal(
			[...(await remembered(guarded, state)).attempts.values()].map(({ became }) => became),
			["refused", "done"],
		);
		assert.equal(operations(await guarded.store.read()), ["op-2"]);
	}),
);

kills("an outcome that is lost from the journal is noticed: what the guard heard later must be there", () =>
	withGuarded(async (guarded) => {
		const { lineage } = await ran(guarded.store, [numbered(1)]);
		const writer = await openNow(guarded.store);
		for (const entry of postedEntries("op-1")) await writer.append(entry);
		await rm(`${guarded.path}.lock`);
		await rm(join(guarded.outside, lineage, "ledger.jsonl.lock"));
		await writeFile(`${guarded.path}.journal`, journalBytes(lineage, 1, postedEntries("op-1").slice(0, 2)));
		assert.match(
			(await faultOf(openNow(guarded.store))).message,
			/went back in time: .* ends at 3, but this machine has seen 4/,
		);
	}),
);

kills("a torn last line of the guard is cut", () =>
	withGuarded(async (guarded) => {
		const state = await ran(guarded.store, postedEntries("op-1"));
		await appendFile(ledgerFile(guarded, state), '12345678 {"type":"arm');
		await ran(guarded.store, postedEntries("op-2", 1));
		assert.equal([...(await remembered(guarded, state)).attempts.keys()], ["op-1", "op-2"]);
	}),
);

kills("a damaged guard is refused, kept, and made again by adopting", () =>
	withGuarded(async (guarded) => {
		const state = await ran(guarded.store, [...postedEntries("op-1"), ...postedEntries("op-2", 1)]);
		const file = ledgerFile(guarded, state);
		await writeFile(file, (await textOf(file)).replace('"op-1"', '"op-9"'));
		await ran(fileStore({ path: guarded.path }), [numbered(1)]);
		assert.match((await faultOf(guarded.store.read())).message, /was damaged/);
		await adopted(guarded.place);
		assert.equal(operations(await guarded.store.read()), ["op-1", "op-2"]);
		assert.is((await readdir(join(file, ".."))).filter((name) => name.includes(".damaged-")).length, 1);
	}),
);

const refused = suite("a guard that cannot be written");
const whenever = (real: typeof FILES, is: () => boolean) =>
	syncing(real, () => {
		if (is()) throw refusal("ENOSPC");
	});

refused("arms nothing, and the intent is known not to have been sent", () =>
	withGuarded(async ({ store }) => {
		const writer = await openNow(store);
		await writer.append(postIntent("op-1"));
		const fault = await withDisk(
			FILES,
			(real) => whenever(real, () => true),
			() => faultOf(writer.append(armed("op-1"))),
		);
		assert.match(fault.message, /cannot be recorded outside of the work tree: ENOSPC/);
		assert.match(fault.remedy ?? "", /XDG_STATE_HOME/);
		await writer.close();
		assert.equal([(await store.read()).operations, (await store.read()).ledger], [{}, []]);
	}),
);

refused("after an outcome keeps the outcome, stops the run, and the next goes on", () =>
	withGuarded(async ({ store }) => {
		const writer = await openNow(store);
		for (const entry of [postIntent("op-1"), armed("op-1")]) await writer.append(entry);
		let syncs = 0;
		await withDisk(
			FILES,
			(real) => whenever(real, () => ++syncs === 2),
			() => writer.append(outcome("op-1", "refused")),
		);
		assert.match((await faultOf(writer.append(numbered(1)))).message, /cannot be recorded/);
		await writer.close();
		assert.equal([(await store.read()).operations, (await store.read()).ledger], [{}, []]);
		assert.is((await ran(store, postedEntries("op-2"))).ledger.length, 1);
	}),
);

refused("is named before anything is sent; posts that stay on this machine go on without it", () =>
	withPlace(async ({ root, path }) => {
		await writeFile(join(root, "home"), "a file in the way");
		const remote = fileStore({ path, outside: { folder: join(root, "home") } });
		const fault = await faultOf(ran(remote, [numbered(1)]));
		assert.match(fault.message, /cannot be recorded outside of the work tree/);
		const local = fileStore({ path, outside: embedded(root) });
		assert.is((await ran(local, postedEntries("op-1"))).ledger.length, 1);
	}),
);

refused("is readable by its owner alone", () =>
	withGuarded(async (guarded) => {
		const state = await ran(guarded.store, postedEntries("op-1"));
		await chmod(guarded.outside, 0o700);
		const text = await textOf(ledgerFile(guarded, state));
		assert.ok(text.includes("youtube:acme"));
		assert.is((await import("node:fs")).statSync(ledgerFile(guarded, state)).mode & 0o077, 0);
	}),
);

guard("takes one append at a time: taking one back would take both", () =>
	withGuarded(async ({ outside }) => {
		const path = join(outside, "L", "ledger.jsonl");
		const file = new GuardFile(path, 0);
		const sealed = (serial: number) => ({ type: "sealed", serial, digest: "d" }) as const;
		const [first, second] = await Promise.allSettled([file.append(sealed(1)), file.append(sealed(2))]);
		assert.equal([first?.status, second?.status], ["fulfilled", "rejected"]);
		assert.is((await textOf(path)).trimEnd().split("\n").length, 1);
		await file.append(sealed(3));
		file.close();
	}),
);

guard.run();
kills.run();
refused.run();
