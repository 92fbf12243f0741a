import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createEngine } from "../../src/engine/engine.ts";
import { options } from "../../src/engine/io/ffmpeg-arguments.ts";
import type { Engine } from "../../src/engine/port.ts";
import { Fault } from "../../src/model/fault.ts";
import { DiedFault } from "../../src/system/ffmpeg.ts";
import { FFMPEG, madeMedia } from "../builders/media.ts";
import { builds, ffmpeg, makeVideo, runOf, signal, withEngine, withFolder } from "./media.ts";

const trouble = suite("programs and files that do wrong");
const found = await builds();
const build = first(found);

const VIDEO = await withFolder(async (folder) => readFile(makeVideo(join(folder, "in.mp4"))));
type Step = "probe" | "analyze" | "render" | "thumbnail";
const CLIP = { beginMs: 0, endMs: 3_000, title: "x", description: "", tags: [], score: 1, parts: {} };

/** An engine whose ffmpeg does something else where its arguments match a pattern of the shell. */
async function withStub(
	stub: { readonly at: string; readonly does: string; readonly patienceMs?: number },
	work: (engine: Engine, folder: string) => Promise<void>,
): Promise<void> {
	await withFolder(async (folder) => {
		await mkdir(join(folder, "out"));
		const wanted = join(folder, "ffmpeg");
		await writeFile(
			wanted,
			`#!/bin/sh\ncase "$*" in\n${stub.at}) ${stub.does};;\nesac\nexec "${FFMPEG}" "$@"\n`,
			{ mode: 0o755 },
		);
		await work(
			createEngine({
				ffmpeg: { wanted, searchPath: "" },
				cache: join(folder, "cache"),
				patienceMs: stub.patienceMs ?? 60_000,
			}),
			folder,
		);
	});
}

const SILENT: Record<string, string> = {
	"while the sound is read": "*s16le*",
	"while the picture is watched": "*signalstats*-f\\ null*",
	"while a clip is rendered": "*libx264*",
};
for (const [title, at] of Object.entries(SILENT)) {
	trouble(`an ffmpeg that hangs ${title} is stopped, and leaves nothing behind`, () =>
		withStub({ at, does: "exec sleep 60", patienceMs: 900 }, async (engine, folder) => {
			const file = join(folder, "in.mp4");
			await writeFile(file, VIDEO);
			const render = () =>
				engine.render(
					{ file, clip: CLIP, output: join(folder, "out", "o.mp4"), resolution: "480p" },
					runOf(),
				);
			const request = { file, title: "x", seconds: { min: 3, max: 60 }, more: false };
			const message = await messageOf(at.includes("libx264") ? render() : engine.analyze(request, runOf()));
			assert.match(message, /^ffmpeg gave no sign of life for 1 s and was stopped$/);
			assert.equal(await readdir(join(folder, "out")), []);
		}),
	);
}

const ENDED: Record<string, readonly [at: string, step: Step]> = {
	"the heading is read": ["*in.mp4", "probe"],
	"the sound is read": ["*s16le*", "analyze"],
	"the picture is watched": ["*signalstats*-f\\ null*", "analyze"],
	"the clip is looked at": ["*nullsink*", "render"],
	"its loudness is measured": ["*ebur128*", "render"],
};
const ENDINGS: Record<string, string> = {
	"a signal": "kill -INT $$",
	"a wish to stop, which ffmpeg obeys in silence": "exit 255",
	"a wish to stop, of which it tells": 'echo "Exiting normally, received signal 15." >&2; exit 255',
};
for (const [title, [at, step]] of Object.entries(ENDED))
	for (const [how, does] of Object.entries(ENDINGS))
		trouble(`${how} while ${title} says nothing about the file`, () =>
			withStub({ at, does }, async (engine, folder) => {
				const [file, output] = [join(folder, "in.mp4"), join(folder, "out", "o.mp4")];
				await writeFile(file, VIDEO);
				const work = working(engine, { step, file, output, signal: signal() });
				assert.instance(await work.catch((error: unknown) => error), DiedFault);
				assert.equal(await readdir(join(folder, "out")), []);
			}),
		);

