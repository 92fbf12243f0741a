import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ulid } from "ulid";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { folderRecords } from "../../src/service/store/folder/records.ts";
import { folderStore } from "../../src/service/store/folder/store.ts";
import type { RepeatRecord } from "../../src/service/store/shapes.ts";
import { serviceStoreSuite } from "../conformance/service-store.ts";

const call = promisify(execFile);
const records = suite("a folder of records");
const OCTOBER = Date.UTC(2026, 9, 3);
const NOVEMBER = Date.UTC(2026, 10, 3);
const yes = () => true;

async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-records-"));
	try {
		await body(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function record(at: number, given = "first"): RepeatRecord {
	return { format: 1, id: ulid(at), fingerprint: "f", given };
}

async function newestIn(folder: string, before?: string): Promise<readonly string[]> {
	const ids: string[] = [];
	for await (const { id } of folderRecords<RepeatRecord>(folder).newest(before)) ids.push(id);
	return ids;
}

records("what is archived can be read, listed and changed, and is no longer current", () =>
	withFolder(async (folder) => {
		const [old, young] = [record(OCTOBER), record(NOVEMBER)];
		const book = folderRecords<RepeatRecord>(folder);
		for (const each of [old, young]) await book.put(each);
		assert.is(await book.archive(old.id, yes), true);
		assert.equal(await readdir(join(folder, "archive", "2026-10")), [`${old.id}.json`]);
		for (const opened of [book, folderRecords<RepeatRecord>(folder)]) {
			assert.equal(await opened.get(old.id), old);
			assert.equal(await opened.current(yes), [young]);
		}
		assert.equal(await newestIn(folder), [young.id, old.id]);
		assert.equal(await newestIn(folder, young.id), [old.id]);
		await book.change(old.id, (before) => ({ ...before, given: "second" }));
		assert.equal(await folderRecords<RepeatRecord>(folder).get(old.id), { ...old, given: "second" });
		assert.equal(await readdir(join(folder, "archive", "2026-10")), []);
	}),
);

records("what is not over is neither archived nor removed, and archiving twice does nothing", () =>
	withFolder(async (folder) => {
		const entry = record(OCTOBER);
		const book = folderRecords<RepeatRecord>(folder);
		await book.put(entry);
		const no = () => false;
		assert.equal([await book.archive(entry.id, no), await book.remove(entry.id, no)], [false, false]);
		assert.equal([await book.archive(entry.id, yes), await book.archive(entry.id, yes)], [true, false]);
		assert.is(await book.remove(entry.id, yes), true);
		assert.is(await folderRecords<RepeatRecord>(folder).get(entry.id), undefined);
		assert.is(await book.get(entry.id), undefined);
	}),
);

records("a kill between two paths of a record leaves the newer one", () =>
	withFolder(async (folder) => {
		const [before, now] = [record(OCTOBER), record(OCTOBER, "second")];
		const archive = join(folder, "archive", "2026-10");
		await mkdir(archive, { recursive: true });
		await writeFile(join(archive, `${now.id}.json`), JSON.stringify({ ...before, id: now.id }));
		await folderRecords<RepeatRecord>(folder).put(now);
		await writeFile(join(archive, `${now.id}.json`), JSON.stringify({ ...before, id: now.id }));
		assert.equal(await folderRecords<RepeatRecord>(folder).get(now.id), now);
		assert.equal(await newestIn(folder), [now.id]);
		assert.is(await folderRecords<RepeatRecord>(folder).archive(now.id, yes), true);
		assert.equal(await folderRecords<RepeatRecord>(folder).get(now.id), now);
	}),
);

records("only their owner can read them, whatever the umask, and one that others could is mended", () =>
	withFolder(async (folder) => {
		const entry = record(OCTOBER);
		const path = join(folder, `${entry.id}.json`);
		await writeFile(path, JSON.stringify(entry));
		await chmod(path, 0o666);
		const before = process.umask(0);
		try {
			await folderRecords<RepeatRecord>(folder).put(entry);
		} finally {
			process.umask(before);
		}
		assert.is((await stat(path)).mode & 0o777, 0o600);
	}),
);

records("more records than stay in memory are read again, as they are now", () =>
	withFolder(async (folder) => {
		await mkdir(folder, { recursive: true });
		const entries = Array.from({ length: 1_200 }, (_, at) => record(OCTOBER + at));
		for (const each of entries) await writeFile(join(folder, `${each.id}.json`), JSON.stringify(each));
		const book = folderRecords<RepeatRecord>(folder);
		assert.is((await book.current(yes)).length, 1_200);
		const [first] = entries;
		assert.ok(first);
		await writeFile(join(folder, `${first.id}.json`), JSON.stringify({ ...first, given: "other" }));
		assert.is((await book.get(first.id))?.given, "other", "it left the memory");
	}),
);

records("all asked for at once are read where few files may be open", () =>
	withFolder(async (folder) => {
		const entries = Array.from({ length: 900 }, (_, at) => record(OCTOBER + at));
		for (const each of entries) await writeFile(join(folder, `${each.id}.json`), JSON.stringify(each));
		const source = new URL("../../src/service/store/folder/records.ts", import.meta.url);
		const script = `
			import { folderRecords } from ${JSON.stringify(source.href)};
			const book = folderRecords(${JSON.stringify(folder)});
			const all = await Promise.all((await book.currentIds()).map((id) => book.get(id)));
			console.log(all.filter((each) => each).length);`;
		const limited = 'ulimit -n 300 && exec "$0" --import tsx --input-type=module -e "$1"';
		const { stdout } = await call("bash", ["-c", limited, process.execPath, script]);
		assert.is(stdout, "900\n");
	}),
);

records.run();

serviceStoreSuite("a data folder", (work) =>
	withFolder(async (folder) => {
		const damage = async (id: string, text: string) => {
			await mkdir(join(folder, "idempotency"), { recursive: true });
			await writeFile(join(folder, "idempotency", `${id}.json`), text);
		};
		await work({ store: folderStore(folder), damage });
	}),
);
