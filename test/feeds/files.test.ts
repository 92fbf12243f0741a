/** Folders whose files are still being copied, renamed, replaced and linked; and lists that people write. */
import {
	linkSync,
	mkdirSync,
	mkdtempSync,
	renameSync,
	rmSync,
	symlinkSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readFeed } from "../../src/feeds/read.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { FeedFailure, FeedReading } from "../../src/model/feed.ts";
import { feed, reading } from "./server.ts";

const STABLE_MS = 60_000;
/** Long after every file of these tests was written. */
const LATER = epochMs(Date.now() + 3_600_000);

function workspace(): string {
	const root = mkdtempSync(join(tmpdir(), "showrun-folder-"));
	mkdirSync(join(root, "talks"));
	return root;
}

/** A file that begins like an MP4; other words are another content. */
function video(path: string, words: string): void {
	writeFileSync(
		path,
		Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom"), Buffer.from(words)]),
	);
}

async function folder(root: string, { pattern = "*.mp4", now = LATER } = {}): Promise<FeedReading> {
	const from = {
		kind: "folder",
		folder: join(root, "talks"),
		pattern,
		shown: "./talks",
		stableForMs: STABLE_MS,
	} as const;
	const found = await readFeed(feed(from), reading({ root, now }));
	if ("failed" in found) throw new Error(found.failed);
	return found;
}

const names = ({ items }: FeedReading) =>
	items.map(({ source }) => (source.kind === "file" ? source.path : source.url));
const why = ({ unusable }: FeedReading) => unusable.map((each) => `${each.shown}: ${each.why}`);

const folders = suite("a folder as a feed");

folders("a file is an item once it has not changed for a while", async () => {
	const root = workspace();
	video(join(root, "talks/my_first-talk.mp4"), "one");
	assert.equal(why(await folder(root, { now: epochMs(Date.now() + 1_000) })), [
		"my_first-talk.mp4: still-written",
	]);
	const { items } = await folder(root);
	assert.equal(
		items.map(({ title, source }) => [title, source.kind]),
		[["my first talk", "file"]],
	);
	assert.is(items[0]?.id.length, 64);
});

folders("renamed it is the same item, replaced another one, linked or copied no second one", async () => {
	const root = workspace();
	const at = (name: string) => join(root, "talks", name);
	video(at("a.mp4"), "one");
	const [first] = (await folder(root)).items;
	renameSync(at("a.mp4"), at("b.mp4"));
	const [renamed] = (await folder(root)).items;
	assert.equal([renamed?.id, renamed?.title], [first?.id, "b"]);
	linkSync(at("b.mp4"), at("c.mp4"));
	video(at("d.mp4"), "one");
	const linked = await folder(root);
	assert.equal(
		[names(linked), why(linked)],
		[["talks/b.mp4"], ["c.mp4: listed-twice", "d.mp4: listed-twice"]],
	);
	for (const name of ["c.mp4", "d.mp4"]) rmSync(at(name));
	video(at("b.mp4"), "two");
	const [replaced] = (await folder(root)).items;
	assert.is.not(replaced?.id, first?.id);
});

folders("what is empty, no video, hidden, a part of a download or called otherwise is no item", async () => {
	const root = workspace();
	const at = (name: string) => join(root, "talks", name);
	video(at("ok.MP4"), "one");
	writeFileSync(at("empty.mp4"), "");
	writeFileSync(at("text.mp4"), "This is a text, and no video at all.");
	for (const name of [".hidden.mp4", "x.mp4.part", "x.crdownload", "notes.txt"]) video(at(name), name);
	mkdirSync(at("folder.mp4"));
	video(join(root, "elsewhere.mp4"), "two");
	symlinkSync(join(root, "elsewhere.mp4"), at("link.mp4"));
	symlinkSync("/etc/hostname", at("outside.mp4"));
	symlinkSync(at("nowhere.mp4"), at("dangling.mp4"));
	const found = await folder(root);
	assert.equal(names(found), ["talks/link.mp4", "talks/ok.MP4"]);
	assert.equal(why(found), [
		"dangling.mp4: unreadable",
		"empty.mp4: still-written",
		"folder.mp4: unreadable",
		"outside.mp4: bad-address",
		"text.mp4: unreadable",
	]);
});

folders("a file that grows while it is read is waited for", async () => {
	const root = workspace();
	const path = join(root, "talks/a.mp4");
	video(path, "one");
	const from = {
		kind: "folder",
		folder: join(root, "talks"),
		pattern: "*",
		shown: "./talks",
		stableForMs: STABLE_MS,
	} as const;
	const fingerprint = async () => {
		truncateSync(path, 1_000);
		return { sha256: "0".repeat(64) };
	};
	const found = await readFeed(feed(from), reading({ root, now: LATER, fingerprint }));
	assert.equal(why(found as FeedReading), ["a.mp4: still-written"]);
});

folders("a file that is dated in the future is taken all the same", async () => {
	const root = workspace();
	const path = join(root, "talks/a.mp4");
	video(path, "one");
	utimesSync(path, new Date("2040-01-01"), new Date("2040-01-01"));
	assert.equal(names(await folder(root)), ["talks/a.mp4"]);
});

folders("names are hostile: control characters and direction marks reach no terminal", async () => {
	const root = workspace();
	video(join(root, "talks", "a\u001b[31m\u202eb.mp4"), "one");
	const [item] = (await folder(root)).items;
	assert.is(item?.title, "a [31m b");
});