trouble("an ffmpeg that crashes over a file says something about the file", () =>
	withStub({ at: "*s16le*", does: "kill -SEGV $$" }, async (engine, folder) => {
		const file = join(folder, "in.mp4");
		await writeFile(file, VIDEO);
		const work = engine.analyze({ file, title: "x", seconds: { min: 3, max: 60 }, more: false }, runOf());
		assert.is(await messageOf(work), "The sound of in.mp4 cannot be decoded: ffmpeg gave no reason.");
	}),
);

const CANCELLED: Record<string, readonly [at: string, step: Step]> = {
	"what it can do is asked": ["*-filters*", "probe"],
	"the heading is read": ["*in.mp4", "probe"],
	"the sound is read": ["*s16le*", "analyze"],
	"the picture is watched": ["*signalstats*-f\\ null*", "analyze"],
	"the clip is looked at": ["*nullsink*", "render"],
	"its loudness is measured": ["*ebur128*", "render"],
	"it is rendered": ["*libx264*", "render"],
	"it is read back": ["*.o.mp4.*.tmp", "render"],
	"its picture is made": ["*mjpeg*", "thumbnail"],
};
for (const [title, [at, step]] of Object.entries(CANCELLED)) {
	trouble(`cancelling while ${title} ends it, with all it started, also where it is deaf`, () =>
		withStub(
			{ at, does: "trap '' TERM INT; sleep 900 & echo $$ >\"$0.pid\"; sleep 900" },
			async (engine, folder) => {
				const file = join(folder, "in.mp4");
				await writeFile(file, VIDEO);
				const stop = new AbortController();
				const work = working(engine, {
					step,
					file,
					output: join(folder, "out", "o.mp4"),
					signal: stop.signal,
				});
				work.catch(() => {});
				const group = await pidIn(join(folder, "ffmpeg.pid"));
				stop.abort(new Error("enough"));
				await assertRejects(work, "enough");
				assert.equal(await livingIn(group), []);
				assert.equal(await readdir(join(folder, "out")), []);
			},
		),
	);
}

const FLOODS: Record<string, string> = {
	"prints without an end": "exec yes 'frame=1 Stream #0:0: Video: h264, 1x1'",
	"fills its standard error": "exec yes >&2",
	"prints one endless line": "exec tr '\\0' x </dev/zero",
};
for (const [title, does] of Object.entries(FLOODS)) {
	trouble(`an ffmpeg that ${title} costs no memory, and can be stopped`, () =>
		withStub({ at: "*libx264*", does: `echo $$ >"$0.pid"; ${does}` }, async (engine, folder) => {
			const file = join(folder, "in.mp4");
			await writeFile(file, VIDEO);
			const [before, stop] = [process.memoryUsage.rss(), new AbortController()];
			const work = engine.render(
				{ file, clip: CLIP, output: join(folder, "out", "o.mp4"), resolution: "480p" },
				runOf({ signal: stop.signal }),
			);
			work.catch(() => {});
			await pidIn(join(folder, "ffmpeg.pid"));
			setTimeout(() => stop.abort(new Error("enough")), 800);
			await assertRejects(work, "enough");
			assert.ok(
				process.memoryUsage.rss() - before < 200e6,
				`${(process.memoryUsage.rss() - before) / 1e6} MB`,
			);
			assert.equal(await readdir(join(folder, "out")), []);
		}),
	);
}

