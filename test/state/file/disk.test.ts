import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { StateFault } from "../../../src/state/state-fault.ts";
import type { StateWriter } from "../../../src/state/store.ts";
import { follow, withChildren } from "../../builders/children.ts";
import { armed, numbered, outcome, postIntent, resolved } from "../../builders/entries.ts";
import { addressOf, clip, posted } from "../../builders/world.ts";
import { FILE_PROMISES, FILES, refusal, syncing, withDisk } from "../disk.ts";
import { faultOf, openNow, type Place, ran, textOf, withPlace } from "../folder.ts";

/** A run whose call is armed: its outcome is what must not be lost. */
async function withArmed(work: (place: Place, writer: StateWriter) => Promise<void>): Promise<void> {
	await withPlace(async (place) => {
		const writer = await openNow(place.store);
		for (const entry of [postIntent("op-1"), armed("op-1")]) await writer.append(entry);
		await work(place, writer);
	});
}

const done = outcome("op-1", "done", posted());
const full = suite("full disks");

full("an outcome that finds no room is written in place of the ballast", () =>
	withArmed(async ({ store, journal, path }, writer) => {
		assert.ok(existsSync(`${journal}.ballast`));
		let refused = 0;
		const short = (real: typeof FILES) => ({
			writeFileSync: ((file, data) => {
				if (typeof file !== "number" || !existsSync(`${journal}.ballast`))
					return real.writeFileSync(file, data);
				refused++;
				real.writeSync(file, String(data).slice(0, 40));
				throw refusal("ENOSPC");
			}) as typeof real.writeFileSync,
		});
		await withDisk(FILES, short, () => writer.append(done));
		assert.equal([refused, existsSync(`${journal}.ballast`)], [1, false]);
		const before = await textOf(journal);
		assert.is(before.split("\n").length, 5);
		await writer.append(numbered(1));
		await writer.close();
		assert.equal(
			[(await store.read()).serial, (await store.read()).resources[addressOf()]?.taskId],
			[4, "p-1"],
		);
		assert.is(JSON.parse(await textOf(path)).serial, 4);
	}),
);

full("an outcome whose sync fails once is written once, through a fresh descriptor", () =>
	withArmed(async ({ store, journal }, writer) => {
		const used: number[] = [];
		const failing = (real: typeof FILES) =>
			syncing(real, (fd) => {
				used.push(fd);
				if (used.length === 1) throw refusal("EIO");
			});
		await withDisk(FILES, failing, () => writer.append(done));
		assert.equal([used.length, (await textOf(journal)).split("\n").length], [2, 5]);
		await writer.close();
		assert.is((await store.read()).serial, 3);
	}),
);

full("an entry that is no outcome is taken back, and nothing after it is accepted", () =>
	withArmed(async ({ store, journal }, writer) => {
		const before = await textOf(journal);
		const failing = (real: typeof FILES) =>
			syncing(real, () => {
				throw refusal("ENOSPC");
			});
		const fault = await withDisk(FILES, failing, () => faultOf(writer.append(postIntent("op-2", 1))));
		assert.instance(fault, StateFault);
		assert.match(fault.remedy ?? "", /The disk is full: make room/);
		assert.is(await textOf(journal), before);
		assert.match((await faultOf(writer.append(numbered(1)))).message, /could not be written before/);
		await writer.close();
		assert.equal([(await store.read()).serial, Object.keys((await store.read()).operations)], [2, ["op-1"]]);
	}),
);

full("a torn line that cannot be taken back is set aside by the next run", () =>
	withArmed(async ({ store, folder }, writer) => {
		const failing = (real: typeof FILES) => ({
			writeFileSync: ((file, data) => {
				real.writeSync(Number(file), String(data).slice(0, 40));
				throw refusal("EIO");
			}) as typeof real.writeFileSync,
			ftruncateSync: () => {
				throw refusal("EIO");
			},
		});
		await withDisk(FILES, failing, () => faultOf(writer.append(postIntent("op-2", 1))));
		await writer.close();
		assert.is((await store.read()).serial, 2);
		await ran(store, [resolved("op-1", "not-posted")]);
		assert.equal([(await store.read()).serial, (await store.read()).operations], [3, {}]);
		assert.is((await readdir(folder)).filter((name) => name.includes(".torn-")).length, 1);
	}),
);

