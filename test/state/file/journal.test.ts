import {
	appendFile,
	copyFile,
	mkdir,
	readdir,
	readFile,
	rename,
	rm,
	stat,
	writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JournalEntry } from "../../../src/model/snapshot.ts";
import { StateFault } from "../../../src/state/state-fault.ts";
import { armed, numbered, outcome, postedEntries, postIntent } from "../../builders/entries.ts";
import { posted, TALK } from "../../builders/world.ts";
import { faultOf, journalBytes, openNow, openText, type Place, ran, textOf, withPlace } from "../folder.ts";

/** A state of serial 3 with a journal beside it, as a killed run leaves it. */
async function withLeftover(
	entries: readonly JournalEntry[],
	work: (place: Place, journal: Buffer) => Promise<void>,
): Promise<void> {
	await withPlace(async (place) => {
		const { lineage } = await ran(place.store, postedEntries("op-0", 5));
		const bytes = journalBytes(lineage, 3, entries);
		await writeFile(place.journal, bytes);
		await work(place, bytes);
	});
}

/** What a reader is shown, and then what a writer finds. */
async function bothFaults({ store }: Place): Promise<string> {
	const [reading, writing] = [await faultOf(store.read()), await faultOf(openNow(store))];
	assert.instance(reading, StateFault);
	assert.is(reading.message, writing.message);
	assert.ok(reading.remedy);
	return reading.message;
}

const leftovers = suite("leftover journals");

leftovers("are read, then folded in by the next run even if it appends nothing", () =>
	withLeftover(
		[...postedEntries("op-1", 0), postIntent("op-2", 1), armed("op-2"), postIntent("op-3", 2)],
		async ({ store, folder }) => {
			const read = await store.read();
			assert.equal(
				[read.serial, Object.keys(read.operations), read.operations["op-2"]?.phase, read.ledger.length],
				[9, ["op-2"], "unknown", 3],
			);
			assert.equal(await ran(store, []), read);
			assert.equal((await readdir(folder)).sort(), [".gitignore", "backups", "state.json"]);
			assert.equal(await store.read(), read);
		},
	),
);

leftovers("that were folded in before the kill are not counted twice", () =>
	withLeftover(postedEntries("op-1", 0), async ({ store, path, journal }, bytes) => {
		const folded = await ran(store, []);
		await writeFile(journal, bytes);
		assert.equal(await store.read(), folded);
		assert.equal(await ran(store, []), folded);
		assert.is(JSON.parse(await textOf(path)).serial, 6);
	}),
);

leftovers("of nothing but a header, or of no byte, are cleared away", () =>
	withLeftover([], async ({ store, journal, folder }) => {
		assert.is((await store.read()).serial, 3);
		await ran(store, [numbered(1)]);
		await writeFile(journal, "");
		await ran(store, []);
		assert.equal((await readdir(folder)).sort(), [".gitignore", "backups", "state.json"]);
		await ran(store, [numbered(2)]);
		assert.is((await store.read()).serial, 5);
	}),
);

leftovers("of a run killed while it cleared up are cleared away", () =>
	withLeftover([], async ({ store, folder, journal, path }) => {
		await rm(journal);
		for (const file of [`${journal}.ballast`, join(folder, ".state.json.12.ab3d.tmp")])
			await writeFile(file, "x");
		await ran(store, []);
		assert.equal((await readdir(folder)).sort(), [".gitignore", "backups", "state.json"]);
		assert.is(JSON.parse(await textOf(path)).serial, 3);
	}),
);

leftovers("of no byte beside no state are cleared away, and no state is made up", () =>
	withPlace(async ({ store, folder, journal }) => {
		await mkdir(folder);
		await writeFile(journal, "");
		await ran(store, []);
		assert.equal(await readdir(folder), []);
	}),
);

leftovers("cut at any byte of the last lines give all lines before the cut", () =>
	withLeftover(
		[...postedEntries("op-1", 0), postIntent("op-2", 1), armed("op-2")],
		async ({ store, journal }, bytes) => {
			const ends = [...bytes.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1);
			for (let cut = ends.at(-4) ?? 0; cut <= bytes.length; cut++) {
				await writeFile(journal, bytes.subarray(0, cut));
				assert.is(
					(await store.read()).serial,
					3 + ends.filter((end) => end <= cut).length - 1,
					`cut at ${cut}`,
				);
			}
		},
	),
);

