import type { NoParamCallback } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JournalEntry, Snapshot } from "../../../src/model/snapshot.ts";
import { fileStore } from "../../../src/state/file/store.ts";
import type { StateStore, StateWriter } from "../../../src/state/store.ts";
import { armed, numbered, outcome, postIntent } from "../../builders/entries.ts";
import { addressOf, clip, posted } from "../../builders/world.ts";
import { FILES, refusal, syncing, withDisk } from "../disk.ts";
import { faultOf, openNow, ran, textOf, withPlace } from "../folder.ts";

interface Open {
	readonly path: string;
	readonly home: string;
	readonly store: StateStore;
	readonly writer: StateWriter;
	readonly all: (entries: readonly JournalEntry[]) => Promise<unknown>;
}

/** A run in a workspace whose posts this machine remembers. */
async function withRun(work: (open: Open) => Promise<void>): Promise<void> {
	await withPlace(async ({ root, path }) => {
		const home = join(root, "home");
		const store = fileStore({ path, outside: { folder: home } });
		await ran(store, [numbered(1)]);
		const writer = await openNow(store);
		const all = (entries: readonly JournalEntry[]) =>
			Promise.all(entries.map((entry) => writer.append(entry)));
		await work({ path, home, store, writer, all });
	});
}

const IDS = [0, 1, 2, 3];
const intents = IDS.map((idx) => postIntent(`op-${idx}`, idx));
const armings = IDS.map((idx) => armed(`op-${idx}`));
const done = IDS.map((idx) => outcome(`op-${idx}`, "done", posted(clip(idx))));

async function withSyncs(work: () => Promise<unknown>): Promise<number> {
	let syncs = 0;
	const counting = (real: typeof FILES) => syncing(real, () => syncs++);
	await withDisk(FILES, counting, work);
	return syncs;
}

const phases = ({ operations }: Snapshot) => Object.values(operations).map(({ id, phase }) => [id, phase]);
const together = suite("entries that come at once");

together("are synced together, in one line of the journal, and mean what they mean one by one", () =>
	withRun(async ({ path, store, writer, all }) => {
		await all(intents);
		assert.is(await withSyncs(() => all(armings)), 2);
		assert.is(await withSyncs(() => all(done)), 2);
		assert.is((await textOf(`${path}.journal`)).trimEnd().split("\n").length, 4);
		const read = await store.read();
		assert.equal([read.serial, read.ledger.length, read.operations], [13, 4, {}]);
		await writer.close();
		assert.equal(await store.read(), read);
		const alone = await withPlace(({ store }) => ran(store, [numbered(1), ...intents, ...armings, ...done]));
		assert.equal([read.resources, read.ledger], [alone.resources, alone.ledger]);
	}),
);

together("hold nothing else up while they are synced, and count once they are", () =>
	withRun(async ({ writer, all }) => {
		await all(intents);
		const held: (() => void)[] = [];
		const holding = (real: typeof FILES) => {
			const fdatasync = (fd: number, done: NoParamCallback) => {
				held.push(() => real.fdatasync(fd, done));
			};
			return { fdatasync: fdatasync as typeof real.fdatasync };
		};
		await withDisk(FILES, holding, async () => {
			const arming = all(armings);
			for (let turns = 0; held.length === 0 && turns < 1_000; turns++) await nextTurn();
			assert.equal(
				[held.length, new Set(phases(writer.current()).map(([, phase]) => phase))],
				[1, new Set(["intent"])],
			);
			while (held.length > 0 || phases(writer.current()).some(([, phase]) => phase === "intent")) {
				held.shift()?.();
				await nextTurn();
			}
			await arming;
		});
		await writer.close();
	}),
);

together("keep their order where they are about one attempt", () =>
	withRun(async ({ writer, all }) => {
		await all([...intents, armings[0], ...done.slice(0, 1), numbered(2)] as JournalEntry[]);
		const { operations, resources, serial } = writer.snapshot();
		assert.equal(
			[Object.keys(operations), resources[addressOf()]?.taskId, serial],
			[["op-1", "op-2", "op-3"], "p-1", 8],
		);
		await writer.close();
	}),
);