full("with less than a megabyte left nothing is armed", () =>
	withPlace(async ({ store }) => {
		const writer = await openNow(store);
		await writer.append(postIntent("op-1"));
		const narrow = (real: typeof FILES) => ({
			statfsSync: ((path: string) => ({
				...real.statfsSync(path),
				bavail: 255,
				bsize: 4096,
			})) as unknown as typeof real.statfsSync,
		});
		const fault = await withDisk(FILES, narrow, () => faultOf(writer.append(armed("op-1"))));
		assert.match(fault.message, /less than 1 MB left .* nothing is sent/);
		assert.is(writer.snapshot().operations["op-1"]?.phase, "intent");
		await writer.close();
		assert.equal([(await store.read()).operations, (await store.read()).ledger], [{}, []]);
	}),
);

full("a state file that cannot be written stays as it is, and the journal keeps the rest", () =>
	withPlace(async ({ store, path, journal, folder }) => {
		await ran(store, [numbered(1)]);
		const before = await textOf(path);
		const writer = await openNow(store);
		await writer.append(numbered(2));
		const short = (real: typeof FILE_PROMISES) => ({
			open: (async (file, flags, mode) => {
				const handle = await real.open(file, flags, mode);
				const writeFile = async () => {
					await handle.write("half");
					throw refusal("ENOSPC");
				};
				return flags === "wx" ? Object.assign(handle, { writeFile }) : handle;
			}) as typeof real.open,
		});
		const fault = await withDisk(FILE_PROMISES, short, () => faultOf(writer.close()));
		assert.match(fault.message, /^The state cannot be written: ENOSPC/);
		assert.is(await textOf(path), before);
		assert.equal((await readdir(folder)).sort(), [
			".gitignore",
			"backups",
			"state.json",
			"state.json.journal",
			"state.json.journal.ballast",
		]);
		assert.ok((await textOf(journal)).includes('"taskId":"2"'));
		assert.is((await store.read()).serial, 2);
		assert.is((await ran(store, [])).serial, 2);
	}),
);

full(
	"a real limit of the system: nothing acknowledged is lost, and the outcome is where the fault says",
	() =>
		withPlace((place) =>
			withChildren(new URL("../child.ts", import.meta.url), async (_, script) => {
				const child = follow(
					spawn("bash", ["-c", LIMITED, process.execPath, script, "fill", place.path, "8000"], {
						env: { ...process.env, TMPDIR: place.root },
						stdio: ["ignore", "pipe", "inherit"],
					}),
				);
				assert.is(await child.ended(), 0);
				await assertNothingLost(place, child.lines);
			}),
		),
);

/** Runs what follows with a limit to the size of a file, and without dying of it. */
const LIMITED = `trap '' XFSZ; ulimit -f 100; exec "$0" "$@"`;

async function assertNothingLost(place: Place, lines: readonly string[]): Promise<void> {
	const told = lines.find((line) => line.startsWith("{")) ?? "";
	const acknowledged = lines.filter((line) => line.startsWith("acknowledged"));
	assert.match(acknowledged.at(-1) ?? "", / armed$/);
	assert.equal(lines.slice(lines.indexOf(told) + 1), ["refused", "closed"]);
	const id = `op-${(acknowledged.length - 2) / 3}`;
	await assertSaved(JSON.parse(told), { root: place.root, id });
	await assertOpen(place, { id, count: acknowledged.length });
}

/** The fault says where the outcome of the operation is, and it is there. */
async function assertSaved(
	{ fault, remedy }: { readonly fault: string; readonly remedy: string },
	{ root, id }: { readonly root: string; readonly id: string },
): Promise<void> {
	assert.match(fault, /What came of operation (op-\d+) could not be written to .*EFBIG/);
	assert.ok(remedy.endsWith(`showrun resolve ${id} --posted --task-id p-1`), remedy);
	const file = /It was saved to (.*)\.$/.exec(fault)?.[1] ?? "";
	assert.ok(
		file.startsWith(join(root, "showrun-errored-")) && (await textOf(file)).includes(`"operation":"${id}"`),
	);
}

/** The state holds what was acknowledged: one operation is open, until it is resolved. */
async function assertOpen(
	{ store, path, journal }: Place,
	{ id, count }: { readonly id: string; readonly count: number },
): Promise<void> {
	const { serial, operations, ledger } = await store.read();
	assert.equal([serial, Object.keys(operations), operations[id]?.phase], [count, [id], "unknown"]);
	assert.is(ledger.length, (count + 1) / 3);
	assert.equal([JSON.parse(await textOf(path)).serial, (await textOf(journal)).endsWith("\n")], [0, true]);
	await ran(store, [resolved(id, "posted", posted(clip(0)))]);
	assert.equal((await store.read()).operations, {});
}

full.run();
