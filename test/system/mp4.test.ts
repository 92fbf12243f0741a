import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findFfmpeg } from "../../src/engine/io/find-ffmpeg.ts";
import { movieDurationMs } from "../../src/system/mp4.ts";

const call = promisify(execFile);
const durations = suite("length of a movie");

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-mp4-"));
	try {
		await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function lengthOf(bytes: Buffer): Promise<number | undefined> {
	let length: number | undefined;
	await withFolder(async (folder) => {
		await writeFile(join(folder, "x"), bytes);
		length = await movieDurationMs(join(folder, "x"));
	});
	return length;
}

durations("of what ffmpeg makes, with the header at the end, at the start, and in a MOV", () =>
	withFolder(async (folder) => {
		const signal = AbortSignal.timeout(300_000);
		const ffmpeg = await findFfmpeg({
			searchPath: process.env.PATH ?? "",
			cache: join(folder, "cache"),
			signal,
		});
		const made = async (name: string, ...more: string[]) => {
			const file = join(folder, name);
			await call(
				ffmpeg.path,
				["-v", "error", "-f", "lavfi", "-i", "color=s=64x64:r=25:d=2.4", ...more, file],
				{ signal },
			);
			return { length: await movieDurationMs(file), headerFirst: await headerFirst(file) };
		};
		assert.equal(await made("end.mp4"), { length: 2_400, headerFirst: false });
		assert.equal(await made("start.mp4", "-movflags", "+faststart"), { length: 2_400, headerFirst: true });
		assert.equal(await made("x.mov"), { length: 2_400, headerFirst: false });
		assert.is((await made("x.mkv")).length, undefined);
		assert.is((await made("pieces.mp4", "-movflags", "+frag_keyframe+empty_moov")).length, undefined);
	}),
);

const known: Record<string, [Buffer, number | undefined]> = {
	"in a header of 32 bits": [movie(mvhd({ scale: 1000, units: 5_000n })), 5_000],
	"in a header of 64 bits": [movie(mvhd({ scale: 90_000, units: 90_000n * 7_200n, wide: true })), 7_200_000],
	"behind a box with a size of 64 bits": [
		Buffer.concat([box("mdat", Buffer.alloc(20), "long"), movie(mvhd({ scale: 1000, units: 5n }))]),
		5,
	],
	"in boxes with sizes of 64 bits": [
		box("moov", box("mvhd", mvhd({ scale: 1000, units: 5n }), "long"), "long"),
		5,
	],
	"in a last box that goes to the end": [
		Buffer.concat([
			box("ftyp", Buffer.alloc(8)),
			box("moov", box("mvhd", mvhd({ scale: 1000, units: 5n })), "open"),
		]),
		5,
	],
	"rounded to the millisecond": [movie(mvhd({ scale: 3, units: 5n })), 1_667],
	"that is not known yet": [movie(mvhd({ scale: 1000, units: 0xffff_ffffn })), undefined],
	"that is not known yet, in 64 bits": [
		movie(mvhd({ scale: 1000, units: 0xffff_ffff_ffff_ffffn, wide: true })),
		undefined,
	],
	"that no video has": [movie(mvhd({ scale: 1, units: 0xffff_ffff_ffffn * 1_000n, wide: true })), undefined],
	"of nothing": [movie(mvhd({ scale: 1000, units: 0n })), undefined],
	"without a scale": [movie(mvhd({ scale: 0, units: 5n })), undefined],
};
for (const [title, [bytes, expected]] of Object.entries(known))
	durations(title, async () => assert.is(await lengthOf(bytes), expected));

const garbage: Record<string, Buffer> = {
	"no bytes": Buffer.alloc(0),
	"seven bytes": Buffer.alloc(7),
	"a megabyte of zeros": Buffer.alloc(1 << 20),
	"a megabyte of ones": Buffer.alloc(1 << 20, 0xff),
	text: Buffer.from("moovmvhd".repeat(1_000)),
	"a box without a size": Buffer.concat([
		box("free", Buffer.alloc(0)),
		Buffer.from([0, 0, 0, 7]),
		Buffer.from("moov"),
	]),
	"a size of 64 bits that is too small": Buffer.from([
		0,
		0,
		0,
		1,
		...Buffer.from("free"),
		0,
		0,
		0,
		0,
		0,
		0,
		0,
		8,
	]),
	"a size beyond all numbers": Buffer.from([0, 0, 0, 1, ...Buffer.from("free"), ...Buffer.alloc(8, 0xff)]),
	"a header cut off": movie(mvhd({ scale: 1000, units: 5n })).subarray(0, 28),
	"a header without room": box("moov", box("mvhd", Buffer.alloc(8))),
	"boxes without end": Buffer.concat([
		...Array.from({ length: 5_000 }, () => box("free", Buffer.alloc(0))),
		movie(mvhd({ scale: 1, units: 1n })),
	]),
};
for (const [title, bytes] of Object.entries(garbage))
	durations(`of ${title} is not known`, async () => assert.is(await lengthOf(bytes), undefined));

durations("of random bytes, and of a movie with random bytes changed, never throws", async () => {
	const whole = movie(mvhd({ scale: 1000, units: 5_000n }));
	for (let times = 0; times < 200; times++) {
		const bytes = Buffer.from(times % 2 === 0 ? whole : Buffer.alloc(64, "moov"));
		for (let changes = 0; changes < 4; changes++)
			bytes[Math.floor(Math.random() * bytes.length)] = Math.floor(Math.random() * 256);
		const length = await lengthOf(bytes);
		assert.ok(
			length === undefined || (Number.isSafeInteger(length) && length > 0),
			`${bytes.toString("hex")} gives ${length}`,
		);
	}
});

durations("of a folder or a pipe is not known, and nobody waits for the pipe's other end", () =>
	withFolder(async (folder) => {
		assert.is(await movieDurationMs(folder), undefined);
		await call("mkfifo", [join(folder, "pipe")]);
		assert.is(await movieDurationMs(join(folder, "pipe")), undefined);
	}),
);

durations.run();

interface Header {
	readonly scale: number;
	readonly units: bigint;
	readonly wide?: true;
}

/** Content of a movie header: version and flags, two times, scale, length. */
function mvhd({ scale, units, wide }: Header): Buffer {
	const content = Buffer.alloc(wide ? 112 : 100);
	content[0] = wide ? 1 : 0;
	content.writeUInt32BE(scale, wide ? 20 : 12);
	if (wide) content.writeBigUInt64BE(units, 24);
	else content.writeUInt32BE(Number(units), 16);
	return content;
}

function movie(header: Buffer): Buffer {
	return Buffer.concat([
		box("ftyp", Buffer.alloc(8)),
		box("mdat", Buffer.alloc(100)),
		box("moov", Buffer.concat([box("iods", Buffer.alloc(4)), box("mvhd", header)])),
	]);
}

function box(type: string, content: Buffer, size: "short" | "long" | "open" = "short"): Buffer {
	const head = Buffer.alloc(size === "long" ? 16 : 8);
	head.writeUInt32BE(size === "long" ? 1 : size === "open" ? 0 : 8 + content.length, 0);
	head.write(type, 4, "latin1");
	if (size === "long") head.writeBigUInt64BE(BigInt(16 + content.length), 8);
	return Buffer.concat([head, content]);
}

async function headerFirst(file: string): Promise<boolean> {
	const bytes = await readFile(file);
	const [header, media] = [bytes.indexOf("moov"), bytes.indexOf("mdat")];
	return header >= 0 && header < media;
}
