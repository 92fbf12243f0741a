import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fileStore } from "../../../src/state/file/store.ts";
import type { StateStore, StateWriter } from "../../../src/state/store.ts";
import { armed, numbered, outcome, postIntent } from "../../builders/entries.ts";
import { addressOf, posted } from "../../builders/world.ts";
import { FILES, refusal, syncing, withDisk } from "../disk.ts";
import { faultOf, openNow, ran, withPlace } from "../folder.ts";

interface Armed {
	readonly folder: string;
	readonly path: string;
	readonly store: StateStore;
	readonly writer: StateWriter;
}

/** A run whose call is armed, with a memory on another disk. */
async function withArmed(work: (armed: Armed) => Promise<void>): Promise<void> {
	await withPlace(async ({ root, folder, path }) => {
		const store = fileStore({ path, outside: { folder: join(root, "home") } });
		await ran(store, [numbered(1)]);
		const writer = await openNow(store);
		for (const entry of [postIntent("op-1"), armed("op-1")]) await writer.append(entry);
		await work({ folder, path, store, writer });
	});
}

/** Everything below the state's folder says no. */
const refusing = (code: string, folder: string) => (real: typeof FILES) => {
	const bad = new Set<number>();
	const refused = () => {
		throw refusal(code);
	};
	const ours = (fd: unknown) =>
		typeof fd === "number" && (bad.has(fd) || real.readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder));
	return {
		writeFileSync: ((file, data, options) =>
			ours(file) ? refused() : real.writeFileSync(file, data, options)) as typeof real.writeFileSync,
		openSync: ((path, flags, mode) => {
			if (String(path).startsWith(folder)) refused();
			return real.openSync(path, flags, mode);
		}) as typeof real.openSync,
	};
};

const done = outcome("op-1", "done", posted());
const ladder = suite("an outcome that the state cannot take");

for (const [what, code] of Object.entries({
	"a full disk": "ENOSPC",
	"a read-only disk": "EROFS",
	"a quota": "EDQUOT",
	"a lost permission": "EACCES",
	"a broken disk": "EIO",
})) {
	ladder(`${what}: the outcome is recorded outside, the person is told, and the next run records it`, () =>
		withArmed(async ({ folder, store, writer }) => {
			const fault = await withDisk(FILES, refusing(code, folder), () => faultOf(writer.append(done)));
			assert.match(
				fault.message,
				/What came of operation op-1 could not be written to .*: it is done, task p-1\. It is recorded outside of the work tree\./,
			);
			assert.match(String("remedy" in fault && fault.remedy), /the next run records the outcome/);
			await writer.close();
			const read = await store.read();
			assert.equal(
				[read.operations, read.resources[addressOf()]?.taskId, read.ledger.length],
				[{}, "p-1", 1],
			);
			const next = await ran(store, [numbered(2)]);
			assert.equal(
				[next.operations, next.resources[addressOf()]?.taskId, next.ledger.length, next.serial],
				[{}, "p-1", 1, 5],
			);
			assert.equal((await store.read()).serial, 5);
		}),
	);
}

ladder("a folder that was deleted: the outcome is not lost", () =>
	withArmed(async ({ folder, store, writer }) => {
		await rm(folder, { recursive: true });
		assert.match(
			(await faultOf(writer.append(done))).message,
			/op-1 .*: it is done, task p-1\. It is recorded outside/,
		);
		await writer.close();
		const next = await ran(store, []);
		assert.equal([next.operations, next.resources[addressOf()]?.taskId, next.ledger.length], [{}, "p-1", 1]);
	}),
);

ladder("a folder that was moved away and replaced: nothing is written into the void", () =>
	withArmed(async ({ folder, store, writer }) => {
		await rename(folder, `${folder}-away`);
		await mkdir(folder);
		assert.match((await faultOf(writer.append(done))).message, /It is recorded outside/);
		await writer.close().catch(() => {});
		const { resources, ledger } = await ran(store, []);
		assert.equal([resources[addressOf()]?.taskId, ledger.length], ["p-1", 1]);
	}),
);

ladder("an outcome that says nothing was sent frees the moment", () =>
	withArmed(async ({ folder, store, writer }) => {
		await withDisk(FILES, refusing("ENOSPC", folder), () =>
			faultOf(writer.append(outcome("op-1", "not-sent"))),
		);
		await writer.close();
		const next = await ran(store, []);
		assert.equal([next.operations, next.ledger], [{}, []]);
		assert.equal((await store.read()).ledger, []);
	}),
);

ladder(
	"where nothing can be remembered either, it is saved in the temp folder, and the words say what to do",
	() =>
		withArmed(async ({ store, writer }) => {
			const refused = (real: typeof FILES) => ({
				...syncing(real, () => {
					throw refusal("EIO");
				}),
				ftruncateSync: real.ftruncateSync,
			});
			const fault = await withDisk(FILES, refused, () => faultOf(writer.append(done)));
			assert.match(fault.message, /It was saved to .*showrun-errored-/);
			assert.match(String("remedy" in fault && fault.remedy), /showrun resolve op-1 --posted --task-id p-1/);
			const file = /It was saved to (.*)\.$/.exec(fault.message)?.[1] ?? "";
			assert.ok(file.startsWith(tmpdir()));
			await rm(join(file, ".."), { recursive: true });
			await writer.close();
			assert.is((await store.read()).operations["op-1"]?.phase, "unknown");
		}),
);

ladder("a file where the folder should be is named before anything is sent", () =>
	withPlace(async ({ folder, store }) => {
		await writeFile(folder, "x");
		assert.match((await faultOf(openNow(store))).message, /cannot be written: (EEXIST|ENOTDIR)/);
	}),
);

ladder.run();
