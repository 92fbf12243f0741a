import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
	removeTemporaries,
	replaceFile,
	sha256,
	sha256OfFile,
	temporaryBeside,
	writeNew,
} from "../../src/system/files.ts";

const files = suite("files");

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-files-"));
	try {
		await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function thrown(work: Promise<unknown>): Promise<string> {
	return work.then(
		() => "nothing",
		(error: unknown) => String(error),
	);
}

files("replacing makes folders, leaves nothing beside, and keeps the mode", () =>
	withFolder(async (folder) => {
		const path = join(folder, "a", "b", "x.json");
		await replaceFile(path, "one");
		await chmod(path, 0o640);
		await replaceFile(path, "two");
		assert.equal(
			[await readFile(path, "utf8"), (await stat(path)).mode & 0o777, await readdir(join(folder, "a", "b"))],
			["two", 0o640, ["x.json"]],
		);
	}),
);

files("a mode that is asked for holds for new files and old ones", () =>
	withFolder(async (folder) => {
		const path = join(folder, "key");
		await writeFile(path, "open to all");
		await replaceFile(path, "secret", { mode: 0o600 });
		assert.is((await stat(path)).mode & 0o777, 0o600);
		await replaceFile(join(folder, "new"), "secret", { mode: 0o600 });
		assert.is((await stat(join(folder, "new"))).mode & 0o777, 0o600);
	}),
);

files("a reader sees the old text or the new one, never a part", () =>
	withFolder(async (folder) => {
		const path = join(folder, "x");
		const texts = ["a".repeat(200_000), "b".repeat(200_000)];
		await replaceFile(path, texts[0] ?? "");
		let writing = true;
		const write = async () => {
			for (let times = 0; times < 30; times++) await replaceFile(path, texts[times % 2] ?? "");
			writing = false;
		};
		const read = async () => {
			while (writing) assert.ok(texts.includes(await readFile(path, "utf8")));
		};
		await Promise.all([write(), read()]);
	}),
);

files("replacing that fails leaves the old file and nothing beside it", () =>
	withFolder(async (folder) => {
		const path = join(folder, "x");
		await mkdir(path);
		assert.match(await thrown(replaceFile(path, "one")), /EISDIR/);
		assert.equal(await readdir(folder), ["x"]);
		assert.match(await thrown(replaceFile(join("/dev/null", "x"), "one")), /ENOTDIR|EEXIST/);
	}),
);

files("a new file is never written over one that is there", () =>
	withFolder(async (folder) => {
		await writeFile(join(folder, "x"), "mine");
		assert.match(await thrown(writeNew(join(folder, "x"), "theirs")), /EEXIST/);
		assert.is(await readFile(join(folder, "x"), "utf8"), "mine");
	}),
);

files("temporary names are new each time, in the same folder, and hidden", () => {
	const names = new Set(Array.from({ length: 100 }, () => temporaryBeside("/a/b/x.json")));
	assert.is(names.size, 100);
	for (const name of names) assert.match(name, /^\/a\/b\/\.x\.json\.\d+\.[a-z0-9]+\.tmp$/);
});

files("what is left of a file is removed, what is left of others is not", () =>
	withFolder(async (folder) => {
		const names = [".x.12.ab.tmp", ".x.lock.12.ab.tmp", ".xy.12.ab.tmp", "x", "x.12.ab.tmp", ".x.tmp"];
		for (const name of names) await writeFile(join(folder, name), "");
		await removeTemporaries(join(folder, "x"));
		assert.equal((await readdir(folder)).sort(), names.slice(1).sort());
	}),
);

files("a file and its content have one sum", () =>
	withFolder(async (folder) => {
		const bytes = Buffer.alloc(3_000_000, "showrun");
		await writeFile(join(folder, "x"), bytes);
		assert.is(await sha256OfFile(join(folder, "x")), sha256(bytes));
		assert.is(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	}),
);

files("reading a file for its digest ends with the signal's own reason", () =>
	withFolder(async (folder) => {
		const [path, stop] = [join(folder, "x"), new AbortController()];
		await writeFile(path, Buffer.alloc(8 << 20));
		const reading = thrown(sha256OfFile(path, stop.signal));
		stop.abort(new Error("enough"));
		assert.is(await reading, "Error: enough");
		assert.is(await thrown(sha256OfFile(path, stop.signal)), "Error: enough");
		assert.match(await thrown(sha256OfFile(join(folder, "y"), new AbortController().signal)), /ENOENT/);
	}),
);

files.run();
