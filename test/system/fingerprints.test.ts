import { mkdir, mkdtemp, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sha256 } from "../../src/system/files.ts";
import { openFingerprints } from "../../src/system/fingerprints.ts";

interface Place {
	readonly folder: string;
	readonly cache: string;
	readonly file: string;
}

const signal = new AbortController().signal;
const told = suite("fingerprints");

/** Begins at once: each test waits until its file is no longer fresh, so they wait together. */
function prints(title: string, work: () => Promise<void>): void {
	const begun = work();
	begun.catch(() => {});
	told(title, () => begun);
}

/** A file whose last change lies longer ago than what counts as fresh. */
async function withFile(content: string, work: (place: Place) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-prints-"));
	const place = { folder, file: join(folder, "talk.mp4"), cache: join(folder, "cache", "fingerprints.json") };
	try {
		await writeFile(place.file, content);
		await work(place);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const aged = () => new Promise((settle) => setTimeout(settle, 2_050));

/** The fingerprint a fresh start gives. */
async function printOf({ cache, file }: Place): Promise<string> {
	const fingerprints = await openFingerprints(cache);
	const { sha256: hex } = await fingerprints.of(file, signal);
	await fingerprints.save();
	return hex;
}

/** Writes another fingerprint into the cache: when it comes back, the file was not read. */
async function forge({ cache }: Place): Promise<string> {
	const forged = "f".repeat(64);
	await writeFile(
		cache,
		(await readFile(cache, "utf8")).replace(/"sha256":"[0-9a-f]{64}"/, `"sha256":"${forged}"`),
	);
	return forged;
}

prints("a file that did not change is not read again", () =>
	withFile("one", async (place) => {
		await aged();
		assert.is(await printOf(place), sha256("one"));
		const forged = await forge(place);
		assert.is(await printOf(place), forged);
	}),
);

prints(
	"other content of the same size is noticed, even with the old time put back, and so is another file in its place",
	() =>
		withFile("one", async (place) => {
			await utimes(place.file, 1e9, 1e9);
			await aged();
			await printOf(place);
			await forge(place);
			await writeFile(place.file, "two");
			await utimes(place.file, 1e9, 1e9);
			assert.is(await printOf(place), sha256("two"));
			await writeFile(`${place.file}.new`, "six");
			await rename(`${place.file}.new`, place.file);
			assert.is(await printOf(place), sha256("six"));
		}),
);

prints("a file that changed a moment ago is not remembered, whatever time it claims", () =>
	withFile("one", async (place) => {
		assert.is(await printOf(place), sha256("one"));
		await utimes(place.file, 1, 1);
		assert.is(await printOf(place), sha256("one"));
		assert.is(await readFile(place.cache, "utf8").catch(() => "none"), "none");
	}),
);

prints("a file that claims to be of tomorrow is remembered once it is no longer fresh", () =>
	withFile("one", async (place) => {
		await utimes(place.file, 4e9, 4e9);
		await aged();
		await printOf(place);
		const forged = await forge(place);
		assert.is(await printOf(place), forged);
	}),
);

prints("a cache that is torn, foreign or no file counts as empty", () =>
	withFile("one", async (place) => {
		await aged();
		await printOf(place);
		const good = await readFile(place.cache, "utf8");
		const forged = good.replace(/"sha256":"[0-9a-f]{64}"/, '"sha256":"../../x"');
		const bad = [
			"",
			good.slice(0, -20),
			"null",
			"[1]",
			'"x"',
			'{"a":null}',
			"\0\0\0",
			forged,
			good.replace('"stamp":"', '"stamp":7,"x":"'),
		];
		for (const text of bad) {
			await writeFile(place.cache, text);
			assert.is(await printOf(place), sha256("one"), text);
		}
		await rm(place.cache);
		await mkdir(place.cache);
		assert.is(await printOf(place), sha256("one"));
	}),
);

prints("a cache that cannot be written is no failure", () =>
	withFile("one", async (place) => {
		await aged();
		await writeFile(join(place.folder, "cache"), "a file in the folder's place");
		assert.is(await printOf(place), sha256("one"));
	}),
);

prints("nothing is written when nothing was learnt", () =>
	withFile("one", async (place) => {
		await aged();
		await printOf(place);
		const before = await stat(place.cache);
		await printOf(place);
		const after = await stat(place.cache);
		assert.equal([after.mtimeMs, after.ino], [before.mtimeMs, before.ino]);
	}),
);

prints("the length of a movie is remembered with it", () =>
	withFile("", async (place) => {
		const header = Buffer.alloc(116);
		header.writeUInt32BE(116, 0);
		header.write("moov", 4);
		header.writeUInt32BE(108, 8);
		header.write("mvhd", 12);
		header.writeUInt32BE(1000, 28);
		header.writeUInt32BE(4200, 32);
		await writeFile(place.file, header);
		await aged();
		for (let times = 0; times < 2; times++) {
			const fingerprints = await openFingerprints(place.cache);
			assert.is((await fingerprints.of(place.file, signal)).durationMs, 4_200);
			await fingerprints.save();
		}
	}),
);

prints("reading stops with the signal", () =>
	withFile("x".repeat(1 << 20), async ({ file, cache }) => {
		const fingerprints = await openFingerprints(cache);
		const error = await fingerprints.of(file, AbortSignal.abort()).catch((reason: unknown) => reason);
		assert.match(String(error), /AbortError/);
	}),
);

told.run();