for (const each of found) {
	trouble(`hundreds of streams are refused (${each.name})`, () =>
		withEngine(each, async (engine, folder) => {
			const [one, many] = [join(folder, "one.mp4"), join(folder, "many.mov")];
			makeVideo(one, { seconds: 1, size: "32x32" });
			const streams = Array.from({ length: 201 }, () => ["-map", "0:1"]).flat();
			await ffmpeg(build, ["-i", one, ...streams, "-map", "0:0", "-c", "copy", many]);
			assert.match(await messageOf(engine.probe(many, signal())), /many\.mov holds hundreds of streams/);
		}),
	);

	trouble(`a clip where nothing can be decoded is refused (${each.name})`, () =>
		withEngine(each, async (engine, folder) => {
			const [file, output] = [join(folder, "late.mkv"), join(folder, "o.mp4")];
			const late = options("-itsoffset 6 -f lavfi -i testsrc=s=64x36:r=10:d=2 -f lavfi -i sine=d=8");
			madeMedia(file, [...late, "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"]);
			const work = engine.render(
				{ file, clip: CLIP, output, resolution: "480p", reframe: { ratio: "9:16", layout: "Auto" } },
				runOf(),
			);
			assert.match(await messageOf(work), /^There is no picture of late\.mkv within the clip/);
		}),
	);

	trouble(
		`a thousand frames a second are watched within bounds, and a clip shorter than a second has a picture (${each.name})`,
		() =>
			withEngine(each, async (engine, folder) => {
				const file = join(folder, "fast.mkv");
				madeMedia(file, [
					...options(
						"-f lavfi -i testsrc=s=32x32:r=1000:d=4 -c:v libx264 -preset ultrafast -pix_fmt yuv420p",
					),
				]);
				const { clips } = await engine.analyze(
					{ file, title: "x", seconds: { min: 3, max: 60 }, more: false },
					runOf(),
				);
				assert.equal(
					clips.map(({ beginMs, endMs }) => [beginMs, endMs]),
					[[0, 4_000]],
				);
				await engine.thumbnail(
					{ file, clip: { ...CLIP, endMs: 400 }, output: join(folder, "o.jpg") },
					signal(),
				);
				assert.ok((await readdir(folder)).includes("o.jpg"));
			}),
	);
}

function first<Each>([one]: readonly Each[]): Each {
	if (one === undefined) throw new Error("no ffmpeg");
	return one;
}

/** One step of an engine that is patient. */
function working(
	engine: Engine,
	given: {
		readonly step: Step;
		readonly file: string;
		readonly output: string;
		readonly signal: AbortSignal;
	},
): Promise<unknown> {
	const { step, file, output, signal: stop } = given;
	if (step === "probe") return engine.probe(file, stop);
	if (step === "thumbnail") return engine.thumbnail({ file, clip: CLIP, output }, stop);
	const run = runOf({ signal: stop });
	if (step === "analyze")
		return engine.analyze({ file, title: "x", seconds: { min: 3, max: 60 }, more: false }, run);
	return engine.render(
		{ file, clip: CLIP, output, resolution: "480p", reframe: { ratio: "9:16", layout: "Auto" } },
		run,
	);
}

/** Processes of a group that are not only waiting to be forgotten. */
async function livingIn(group: number): Promise<readonly string[]> {
	let living: readonly string[] = [];
	// What was killed needs a moment to end.
	for (const deadline = performance.now() + 300_000; performance.now() < deadline; await sleep(20)) {
		const { stdout } = await promisify(execFile)("ps", ["-eo", "pgid=,stat=,args="]);
		living = stdout
			.split("\n")
			.filter((line) => line.trim().startsWith(`${group} `) && !/^\s*\d+\s+Z/.test(line));
		if (living.length === 0) break;
	}
	return living;
}

async function pidIn(file: string): Promise<number> {
	for (const deadline = performance.now() + 300_000; performance.now() < deadline; ) {
		const pid = Number(await readFile(file, "utf8").catch(() => ""));
		if (pid > 0) return pid;
		await sleep(10);
	}
	throw new Error("it was never started");
}

async function assertRejects(work: Promise<unknown>, message: string): Promise<void> {
	const said = await work.then(
		() => "it went on",
		(error: Error) => error.message,
	);
	assert.is(said, message);
}

async function messageOf(work: Promise<unknown>): Promise<string> {
	const error = await work.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	assert.instance(error, Fault);
	return error instanceof Error ? error.message : "";
}

trouble.run();
