import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createEngine } from "../../src/engine/engine.ts";
import { options } from "../../src/engine/io/ffmpeg-arguments.ts";
import type { Engine, FoundClip, RenderRequest } from "../../src/engine/port.ts";
import { Fault } from "../../src/model/fault.ts";
import { madeMedia, runMedia } from "../builders/media.ts";
import { type Build, builds, makeTalk, makeVideo, runOf, signal, withEngine, withFolder } from "./media.ts";

const rendering = suite("rendering clips");
const found = await builds();
const clip = (beginMs: number, endMs: number): FoundClip => ({
	beginMs,
	endMs,
	title: "",
	description: "",
	tags: [],
	score: 1,
	parts: {},
});
const asked = (file: string, given: Partial<RenderRequest> = {}): RenderRequest => ({
	file,
	clip: clip(500, 2_500),
	resolution: "480p",
	output: join(file, "..", "out", "clip.mp4"),
	...given,
});

/** What ffmpeg says about a file, and one small grey frame of it. */
const described = (file: string) => runMedia(["-i", file, "-map", "0", "-c", "copy", "-f", "null", "-"]);
async function greyFrame(
	file: string,
	given: { readonly at: number; readonly size: string },
): Promise<Buffer> {
	const out = `${file}.${given.at}.gray`;
	const filter = `scale=${given.size},format=gray`;
	const output = options(`-frames:v 1 -vf ${filter} -f rawvideo`);
	runMedia(["-ss", String(given.at), "-i", file, ...output, out]);
	return readFile(out);
}

/** Where a 480x854 frame is bright, in shares of its width and height. */
async function brightArea(file: string, at: number) {
	const frame = await greyFrame(file, { at, size: "480:854" });
	const area = { top: 1, bottom: 0, left: 1, right: 0 };
	frame.forEach((value, index) => {
		if (value <= 128) return;
		const [across, down] = [(index % 480) / 480, Math.floor(index / 480) / 854];
		area.top = Math.min(area.top, down);
		area.bottom = Math.max(area.bottom, down);
		area.left = Math.min(area.left, across);
		area.right = Math.max(area.right, across);
	});
	return area;
}

/** An ffmpeg that is killed so many times when it begins to encode. */
async function dyingFfmpeg(build: Build, folder: string, times: number): Promise<string> {
	const [program, left] = [join(folder, `dying-${times}`), join(folder, `left-${times}`)];
	await writeFile(left, "x".repeat(times));
	const die = `if [ -s '${left}' ]; then left=$(cat '${left}'); printf %s "\${left#x}" > '${left}'; kill -9 $$; fi`;
	await writeFile(program, `#!/bin/sh\ncase "$*" in *libx264*) ${die};; esac\nexec '${build.path}' "$@"\n`, {
		mode: 0o755,
	});
	return program;
}

async function withOut<Result>(
	build: Build,
	work: (engine: Engine, folder: string) => Promise<Result>,
): Promise<Result> {
	return withEngine(build, async (engine, folder) => {
		await mkdir(join(folder, "out"));
		return work(engine, folder);
	});
}

