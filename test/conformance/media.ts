import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LostMedia } from "../../src/service/media/fault.ts";
import type { ListedFile, Media } from "../../src/service/media/media.ts";
import { sourceName } from "../../src/service/media/names.ts";
import { readBytes, readText } from "../../src/service/media/read.ts";

/** Empty media, and a folder of this machine. */
export interface MediaGround {
	readonly media: Media;
	/** The same media as another machine sees them. */
	readonly other: Media;
	readonly folder: string;
}

type Rule = (ground: MediaGround) => Promise<void>;

const CLIP = `renders/${"c".repeat(64)}.mp4`;
const NOTES = `renders/${"c".repeat(64)}.json`;
/** More than one part of an upload. */
const LARGE_BYTES = 20 * 2 ** 20 + 7;

/** A file in the folder with what is in it, and the name that goes with that. */
export async function made(folder: string, content: string | Uint8Array) {
	const path = join(folder, `made-${randomBytes(6).toString("hex")}`);
	await writeFile(path, content);
	const sha256 = createHash("sha256").update(content).digest("hex");
	return { path, name: sourceName({ sha256, extension: "mp4" }) };
}

async function all(files: AsyncIterable<ListedFile>): Promise<readonly ListedFile[]> {
	const found: ListedFile[] = [];
	for await (const file of files) found.push(file);
	return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function isThere(path: string): Promise<boolean> {
	return stat(path).then(
		() => true,
		() => false,
	);
}

async function failure(work: Promise<unknown>): Promise<unknown> {
	return work.then(
		() => assert.unreachable("it did not fail"),
		(error: unknown) => error,
	);
}

async function text(media: Media, name: string, part?: { readonly from: number; readonly to: number }) {
	const pieces: Buffer[] = [];
	for await (const piece of (await media.open(name))?.body(part) ?? []) pieces.push(piece);
	return Buffer.concat(pieces).toString();
}

const RULES: Readonly<Record<string, Rule>> = {
	"what was put is there as a whole, everywhere, and no longer where it was": async (ground) => {
		const { media, other, folder } = ground;
		const { path, name } = await made(folder, "a talk");
		await media.put(name, path);
		assert.is(await isThere(path), false);
		for (const each of [media, other]) {
			assert.is((await each.find(name))?.bytes, 6);
			assert.is(await readText(each, name), "a talk");
			assert.is(await readFile(await each.bring(name), "utf8"), "a talk");
		}
	},
	"what is not there is told as that": async ({ media }) => {
		assert.equal([await media.find(CLIP), await media.open(CLIP)], [undefined, undefined]);
		assert.instance(await failure(media.bring(CLIP)), LostMedia);
		await media.remove(CLIP);
		assert.equal(await all(media.list("renders")), []);
	},
	"parts are read, both ends included": async ({ media }) => {
		await media.write(NOTES, "0123456789");
		assert.is(await text(media, NOTES, { from: 2, to: 4 }), "234");
		assert.is(await text(media, NOTES, { from: 9, to: 9 }), "9");
		const opened = await media.open(NOTES);
		assert.equal([opened?.size, /^"[^"]+"$/.test(opened?.version.tag ?? "")], [10, true]);
		assert.is((opened?.version.changedAt ?? 1) % 1_000, 0);
		await opened?.close();
	},
	"large files come back byte for byte": async ({ media, other, folder }) => {
		const content = randomBytes(LARGE_BYTES);
		const { path, name } = await made(folder, content);
		await media.put(name, path);
		assert.ok(content.equals(await readFile(await other.bring(name))), "brought");
		assert.ok(content.equals((await readBytes(media, name)) ?? Buffer.alloc(0)), "read");
	},
	"what is made in its place is put from there": async ({ media, other }) => {
		const place = await media.placeFor(CLIP);
		await writeFile(place, "a clip");
		await media.put(CLIP, place);
		assert.is(await readText(other, CLIP), "a clip");
		assert.is(await readFile(await media.bring(CLIP), "utf8"), "a clip");
		assert.is((await stat(await media.bring(CLIP))).mode & 0o077, 0, "nobody else reads it");
	},
	"a put that fails leaves nothing": async ({ media, folder }) => {
		const { path, name } = await made(folder, "a talk");
		await failure(media.put(name, join(folder, "none")));
		assert.is(await media.find(name), undefined);
		assert.equal([await all(media.list("sources")), await isThere(path)], [[], true]);
	},
	"two who put the same at once leave it once": async ({ media, other, folder }) => {
		const twice = [await made(folder, "a talk"), await made(folder, "a talk")] as const;
		await Promise.all([media.put(twice[0].name, twice[0].path), other.put(twice[1].name, twice[1].path)]);
		assert.equal(
			(await all(media.list("sources"))).map(({ name, bytes }) => [name, bytes]),
			[[twice[0].name, 6]],
		);
		assert.is(await readText(other, twice[0].name), "a talk");
	},
	"little texts are replaced as a whole": async ({ media, other }) => {
		await media.write(NOTES, "first");
		await media.write(NOTES, Buffer.from("second"));
		assert.is(await readText(other, NOTES), "second");
	},
	"what was put again or touched was used later": async ({ media, other, folder }) => {
		const { path, name } = await made(folder, "a talk");
		await media.put(name, path);
		await media.write(NOTES, "{}");
		const usedAt = async () => [
			(await media.find(name))?.usedAt ?? 0,
			(await media.find(NOTES))?.usedAt ?? 0,
		];
		const [source = 0, notes = 0] = await usedAt();
		assert.ok(Math.abs(Date.now() - source) < 60_000, "now, about");
		// Some know whole seconds alone.
		await sleep(1_100);
		const again = await made(folder, "a talk");
		await other.put(again.name, again.path);
		await other.touch(NOTES);
		const [sourceAgain = 0, notesAgain = 0] = await usedAt();
		assert.ok(sourceAgain > source && notesAgain > notes, `${source} ${sourceAgain} ${notes} ${notesAgain}`);
		const [listed] = await all(media.list("renders"));
		assert.equal([listed?.usedAt, await readText(media, NOTES)], [notesAgain, "{}"]);
	},
	"a folder lists its own files alone": async ({ media, other }) => {
		await media.write(NOTES, "{}");
		await media.touch(NOTES);
		await media.write(`images/${"d".repeat(64)}.png`, "png");
		await media.write("store.id", "an id");
		await media.of("acme").write(CLIP, "of another");
		const listed = async (from: Media, folder: string) =>
			(await all(from.list(folder))).map(({ name, bytes }) => [name, bytes]);
		assert.equal(await listed(other, "renders"), [[NOTES, 2]]);
		assert.equal(await listed(other, "images"), [[`images/${"d".repeat(64)}.png`, 3]]);
		assert.equal(await listed(other.of("acme"), "renders"), [[CLIP, 10]]);
		assert.is(await media.find(CLIP), undefined, "another tenant's");
	},
	"what was removed is gone for all": async ({ media, other }) => {
		await media.write(NOTES, "{}");
		await media.touch(NOTES);
		await media.remove(NOTES);
		assert.equal([await media.find(NOTES), await other.open(NOTES)], [undefined, undefined]);
		assert.equal(await all(other.list("renders")), []);
	},
	"a link, where there is one, needs nothing else": async ({ media }) => {
		const place = await media.placeFor(CLIP);
		await writeFile(place, "a clip");
		await media.put(CLIP, place);
		const link = await media.link(CLIP, { livesMs: 60_000 });
		if (link === undefined) return;
		const response = await fetch(link, { headers: { range: "bytes=2-" } });
		assert.equal([response.status, await response.text()], [206, "clip"]);
		assert.is(response.headers.get("content-type"), "video/mp4");
	},
};

/** What all media do. `ground` gives empty ones. */
export function mediaSuite(
	name: string,
	ground: (work: (ground: MediaGround) => Promise<void>) => Promise<void>,
): void {
	const tests = suite(`media: ${name}`);
	for (const [title, rule] of Object.entries(RULES)) tests(title, () => ground(rule));
	tests.run();
}

/** Runs with a folder, and takes it away. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-media-"));
	return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}
