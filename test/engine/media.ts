import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createEngine } from "../../src/engine/engine.ts";
import { options } from "../../src/engine/io/ffmpeg-arguments.ts";
import { findFfmpeg } from "../../src/engine/io/find-ffmpeg.ts";
import type { Engine, Run } from "../../src/engine/port.ts";
import { ABILITIES, tellAbilities } from "../builders/cache.ts";
import { madeMedia } from "../builders/media.ts";

const call = promisify(execFile);
const LIMIT_MS = 300_000;

/** One ffmpeg the engine finds on this machine. */
export interface Build {
	readonly name: string;
	readonly searchPath: string;
	readonly path: string;
}

/**
 * The ffmpeg of the PATH and the one of the optional dependency, as far as they are there; at least one is.
 * With `SHOWRUN_FFMPEG` that one alone:
 * `SHOWRUN_FFMPEG=/opt/ffmpeg-7/ffmpeg npm test -- test/engine`.
 */
export async function builds(): Promise<readonly Build[]> {
	const wanted = process.env.SHOWRUN_FFMPEG;
	const paths = [process.env.PATH ?? "", ""];
	const found = wanted
		? [await findBuild({ searchPath: "", wanted })]
		: await Promise.all(paths.map((searchPath) => findBuild({ searchPath }).catch(() => undefined)));
	const distinct = new Map(found.filter((build) => build !== undefined).map((build) => [build.path, build]));
	if (distinct.size === 0)
		throw new Error("these tests need an ffmpeg: install one, or the optional dependencies");
	return [...distinct.values()];
}

async function findBuild(given: { readonly searchPath: string; readonly wanted?: string }): Promise<Build> {
	const { path, version } = await findFfmpeg({ ...given, cache: ABILITIES, signal: signal() });
	return { name: version, searchPath: given.searchPath, path };
}

/** Ends what hangs; it judges nothing. */
export function signal(): AbortSignal {
	return AbortSignal.timeout(LIMIT_MS);
}

export function runOf(given: Partial<Run> = {}): Run {
	return { signal: signal(), progress: () => {}, ...given };
}

export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-engine-"));
	try {
		return await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** An engine on one build, and an empty folder that is gone afterwards. */
export async function withEngine<Result>(
	build: Build,
	work: (engine: Engine, folder: string) => Promise<Result>,
): Promise<Result> {
	return withFolder((folder) => {
		const cache = join(folder, "cache");
		tellAbilities(cache);
		return work(createEngine({ ffmpeg: { wanted: build.path, searchPath: "" }, cache }), folder);
	});
}

/** Runs one build on what it is that is tested; gives what it printed. */
export async function ffmpeg(build: Build, args: readonly string[]): Promise<string> {
	const { stdout, stderr } = await call(build.path, ["-hide_banner", "-nostdin", "-y", ...args], {
		timeout: LIMIT_MS,
		maxBuffer: 1 << 26,
		encoding: "latin1",
	});
	return stdout + stderr;
}

const FAST = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", "-shortest"];

/** A moving test picture with a tone. */
export function makeVideo(
	file: string,
	given: { readonly size?: string; readonly seconds?: number; readonly rate?: number } = {},
): string {
	const { size = "320x180", seconds = 4, rate = 25 } = given;
	const picture = ["-f", "lavfi", "-i", `testsrc=s=${size}:r=${rate}:d=${seconds}`];
	return madeMedia(file, [...picture, "-f", "lavfi", "-i", `sine=frequency=300:d=${seconds}`, ...FAST]);
}

/**
 * Talk of a minute: sound for eight seconds, then two of silence, six times over; the scene changes at 20 s
 * and 40 s.
 */
export function makeTalk(file: string): string {
	const scenes = [
		"testsrc=s=192x108:r=15:d=20",
		"color=c=navy:s=192x108:r=15:d=20",
		"testsrc2=s=192x108:r=15:d=20",
	];
	const inputs = scenes.flatMap((scene) => ["-f", "lavfi", "-i", scene]);
	const voice = "if(lt(mod(t,10),8),0.3*sin(2*PI*200*t)*(0.6+0.4*sin(2*PI*3*t)),0.0005*sin(2*PI*90*t))";
	const sound = ["-f", "lavfi", "-i", `aevalsrc='${voice}':d=60:s=16000`];
	const joined = "[0:v][1:v][2:v]concat=n=3,format=yuv420p[v]";
	return madeMedia(file, [
		...inputs,
		...sound,
		"-filter_complex",
		joined,
		...options("-map [v] -map 3:a"),
		...FAST,
	]);
}

/** The words of the talk, one sentence for each stretch of sound. */
export const TALK_SRT = [
	"Why do most talks fail in the first minute?",
	"The speaker explains the agenda and nobody listens to an agenda.",
	"A story about one customer works better than ten slides.",
	"We measured this with three hundred talks last year.",
	"The audience remembers the customer and forgets the agenda.",
	"Start with the customer and the story tells itself.",
]
	.map((text, at) => `${at + 1}\n${stamp(at * 10)} --> ${stamp(at * 10 + 8)}\n${text}\n`)
	.join("\n");

/** A minute of sound for two seconds, then one of silence, over and over. */
export function makePausedTalk(file: string): string {
	const voice = "if(lt(mod(t,3),2),0.3*sin(2*PI*200*t)*(0.6+0.4*sin(2*PI*3*t)),0.0005*sin(2*PI*90*t))";
	const inputs = ["-f", "lavfi", "-i", "testsrc=s=192x108:r=15:d=60"];
	return madeMedia(file, [...inputs, "-f", "lavfi", "-i", `aevalsrc='${voice}':d=60:s=16000`, ...FAST]);
}

/** What is said in it, four words at a time, so many milliseconds late. */
export function pausedSrt(lateMs: number): string {
	const time = (ms: number) => stamp(Math.max(0, ms) / 1000);
	return Array.from({ length: 19 }, (_, at) => {
		const begin = (at + 1) * 3_000 + lateMs;
		return `${at + 1}\n${time(begin)} --> ${time(begin + 2_000)}\nEvery talk needs breath.\n`;
	}).join("\n");
}

function stamp(seconds: number): string {
	return `00:00:${seconds.toFixed(3).padStart(6, "0").replace(".", ",")}`;
}