leftovers(
	"with a torn end: the bytes are kept beside, the lines before are folded in, and the next run goes on from there",
	() =>
		withLeftover(postedEntries("op-1", 0), async ({ store, folder, journal }, bytes) => {
			const ends = [...bytes.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1);
			const whole = ends.at(-2) ?? 0;
			for (const [times, tail] of [
				bytes.subarray(whole, bytes.length - 1),
				Buffer.alloc(300),
				bytes.subarray(whole, whole + 1),
			].entries()) {
				const { lineage, serial } = await ran(store, []);
				await writeFile(journal, Buffer.concat([journalBytes(lineage, serial, [numbered(times)]), tail]));
				await ran(store, [numbered(100 + times)]);
				const kept = (await readdir(folder))
					.filter((name) => name.startsWith("state.json.journal.torn-"))
					.sort();
				assert.is(kept.length, times + 1);
				assert.equal(await readFile(join(folder, kept.at(-1) ?? "")), tail);
				assert.equal(
					[(await store.read()).serial, (await store.read()).resources[TALK]?.taskId],
					[serial + 2, String(100 + times)],
				);
			}
		}),
);

leftovers("damaged in the middle are refused and left as they are", () =>
	withLeftover(postedEntries("op-1", 0), async (place, bytes) => {
		const changed = Buffer.from(bytes.toString().replace('"phase":"intent"', '"phase":"indent"'));
		await writeFile(place.journal, changed);
		assert.match(await bothFaults(place), /damaged at line 2: a checksum/);
		assert.equal(await readFile(place.journal), changed);
		assert.equal((await readdir(place.folder)).sort(), [
			".gitignore",
			"backups",
			"state.json",
			"state.json.journal",
		]);
	}),
);

leftovers("of another state are refused", () =>
	withLeftover([], async (place) => {
		await writeFile(place.journal, journalBytes("another", 3, postedEntries("op-1")));
		assert.match(await bothFaults(place), /do not belong together: it belongs to another state/);
	}),
);

leftovers("of a state file that is gone are refused: starting over would post again", () =>
	withLeftover(postedEntries("op-1"), async (place) => {
		await rm(place.path);
		assert.match(await bothFaults(place), /do not belong together/);
	}),
);

leftovers("are refused beside a state that went back in time", () =>
	withPlace(async (place) => {
		await ran(place.store, [numbered(1)]);
		await copyFile(place.path, join(place.root, "old"));
		const { lineage } = await ran(place.store, [numbered(2), numbered(3)]);
		await writeFile(place.journal, journalBytes(lineage, 3, postedEntries("op-1")));
		await copyFile(join(place.root, "old"), place.path);
		assert.match(await bothFaults(place), /do not belong together: it goes from 4 to 6, the state ends at 1/);
	}),
);

leftovers("are refused beside a state that others took further", () =>
	withLeftover(postedEntries("op-1"), async (place) => {
		for (const serial of [5, 9]) {
			await writeFile(
				place.path,
				(await openText(place.path)).replace(/"serial": \d+/, `"serial": ${serial}`),
			);
			assert.match(
				await bothFaults(place),
				new RegExp(`do not belong together: it goes from 4 to 6, the state ends at ${serial}`),
			);
		}
	}),
);

leftovers("whose entries contradict the state are refused", () =>
	withLeftover([outcome("op-9", "done", posted())], async (place) => {
		assert.match(await bothFaults(place), /contradicts the state: there is no open operation op-9/);
	}),
);

leftovers.run();

const intruders = suite("intruders");

intruders("a journal that grew by another hand takes nothing more, and keeps what both wrote", () =>
	withPlace(async ({ store, journal }) => {
		const writer = await openNow(store);
		await writer.append(numbered(1));
		await appendFile(journal, "foreign");
		assert.match(
			(await faultOf(writer.append(numbered(2)))).message,
			/journal was changed or removed by another program/,
		);
		assert.match((await faultOf(writer.append(numbered(3)))).message, /could not be written before/);
		assert.is(writer.snapshot().serial, 1);
		await writer.close();
		assert.match(await textOf(journal), /foreign$/);
		assert.is((await store.read()).serial, 1);
	}),
);

intruders("a journal that grew by another hand after the last entry is not folded away", () =>
	withPlace(async ({ store, journal, path }) => {
		const writer = await openNow(store);
		await writer.append(numbered(1));
		await appendFile(journal, "foreign");
		assert.match(
			(await faultOf(writer.close())).message,
			/journal was changed or removed by another program/,
		);
		assert.match(await textOf(journal), /foreign$/);
		assert.is(JSON.parse(await textOf(path)).serial, 0);
		await (await openNow(store)).close();
	}),
);

