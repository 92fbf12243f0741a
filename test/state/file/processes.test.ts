import { readdir, readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LockedFault } from "../../../src/system/lock.ts";
import { type Child, withChildren } from "../../builders/children.ts";
import { numbered } from "../../builders/entries.ts";
import { TALK } from "../../builders/world.ts";
import { faultOf, openNow, type Place, ran, withPlace } from "../folder.ts";

const processes = suite("processes on one state");
const start = (work: Parameters<typeof withChildren<void>>[1]) =>
	withChildren(new URL("../child.ts", import.meta.url), work);

processes("four of them that each add one fifty times end at two hundred", () =>
	start((child) =>
		withPlace(async ({ store, path, folder }) => {
			const counting = Array.from({ length: 4 }, () => child("count", path, "50"));
			assert.equal(await Promise.all(counting.map((each) => each.ended())), [0, 0, 0, 0]);
			const { serial, resources } = await store.read();
			assert.equal([serial, resources[TALK]?.taskId], [200, "200"]);
			assert.equal((await readdir(folder)).sort(), [".gitignore", "backups", "state.json"]);
		}),
	),
);

processes("a killed holder is taken over: what it armed is unknown, what it only intended is gone", () =>
	start((child) =>
		withPlace(async ({ store, path, folder }) => {
			const holder = child("arm", path);
			await holder.said(/armed/);
			assert.equal(phases(await store.read()), { "op-1": "intent", "op-2": "armed" });
			holder.process.kill("SIGKILL");
			await holder.ended();
			assert.equal(phases(await store.read()), { "op-2": "unknown" });
			const writer = await openNow(store);
			assert.equal([phases(writer.snapshot()), writer.snapshot().ledger.length], [{ "op-2": "unknown" }, 1]);
			await writer.close();
			assert.equal((await readdir(folder)).sort(), [".gitignore", "backups", "state.json"]);
		}),
	),
);

processes("a stopped holder is not taken over, however long one waits", () =>
	start((child) =>
		withPlace(async ({ store, path }) => {
			const holder = child("arm", path);
			await holder.said(/armed/);
			holder.process.kill("SIGSTOP");
			const fault = await faultOf(openNow(store, 500));
			assert.instance(fault, LockedFault);
			assert.match(fault.message, new RegExp(`"test arm" by .* \\(pid ${holder.process.pid} on `));
			assert.equal(phases(await store.read()), { "op-1": "intent", "op-2": "armed" });
		}),
	),
);

processes("one that waits takes over the moment the holder dies", () =>
	start((child) =>
		withPlace(async ({ store, path }) => {
			const holder = child("arm", path);
			await holder.said(/armed/);
			const waiting = openNow(store, 30_000);
			await wait(150);
			holder.process.kill("SIGKILL");
			const writer = await waiting;
			assert.equal(phases(writer.snapshot()), { "op-2": "unknown" });
			await writer.close();
		}),
	),
);

processes(
	"a reader beside a writer that begins, folds and ends again and again never misses what was acknowledged",
	() =>
		withPlace(async ({ store }) => {
			let acknowledged = 0;
			let writing = true;
			const write = async () => {
				for (let run = 0; run < 40; run++) {
					const writer = await openNow(store, 5_000);
					for (let times = 0; times < 3; times++) {
						await writer.append(numbered(acknowledged + 1));
						acknowledged++;
					}
					await writer.close();
				}
				writing = false;
			};
			let reads = 0;
			const read = async () => {
				for (; writing; reads++) {
					const least = acknowledged;
					const { serial, resources } = await store.read();
					assert.ok(serial >= least, `it read ${serial} after ${least} was acknowledged`);
					assert.is(resources[TALK]?.taskId ?? "0", String(serial));
				}
			};
			await Promise.all([write(), read(), read()]);
			assert.ok(reads > 40, `${reads} reads`);
		}),
);

processes("readers of another process's writes see every number go up only", () =>
	start((child) =>
		withPlace(async ({ store, path }) => {
			const counting = child("count", path, "60");
			let before = 0;
			for (let open = true; open; ) {
				open = counting.process.exitCode === null && counting.process.signalCode === null;
				const { serial, resources } = await store.read();
				assert.ok(serial >= before, `${serial} after ${before}`);
				assert.is(resources[TALK]?.taskId ?? "0", String(serial));
				before = serial;
			}
			assert.is(before, 60);
		}),
	),
);

processes("a hundred kills at random moments lose nothing that was acknowledged", () =>
	start(async (child) => {
		const kills = () =>
			withPlace(async (place) => {
				for (let times = 0; times < 50; times++) await killedOnce(child, place);
				await leftClean(place);
			});
		await Promise.all([kills(), kills()]);
	}),
);

processes.run();

function phases(snapshot: {
	readonly operations: Readonly<Record<string, { readonly phase: string }>>;
}): Record<string, string> {
	return Object.fromEntries(Object.entries(snapshot.operations).map(([id, { phase }]) => [id, phase]));
}

/** Half of the kills come anywhere from the start of the process on, half while it writes. */
async function killedOnce(child: (...args: string[]) => Child, { path, store }: Place): Promise<void> {
	const writing = child("append", path);
	if (Math.random() < 0.5) await writing.said(/acknowledged/);
	await wait(Math.random() * (writing.lines.length > 0 ? 20 : 120));
	writing.process.kill("SIGKILL");
	await writing.ended();
	const acknowledged = Number(writing.lines.at(-1)?.split(" ")[1] ?? 0);
	const { serial, resources } = await store.read();
	assert.ok(serial >= acknowledged, `${acknowledged} was acknowledged, ${serial} is there`);
	assert.is(resources[TALK]?.taskId ?? "0", String(serial));
}

async function leftClean({ store, path, folder }: Place): Promise<void> {
	const { serial } = await ran(store, []);
	assert.ok(serial > 50, `only ${serial} entries`);
	assert.is(JSON.parse(await readFile(path, "utf8")).serial, serial);
	assert.equal(
		(await readdir(folder))
			.filter(
				(name) =>
					!/\.torn-\d+$|\.lock\.break-|^\.(state\.json\.lock|\.gitignore)\..*\.(tmp|sock)$/.test(name),
			)
			.sort(),
		[".gitignore", "backups", "state.json"],
	);
}