folders("a folder that is not there, or lies outside, is told", async () => {
	const root = workspace();
	const read = async (path: string) => {
		const from = { kind: "folder", folder: path, pattern: "*", shown: "./x", stableForMs: 0 } as const;
		return ((await readFeed(feed(from), reading({ root }))) as FeedFailure).failed;
	};
	assert.match(await read(join(root, "nowhere")), /cannot be read \(ENOENT\)/);
	assert.match(await read("/etc"), /outside the workspace/);
	symlinkSync("/etc", join(root, "link"));
	assert.match(await read(join(root, "link")), /outside the workspace/);
});

async function list(name: string, text: string | Uint8Array): Promise<FeedReading | FeedFailure> {
	const root = workspace();
	video(join(root, "talks/a.mp4"), "one");
	writeFileSync(join(root, name), text);
	return readFeed(feed({ kind: "list", path: join(root, name), shown: name }), reading({ root }));
}

const lists = suite("a list as a feed");

const ROWS: readonly (readonly [name: string, file: string, text: string])[] = [
	[
		"CSV",
		"l.csv",
		'id,source,title,date,Guest Name\nep-1,https://cdn.example/1.mp4,One,2026-11-03,Ann\nep-2,talks/a.mp4,"Two,\nand more",,\n',
	],
	[
		"CSV with semicolons and a mark",
		"l.csv",
		'\ufeffid;source;title;date;Guest Name\r\nep-1;https://cdn.example/1.mp4;One;2026-11-03;Ann\r\n\r\nep-2;talks/a.mp4;"Two,\nand more";;\r\n',
	],
	[
		"tabs",
		"l.csv",
		'id\tsource\ttitle\tdate\tGuest Name\nep-1\thttps://cdn.example/1.mp4\tOne\t2026-11-03\tAnn\nep-2\ttalks/a.mp4\t"Two,\nand more"\t\t\n',
	],
	[
		"YAML",
		"l.yaml",
		'- { id: ep-1, source: https://cdn.example/1.mp4, title: One, date: 2026-11-03, guest name: Ann }\n- { id: ep-2, source: talks/a.mp4, title: "Two,\\nand more", date: , guest name: }\n',
	],
	[
		"JSON",
		"l.json",
		JSON.stringify([
			{
				id: "ep-1",
				source: "https://cdn.example/1.mp4",
				title: "One",
				date: "2026-11-03",
				"guest name": "Ann",
			},
			{ id: "ep-2", source: "talks/a.mp4", title: "Two,\nand more", date: null, "guest name": null },
		]),
	],
];

for (const [name, file, text] of ROWS)
	lists(`${name}: a row an item, its columns for templates`, async () => {
		const found = await list(file, text);
		if ("failed" in found) throw new Error(found.failed);
		const [one, two] = found.items;
		assert.equal(
			[one?.id, one?.title, one?.publishedAt, one?.fields.guest_name],
			["ep-1", "One", Date.UTC(2026, 10, 3), "Ann"],
		);
		assert.equal(
			[two?.id, two?.source.kind, two?.title, two?.publishedAt, two?.fields.guest_name],
			["ep-2", "file", "Two, and more", undefined, ""],
		);
	});

lists("what a row lacks is told, and the others count", async () => {
	const found = await list(
		"l.csv",
		"source,title\n,Nothing\n../../etc/passwd,Outside\nnowhere.mp4,Gone\nftp://x/1.mp4,Ftp\nhttps://cdn.example/1.mp4,One\nhttps://cdn.example/1.mp4,Again\n",
	);
	if ("failed" in found) throw new Error(found.failed);
	assert.equal(why(found), [
		"Nothing: no-video",
		"Outside: bad-address",
		"Gone: unreadable",
		"Ftp: bad-address",
		"Again: listed-twice",
	]);
	assert.equal(names(found), ["https://cdn.example/1.mp4"]);
});

const BROKEN: readonly (readonly [name: string, file: string, text: string | Uint8Array, why: RegExp])[] = [
	["no column for the source", "l.csv", "id,title\n1,One\n", /l\.csv:1: No column is called `source`/],
	["a column twice", "l.csv", "source,Source\na,b\n", /column `source` is there twice/],
	["a quote that never ends", "l.csv", 'source,title\nx,"One\n', /l\.csv/],
	["a map in place of a list", "l.yaml", "source: x\n", /It is no list/],
	["a row that is a text", "l.yaml", "- source: https://x/1.mp4\n- two\n", /l\.yaml:2: A row is a map/],
	["broken YAML", "l.yaml", "- {", /l\.yaml:/],
	["broken JSON", "l.json", "[{", /l\.json:/],
	["an alias bomb", "l.yaml", "- &a [x, x]\n- &b [*a, *a]\n- [*b, *b]\n", /l\.yaml:1: A row is a map/],
	["no text", "l.csv", Buffer.from([0xff, 0xfe, 0, 1]), /cannot be read/],
];

for (const [name, file, text, words] of BROKEN)
	lists(`${name} is told with its line`, async () => {
		assert.match(((await list(file, text)) as FeedFailure).failed, words);
	});

lists("an empty list has no items", async () => {
	assert.equal(names((await list("l.yaml", "")) as FeedReading), []);
	assert.equal(names((await list("l.csv", "source\n")) as FeedReading), []);
});

folders.run();
lists.run();