for (const build of found) {
	rendering(`a clip is what every platform takes (${build.name})`, () =>
		withOut(build, async (engine, folder) => {
			const file = makeVideo(join(folder, "in.mp4"), { rate: 24 });
			const shares: number[] = [];
			const report = await engine.render(
				asked(file, { reframe: { ratio: "9:16", layout: "Auto" } }),
				runOf({ progress: (share) => shares.push(share) }),
			);
			assert.equal([report.width, report.height], [480, 854]);
			assert.match(report.notes.join(), /^Layout and crop follow motion: .*showrun models pull faces/);
			assert.ok(Math.abs(report.durationMs - 2_000) <= 250);
			const output = join(folder, "out", "clip.mp4");
			const text = described(output);
			assert.match(text, /Video: h264 \(High\).* yuv420p.*480x854.* 30 tbr/);
			assert.match(text, /Audio: aac.*48000 Hz, stereo/);
			const bytes = await readFile(output);
			assert.ok(bytes.indexOf("moov") < bytes.indexOf("mdat"), "the index comes first");
			assert.is(bytes.indexOf("elst"), -1);
			assert.equal(await readdir(join(folder, "out")), ["clip.mp4"]);
			assert.ok(
				shares.at(-1) === 1 && shares.every((share, at) => share >= (shares[at - 1] ?? 0)),
				shares.join(" "),
			);
		}),
	);

	rendering(`the same clip is the same file each time, where its rate meets the limit (${build.name})`, () =>
		withOut(build, async (engine, folder) => {
			const file = join(folder, "in.mkv");
			const noise = "-f lavfi -i color=gray:s=854x480:r=30:d=1.6,noise=c0s=100:c0f=t";
			madeMedia(file, options(`${noise} -c:v rawvideo -pix_fmt yuv420p`));
			const digests = new Set<string>();
			for (let time = 0; time < 3; time++) {
				await engine.render(asked(file, { clip: clip(500, 1_500) }), runOf());
				const bytes = await readFile(join(folder, "out", "clip.mp4"));
				assert.ok(bytes.length * 8 <= 12_000_000 * 3, `${bytes.length} bytes in 1 s`);
				digests.add(createHash("sha256").update(bytes).digest("hex"));
			}
			assert.is(digests.size, 1);
		}),
	);

	rendering(`key frames come every two seconds, at a constant rate (${build.name})`, () =>
		withOut(build, async (engine, folder) => {
			const file = join(folder, "in.mkv");
			// Frames at uneven times, as telephones and screen recorders write them.
			madeMedia(file, [
				...options(
					"-f lavfi -i testsrc=s=320x180:r=30:d=6,select='not(mod(n,3))+lt(mod(n,90),30)',setpts=PTS+0 -c:v libx264 -preset ultrafast -pix_fmt yuv420p",
				),
			]);
			await engine.render(asked(file, { clip: clip(0, 5_000) }), runOf());
			const listed = runMedia([
				"-i",
				join(folder, "out", "clip.mp4"),
				...options("-vf showinfo -an -f null -"),
			]);
			const frames = [...listed.matchAll(/pts_time:\s*([\d.]+).*?iskey:(\d)/g)].map((match) => ({
				at: Number(match[1]),
				key: match[2] === "1",
			}));
			const keys = frames
				.filter((frame) => frame.key)
				.map((frame) => Math.round((frame.at - (frames[0]?.at ?? 0)) * 10) / 10);
			const steps = new Set(
				frames.slice(1).map((frame, at) => Math.round((frame.at - (frames[at]?.at ?? 0)) * 1000)),
			);
			assert.equal(
				[keys, [...steps].filter((step) => step !== 33 && step !== 34), frames.length],
				[[0, 2, 4], [], 150],
			);
		}),
	);

	rendering(`the picture is upright and whole, before a blurred copy of itself (${build.name})`, () =>
		withOut(build, async (engine, folder) => {
			const [plain, turned] = [join(folder, "plain.mp4"), join(folder, "turned.mp4")];
			// Upper half white, lower half black; stored on its side in the second file.
			madeMedia(plain, [
				...options(
					"-f lavfi -i color=white:s=320x180:r=25:d=3,drawbox=y=90:h=90:color=black:t=fill -c:v libx264 -pix_fmt yuv420p",
				),
			]);
			await engine.render(
				asked(plain, { clip: clip(0, 2_000), reframe: { ratio: "9:16", layout: "Auto" } }),
				runOf(),
			);
			const frame = await greyFrame(join(folder, "out", "clip.mp4"), { at: 1, size: "90:160" });
			const at = (row: number) => frame[row * 90 + 45] ?? 0;
			assert.ok(
				at(60) > 220 && at(74) > 220 && at(86) < 30 && at(100) < 30,
				`whole in the middle: ${[60, 74, 86, 100].map(at)}`,
			);
			await writeFile(turned, onItsSide(await readFile(plain)));
			const { width, height } = await engine.probe(turned, signal());
			assert.equal([width, height], [180, 320]);
			await engine.render(asked(turned, { clip: clip(0, 2_000) }), runOf());
			const upright = await greyFrame(join(folder, "out", "clip.mp4"), { at: 1, size: "90:160" });
			assert.ok(
				(upright[80 * 90 + 10] ?? 0) < 30 && (upright[80 * 90 + 80] ?? 0) > 220,
				"turned by a quarter, as the file says",
			);
		}),
	);

	rendering(`captions are drawn inside the safe area, the hook text above (${build.name})`, () =>
		withOut(build, async (engine, folder) => {
			const [file, transcript] = [join(folder, "black.mp4"), join(folder, "black.srt")];
			madeMedia(file, [
				...options(
					"-f lavfi -i color=black:s=320x180:r=10:d=8 -f lavfi -i anullsrc -t 8 -c:v libx264 -c:a aac -shortest",
				),
			]);
			const [first, second] = ["The agenda comes first.", "Why do most talks fail in the first minute?"];
			await writeFile(
				transcript,
				`00:00:00,000 --> 00:00:03,200\n${first}\n\n00:00:03,600 --> 00:00:07,000\n${second}\n`,
			);
			const words = {
				transcript,
				caption: { style: "temp-7", display: "original" as const },
				hook: { style: "calm", position: "beginning" as const },
			};
			await engine.render(
				asked(file, { clip: clip(0, 7_000), reframe: { ratio: "9:16", layout: "Full" }, ...words }),
				runOf(),
			);
			const bright = (at: number) => brightArea(join(folder, "out", "clip.mp4"), at);
			const [early, late] = [await bright(1), await bright(5)];
			assert.ok(early.top > 0.1 && early.top < 0.2 && early.bottom > 0.6, JSON.stringify(early));
			assert.ok(
				late.top > 0.6 && late.bottom < 0.8 && late.left > 0.08 && late.right < 0.92,
				JSON.stringify(late),
			);
		}),
	);

	rendering(`loudness is what platforms expect; silence stays silent (${build.name})`, () =>
		withOut(build, async (engine, folder) => {
			const [quiet, silent, mute] = [
				join(folder, "quiet.mp4"),
				join(folder, "silent.mp4"),
				join(folder, "mute.mp4"),
			];
			const picture = ["-f", "lavfi", "-i", "color=blue:s=64x64:r=5:d=8"];
			const coded = ["-c:v", "libx264", "-c:a", "aac", "-shortest"];
			madeMedia(quiet, [
				...picture,
				...options("-f lavfi -i sine=frequency=500:d=8,volume=0.1,aformat=channel_layouts=mono"),
				...coded,
			]);
			madeMedia(silent, [...picture, "-f", "lavfi", "-i", "anoisesrc=d=8:a=0.0003", ...coded]);
			madeMedia(mute, [...picture, ...coded]);
			const loudness = async (file: string) => {
				await engine.render(asked(file, { clip: clip(0, 7_000) }), runOf());
				const text = runMedia([
					"-i",
					join(folder, "out", "clip.mp4"),
					...options("-map 0:a -af ebur128 -f null -"),
				]);
				return Number(/Summary:[\s\S]*I:\s+(-?[\d.]+) LUFS/.exec(text)?.[1]);
			};
			const loud = await loudness(quiet);
			assert.ok(loud > -16 && loud < -12, `${loud} LUFS`);
			assert.ok((await loudness(silent)) < -55);
			assert.ok((await loudness(mute)) <= -70);
		}),
	);

	rendering(`a render that is cancelled stops and leaves nothing behind (${build.name})`, () =>
		withOut(build, async (engine, folder) => {
			const file = makeTalk(join(folder, "in.mp4"));
			await writeFile(join(folder, "out", "clip.mp4"), "the one before");
			const stop = new AbortController();
			const progress = (share: number) => {
				if (share > 0.12) stop.abort(new Error("enough"));
			};
			const work = engine.render(
				asked(file, { clip: clip(0, 19_000) }),
				runOf({ signal: stop.signal, progress }),
			);
			assert.is(
				await work.then(
					() => "it went on",
					(error: Error) => error.message,
				),
				"enough",
			);
			assert.equal(
				[await readdir(join(folder, "out")), await readFile(join(folder, "out", "clip.mp4"), "utf8")],
				[["clip.mp4"], "the one before"],
			);
		}),
	);

	rendering(
		`a render that dies is tried once more, and leaves nothing when it dies again (${build.name})`,
		() =>
			withOut(build, async (_, folder) => {
				const file = makeVideo(join(folder, "in.mp4"));
				const dying = async (times: number) => {
					const wanted = await dyingFfmpeg(build, folder, times);
					return createEngine({ ffmpeg: { wanted, searchPath: "" }, cache: join(folder, "cache") }).render(
						asked(file),
						runOf(),
					);
				};
				assert.is((await dying(1)).width, 854);
				assert.equal(await readdir(join(folder, "out")), ["clip.mp4"]);
				await rm(join(folder, "out", "clip.mp4"));
				assert.match(
					await messageOf(dying(2)),
					/ffmpeg was killed from outside while rendering a clip \(SIGKILL\)/,
				);
				assert.equal(await readdir(join(folder, "out")), []);
			}),
	);

	rendering(`a clip outside of its source is refused, a shorter source is noticed (${build.name})`, () =>
		withOut(build, async (engine, folder) => {
			const [file, half] = [join(folder, "in.mkv"), join(folder, "half.mkv")];
			makeVideo(file, { seconds: 8 });
			const bytes = await readFile(file);
			await writeFile(half, bytes.subarray(0, Math.round(bytes.length * 0.4)));
			assert.match(
				await messageOf(engine.render(asked(file, { clip: clip(9_000, 12_000) }), runOf())),
				/lies outside of in\.mkv/,
			);
			assert.match(
				await messageOf(engine.render(asked(half, { clip: clip(0, 7_500) }), runOf())),
				/ends inside the clip|instead of 7500 ms/,
			);
			assert.equal(await readdir(join(folder, "out")), []);
		}),
	);

	rendering(`a thumbnail is a picture of the clip, not of a black moment (${build.name})`, () =>
		withOut(build, async (engine, folder) => {
			const file = makeTalk(join(folder, "talk.mp4"));
			const output = join(folder, "out", "clip.jpg");
			await engine.thumbnail({ file, clip: clip(12_000, 18_000), output }, signal());
			const bytes = await readFile(output);
			assert.equal(
				[bytes.subarray(0, 3), await readdir(join(folder, "out"))],
				[Buffer.from([0xff, 0xd8, 0xff]), ["clip.jpg"]],
			);
			assert.match(described(output), /Video: mjpeg.*192x108/);
			const text = await messageOf(
				engine.thumbnail(
					{ file, clip: clip(90_000, 99_000), output: join(folder, "out", "none.jpg") },
					signal(),
				),
			);
			assert.match(text, /no picture/);
			assert.equal(await readdir(join(folder, "out")), ["clip.jpg"]);
		}),
	);

	rendering(`a full disk and a file cut short are faults, and leave nothing behind (${build.name})`, () =>
		withFolder(async (folder) => {
			const file = makeVideo(join(folder, "in.mp4"));
			await mkdir(join(folder, "out"));
			const failing = async (name: string, command: string) => {
				const wanted = join(folder, name);
				await writeFile(
					wanted,
					`#!/bin/sh\ncase "$*" in\n*libx264*-movflags*) ${command};;\nesac\nexec "${build.path}" "$@"\n`,
					{ mode: 0o755 },
				);
				const engine = createEngine({ ffmpeg: { wanted, searchPath: "" }, cache: join(folder, "cache") });
				return messageOf(engine.render(asked(file), runOf()));
			};
			assert.match(
				await failing(
					"full",
					'echo partial > "$(printf %s "$*" | sed "s/.*file://")"; echo "x.mp4: No space left on device" >&2; exit 1',
				),
				/^The disk is full: there was no room left while rendering a clip\.$/,
			);
			assert.match(
				await failing("limit", "trap '' XFSZ; ulimit -f 20"),
				/ffmpeg failed while rendering a clip|instead of|is not/,
			);
			assert.match(await failing("broken", "exit 0"), /cannot be read/);
			assert.equal(await readdir(join(folder, "out")), []);
		}),
	);
}

/**
 * The same film as a telephone held upright writes it: a matrix in the track's header turns it by a quarter,
 * clockwise.
 */
function onItsSide(bytes: Buffer): Buffer {
	const matrix = bytes.indexOf("tkhd") + 4 + 40;
	[0, 0x10000, 0, -0x10000, 0, 0].forEach((value, at) => {
		bytes.writeInt32BE(value, matrix + 4 * at);
	});
	return bytes;
}

async function messageOf(work: Promise<unknown>): Promise<string> {
	try {
		await work;
	} catch (error) {
		assert.instance(error, Fault);
		return error instanceof Error ? error.message : "";
	}
	return assert.unreachable("it did not fail") ?? "";
}

rendering.run();