together("one that contradicts the state is refused alone, and nothing follows", () =>
	withRun(async ({ store, writer, all }) => {
		await all([...intents.slice(0, 2), armed("op-0")]);
		const settled = await Promise.allSettled([armed("op-0"), armed("op-1")].map(writer.append));
		assert.equal(
			settled.map(({ status }) => status),
			["rejected", "fulfilled"],
		);
		await faultOf(writer.append(numbered(2)));
		await writer.close();
		assert.equal(phases(await store.read()), [
			["op-0", "unknown"],
			["op-1", "unknown"],
		]);
	}),
);

together("an outcome that the disk does not take with others is remembered outside", () =>
	withRun(async ({ store, writer, all }) => {
		await all(intents.slice(0, 2));
		await writer.append(armed("op-0"));
		let failures = 0;
		const failing = (real: typeof FILES) =>
			syncing(real, (fd) => {
				const isJournal = real.readlinkSync(`/proc/self/fd/${fd}`).endsWith(".journal");
				if (isJournal && failures++ < 2) throw refusal("EIO");
			});
		const settled = await withDisk(FILES, failing, () =>
			Promise.allSettled([writer.append(done[0] as JournalEntry), writer.append(armed("op-1"))]),
		);
		const reasons = settled.map((each) => String(each.status === "rejected" && each.reason.message));
		assert.match(reasons[0] ?? "", /op-0 could not be written .* recorded outside of the work tree/);
		assert.match(reasons[1] ?? "", /EIO/);
		await writer.close();
		const next = await ran(store, []);
		assert.equal([next.operations, next.ledger.length], [{}, 1]);
	}),
);

for (const [what, cut] of Object.entries({
	"before the journal heard of them": (journal: string) =>
		journal.slice(0, journal.lastIndexOf("\n", journal.length - 2) + 1),
	"while the journal was written": (journal: string) => journal.slice(0, -40),
})) {
	together(`armings that only this machine remembers are unknown, after a kill ${what}`, () =>
		withRun(async ({ path, home, store, writer, all }) => {
			await all(intents);
			const before = await textOf(`${path}.journal`);
			await all(armings);
			const after = await textOf(`${path}.journal`);
			const [state, left] = [await textOf(path), cut(after)];
			assert.ok(left.startsWith(before));
			const guard = join(home, writer.snapshot().lineage, "ledger.jsonl");
			const remembered = await textOf(guard);
			await writer.close();
			await writeFile(path, state);
			await writeFile(guard, remembered);
			await writeFile(`${path}.journal`, left);
			const unknown = IDS.map((idx) => [`op-${idx}`, "unknown"]);
			assert.equal(phases(await store.read()), unknown);
			assert.equal(phases(await ran(store, [])), unknown);
			assert.is((await store.read()).ledger.length, 4);
		}),
	);
}

together("closing waits for what is asked for as soon as another entry is written", () =>
	withRun(async ({ store, writer, all }) => {
		await all(intents.slice(0, 2));
		const after = writer.append(armed("op-0")).then(() => writer.append(armed("op-1")));
		await writer.close();
		await after;
		const unknown = ["op-0", "op-1"].map((id) => [id, "unknown"]);
		assert.equal(phases(await store.read()), unknown);
	}),
);

together("what is written is seen at once, while this machine's own record is being synced", () =>
	withRun(async ({ writer, all }) => {
		await all(intents.slice(0, 1));
		await writer.append(armed("op-0"));
		const seen: (readonly [number, number])[] = [];
		const looking = (real: typeof FILES) =>
			syncing(real, () => {
				seen.push([writer.snapshot().serial, writer.current().serial]);
			});
		await withDisk(FILES, looking, () => writer.append(done[0] as JournalEntry));
		assert.equal(seen, [
			[3, 3],
			[4, 4],
		]);
		await writer.close();
	}),
);

together.run();