intruders("a journal that another one took the place of is not written to", () =>
	withPlace(async ({ store, journal, path }) => {
		const writer = await openNow(store);
		await writer.append(numbered(1));
		await rename(journal, `${journal}.away`);
		await copyFile(`${journal}.away`, journal);
		assert.match((await faultOf(writer.append(numbered(2)))).message, /journal was changed or removed/);
		await writer.close();
		assert.is(JSON.parse(await textOf(path)).serial, 0);
	}),
);

intruders("a journal that appears before ours is begun is not overwritten", () =>
	withPlace(async ({ store, journal }) => {
		await ran(store, [numbered(1)]);
		const writer = await openNow(store);
		await writeFile(journal, "foreign");
		assert.match((await faultOf(writer.append(numbered(2)))).message, /cannot be written: EEXIST/);
		await writer.close();
		assert.is(await textOf(journal), "foreign");
	}),
);

intruders(
	"when the folder is deleted, nothing more is accepted and what was acknowledged is written again",
	() =>
		withPlace(async ({ store, folder }) => {
			const writer = await openNow(store);
			for (const entry of [...postedEntries("op-1", 0), postIntent("op-2", 1)]) await writer.append(entry);
			await rm(folder, { recursive: true });
			assert.match(
				(await faultOf(writer.append(armed("op-2")))).message,
				/changed or removed by another program/,
			);
			await writer.close();
			const { serial, ledger, operations } = await store.read();
			assert.equal([serial, ledger.length, operations], [4, 1, {}]);
			assert.equal((await readdir(folder)).sort(), ["backups", "state.json"]);
		}),
);

intruders(
	"an outcome that meets a deleted folder is saved elsewhere, and the fault names where and how to go on",
	() =>
		withPlace(async ({ store, folder }) => {
			const writer = await openNow(store);
			for (const entry of [postIntent("op-1"), armed("op-1")]) await writer.append(entry);
			await rm(folder, { recursive: true });
			const fault = await faultOf(writer.append(outcome("op-1", "done", posted())));
			assert.match(
				fault.message,
				/What came of operation op-1 could not be written to .*: it is done, task p-1\. It was saved to /,
			);
			assert.match(fault.remedy ?? "", /showrun resolve op-1 --posted --task-id p-1$/);
			const file = /It was saved to (.*)\.$/.exec(fault.message)?.[1] ?? "";
			assert.match(
				await textOf(file),
				/"seq":3,"entry":\{"type":"outcome","operation":"op-1".*"taskId":"p-1"/,
			);
			assert.is((await stat(file)).mode & 0o777, 0o600);
			await rm(join(file, ".."), { recursive: true });
			await writer.close();
			assert.is((await store.read()).operations["op-1"]?.phase, "unknown");
		}),
);

intruders("nothing is armed once a person took the lock away", () =>
	withPlace(async ({ store, path }) => {
		const writer = await openNow(store);
		await writer.append(postIntent("op-1"));
		await rm(`${path}.lock`);
		const second = await openNow(store);
		assert.match(
			(await faultOf(writer.append(armed("op-1")))).message,
			/state\.json\.lock was changed or removed/,
		);
		await writer.close();
		await second.append(numbered(1));
		await second.close();
		assert.is((await store.read()).resources[TALK]?.taskId, "1");
	}),
);

intruders("a run whose lock was taken away does not overwrite what the next one wrote", () =>
	withPlace(async ({ store, path }) => {
		const writer = await openNow(store);
		await writer.append(numbered(1));
		await rm(`${path}.lock`);
		await ran(store, [numbered(2)]);
		assert.match((await faultOf(writer.close())).message, /state\.json was changed or removed/);
		assert.equal([(await store.read()).serial, (await store.read()).resources[TALK]?.taskId], [2, "2"]);
	}),
);

intruders("a file in the place of the folder is a fault with words", () =>
	withPlace(async ({ store, folder }) => {
		await writeFile(folder, "");
		assert.is((await store.read()).serial, 0);
		const fault = await faultOf(openNow(store));
		assert.instance(fault, StateFault);
		assert.match(fault.message, /^The state cannot be written: E/);
	}),
);

intruders("a folder in the place of the file is a fault with words", () =>
	withPlace(async ({ store, path }) => {
		await mkdir(path, { recursive: true });
		for (const work of [() => store.read(), () => openNow(store)])
			assert.match((await faultOf(work())).message, /^The state cannot be read: EISDIR/);
	}),
);

intruders("a folder in the place of the ballast is a fault with words, and the lock is given back", () =>
	withPlace(async ({ store, journal, folder }) => {
		await mkdir(`${journal}.ballast`, { recursive: true });
		assert.match((await faultOf(openNow(store))).message, /^The state cannot be written: .*EISDIR/);
		assert.equal(await readdir(folder), ["state.json.journal.ballast"]);
	}),
);

intruders.run();
