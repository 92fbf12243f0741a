import { chmod, lstat, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { decodingOnce } from "../../../src/state/file/on-disk.ts";
import { fileStore } from "../../../src/state/file/store.ts";
import { StateFault } from "../../../src/state/state-fault.ts";
import { LockedFault, readHolder } from "../../../src/system/lock.ts";
import { armed, numbered, postedEntries, postIntent } from "../../builders/entries.ts";
import { stateStoreSuite } from "../../conformance/state-store.ts";
import { faultOf, openNow, openText, ran, textOf, withPlace } from "../folder.ts";

stateStoreSuite("file", (work) => withPlace(({ store }) => work(store)));

stateStoreSuite("file that is decoded once", (work) =>
	withPlace(({ path }) => work(fileStore({ path, decode: decodingOnce() }))),
);

const files = suite("state file");

files("is sorted, indented text that ends with a newline, and nothing stays beside it", () =>
	withPlace(async ({ store, folder, path }) => {
		await ran(store, [...postedEntries("op-1", 1), ...postedEntries("op-2", 0)]);
		assert.equal((await readdir(folder)).sort(), [".gitignore", "backups", "state.json"]);
		const text = await textOf(path);
		assert.equal(Object.keys(JSON.parse(text)), [
			"checksum",
			"format",
			"ledger",
			"lineage",
			"operations",
			"resources",
			"serial",
		]);
		const addresses = Object.keys(JSON.parse(text).resources);
		assert.equal(addresses, [...addresses].sort());
		assert.ok(text.startsWith('{\n  "checksum": "') && text.endsWith("\n}\n"));
	}),
);

files("a run that appends nothing writes nothing", () =>
	withPlace(async ({ store, folder }) => {
		await ran(store, postedEntries("op-1"));
		const before = await everything(folder);
		await ran(store, []);
		assert.equal(await everything(folder), before);
	}),
);

files("reading writes nothing, not even where there is nothing", () =>
	withPlace(async ({ store, root, folder }) => {
		await store.read();
		assert.equal(await readdir(root), []);
		await ran(store, postedEntries("op-1"));
		const before = [await everything(folder), (await stat(folder)).mtimeMs];
		await store.read();
		assert.equal([await everything(folder), (await stat(folder)).mtimeMs], before);
	}),
);

files("a file whose mode was narrowed keeps it", () =>
	withPlace(async ({ store, path }) => {
		await ran(store, [numbered(1)]);
		await chmod(path, 0o600);
		await ran(store, [numbered(2)]);
		assert.is((await stat(path)).mode & 0o777, 0o600);
	}),
);

files("two links to one state lead to one lock and one file", () =>
	withPlace(async ({ store, path, root }) => {
		await ran(store, [numbered(1)]);
		const link = join(root, "link.json");
		await symlink(path, link);
		const writer = await openNow(fileStore({ path: link }));
		assert.instance(await faultOf(openNow(store)), LockedFault);
		await writer.append(numbered(2));
		await writer.close();
		assert.is((await store.read()).serial, 2);
		assert.ok((await lstat(link)).isSymbolicLink());
	}),
);

files("the fault of a second run names the holder and how to break the lock", () =>
	withPlace(async ({ store, path }) => {
		const writer = await store.open({
			command: "showrun apply talks",
			waitMs: 0,
			signal: new AbortController().signal,
		});
		const fault = await faultOf(openNow(store));
		await writer.close();
		assert.match(fault.message, new RegExp(`"showrun apply talks" by .* \\(pid ${process.pid} on `));
		assert.match(fault.remedy ?? "", /showrun unlock [0-9a-f]{12}$/);
		assert.is(await readHolder(`${path}.lock`), undefined);
	}),
);

const unfit: Record<string, [string, RegExp]> = {
	"a newer format is refused": ['{"format": 3}', /written by a newer showrun \(format 3\)/],
	"merge-conflict markers are named": [
		'{\n<<<<<<< HEAD\n  "serial": 3\n=======\n  "serial": 4\n>>>>>>> other\n}\n',
		/git merge conflict/,
	],
	"half a file is refused": ['{"format": 1, "lineage": "l", "ser', /is not a showrun state/],
	"an empty file is refused": ["", /is not a showrun state/],
	"another file is refused, naming what does not fit": [
		'{"format": 1, "lineage": "l", "serial": -1}',
		/\(required\)|\/serial/,
	],
	"a file of zeros is refused": ["\0".repeat(100), /is not a showrun state/],
};
for (const [title, [text, words]] of Object.entries(unfit)) {
	files(`${title}, to read and to write, and left as it is`, () =>
		withPlace(async ({ store, path, folder }) => {
			await ran(store, [numbered(1)]);
			await writeFile(path, text);
			for (const work of [() => store.read(), () => openNow(store)]) {
				const fault = await faultOf(work());
				assert.instance(fault, StateFault);
				assert.match(fault.message, words);
				assert.ok(fault.remedy);
			}
			assert.is(await textOf(path), text);
			assert.equal((await readdir(folder)).sort(), [".gitignore", "backups", "state.json"]);
		}),
	);
}

files(
	"a state changed by hand is refused: its checksum does not fit; one of a version without checksums is read",
	() =>
		withPlace(async ({ store, path }) => {
			await ran(store, postedEntries("op-1"));
			const text = await textOf(path);
			await writeFile(path, text.replace('"p-1"', '"p-2"'));
			assert.match(
				(await faultOf(store.read())).message,
				/its checksum does not fit, so something in it was changed/,
			);
			await writeFile(path, await openText(path));
			assert.is((await store.read()).serial, 3);
		}),
);

files("an attempt under the id of another is refused, naming both", () =>
	withPlace(async ({ store, path }) => {
		await ran(store, [postIntent("op-1"), armed("op-1")]);
		const text = (await openText(path)).replace('"op-1": {', '"op-2": {');
		await writeFile(path, text);
		for (const work of [() => store.read(), () => openNow(store)]) {
			const fault = await faultOf(work());
			assert.instance(fault, StateFault);
			assert.match(fault.message, '/operations/op-2 holds the attempt "op-1"');
		}
		assert.is(await textOf(path), text);
	}),
);

files("a state file that somebody changed while it was in use is not overwritten", () =>
	withPlace(async ({ store, path, journal }) => {
		await ran(store, [numbered(1)]);
		const writer = await openNow(store);
		await writer.append(numbered(2));
		const pulled = (await openText(path)).replace('"serial": 1', '"serial": 9');
		await writeFile(path, pulled);
		assert.match(
			(await faultOf(writer.close())).message,
			/state\.json was changed or removed by another program/,
		);
		assert.is(await textOf(path), pulled);
		assert.ok((await readFile(journal)).length > 0);
		assert.match(
			(await faultOf(openNow(store))).message,
			/do not belong together: it goes from 2 to 2, the state ends at 9/,
		);
	}),
);

files("the five newest versions are kept beside it", () =>
	withPlace(async ({ store, folder, path }) => {
		for (let count = 1; count <= 7; count++) await ran(store, [numbered(count)]);
		const kept = await readdir(join(folder, "backups"));
		assert.equal(
			kept.sort(),
			[3, 4, 5, 6, 7].map((serial) => `state-${serial}.json`),
		);
		assert.is(await textOf(join(folder, "backups", "state-7.json")), await textOf(path));
	}),
);

files("a state file that is gone at the end is written again", () =>
	withPlace(async ({ store, path }) => {
		await ran(store, postedEntries("op-1"));
		const writer = await openNow(store);
		await writer.append(numbered(2));
		await rm(path);
		await writer.close();
		assert.equal([(await store.read()).serial, (await store.read()).ledger.length], [4, 1]);
	}),
);

files.run();

async function everything(folder: string): Promise<readonly (readonly [string, number, number, string])[]> {
	const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)))
		.sort();
	return Promise.all(
		names.map(async (name) => {
			const { size, mtimeMs } = await stat(join(folder, name));
			return [name, size, mtimeMs, await textOf(join(folder, name))] as const;
		}),
	);
}
