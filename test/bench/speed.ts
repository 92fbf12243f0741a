import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createEngine } from "../../src/engine/engine.ts";
import type { RenderRequest } from "../../src/engine/port.ts";
import { probeSource } from "../../src/engine/probe/probe.ts";
import { encodeArguments } from "../../src/engine/render/encode.ts";
import { cpuOf } from "./cpu.ts";
import { type MadeSource, makeSource } from "./made/sources.ts";

const call = promisify(execFile);
const LIMIT_MS = 600_000;
const ROUNDS = 2;
const MADE_SECONDS = 30;
const TURNS = 20;
const SPAN = { begin: 12_000, end: 42_000 };
const QUIET = ["-hide_banner", "-nostdin", "-nostats", "-loglevel", "error", "-y"];
const GOALS = { analysis: 1.5, render: 1.3, renderSecond: 0.65 } as const;

interface Place {
	readonly ffmpeg: string;
	readonly folder: string;
}

/**
 * Prints what analysis and rendering cost beside what ffmpeg alone takes for the least of it, in
 * CPU seconds of all processes.
 */
export async function printSpeed(place: Place): Promise<void> {
	const source = await tenMinutes(place);
	const seconds = MADE_SECONDS * TURNS;
	console.log(
		`\nSpeed in CPU seconds of all processes, the least of ${ROUNDS} turns; × is how many times faster than real time on one core`,
	);
	const [floor = Number.NaN, analysis = Number.NaN] = await byTurns([
		() => analysisFloor(source.file, place),
		() => analyse(source, place),
	]);
	console.log(line("the sound once, frames others refer to (floor)", floor, seconds));
	console.log(
		`${line("analysis without models, 10 min at 720p", analysis, seconds)}  ${ratio(analysis / floor, GOALS.analysis)}`,
	);
	const length = (SPAN.end - SPAN.begin) / 1000;
	const [plain = Number.NaN, render = Number.NaN] = await byTurns([
		() => plainRender(source.file, place),
		() => rendered(source, place),
	]);
	console.log(line("plain crop to 1080x1920, 30 s (floor)", plain, length));
	const each = `${(render / length).toFixed(2)} s for a second (goal: at most ${GOALS.renderSecond})`;
	console.log(
		`${line("clip with captions, 1080x1920, 30 s", render, length)}  ${ratio(render / plain, GOALS.render)}, ${each}`,
	);
}

/** By turns, so that whatever else the machine does meets all of them. */
export async function byTurns(works: readonly (() => Promise<unknown>)[]): Promise<readonly number[]> {
	const taken = works.map((): number[] => []);
	for (let round = 0; round < ROUNDS; round += 1)
		for (const [at, work] of works.entries()) taken[at]?.push(await cpuOf(work));
	return taken.map((each) => Math.min(...each));
}

function line(name: string, cpu: number, seconds: number): string {
	return `${name.padEnd(48)}${cpu.toFixed(1).padStart(7)} s CPU${(seconds / cpu).toFixed(1).padStart(8)} ×`;
}

function ratio(value: number, goal: number): string {
	return `${value.toFixed(2)} of the floor (goal: at most ${goal})`;
}

/** A made talk, over and over, with its sound as cameras store it. */
export async function tenMinutes(place: Place): Promise<MadeSource> {
	const made = await makeSource("talk", { ...place, height: 720, preset: "veryfast", seconds: MADE_SECONDS });
	const file = join(place.folder, "ten-minutes.mp4");
	const again = ["-stream_loop", String(TURNS - 1), "-i", made.file];
	await call(
		place.ffmpeg,
		[...QUIET, ...again, "-c:v", "copy", "-c:a", "aac", "-ar", "48000", "-ac", "2", "-b:a", "128k", file],
		{ timeout: LIMIT_MS },
	);
	return { ...made, file };
}

/** What no analysis of sound and picture can do without. */
async function analysisFloor(file: string, { ffmpeg }: Place): Promise<void> {
	const sound = ["-i", file, "-map", "0:a", "-ac", "1", "-ar", "16000", "-f", "null", "-"];
	const picture = [
		"-skip_frame",
		"noref",
		"-skip_loop_filter",
		"all",
		"-i",
		file,
		"-map",
		"0:v",
		"-vf",
		"scale=160:-2:flags=fast_bilinear",
		"-f",
		"null",
		"-",
	];
	for (const args of [sound, picture]) await call(ffmpeg, [...QUIET, ...args], { timeout: LIMIT_MS });
}

export async function analyse(source: MadeSource, place: Place): Promise<void> {
	// What was seen is remembered: every turn is to see anew.
	const folder = await mkdtemp(join(place.folder, "turn-"));
	await engineIn({ ...place, folder }).analyze(
		{ ...source, title: "Talk", seconds: { min: 0, max: 60 }, more: false },
		runOf(),
	);
}

/** The same span cut and scaled to the same size with the same settings of the encoder, and nothing else. */
async function plainRender(file: string, { ffmpeg, folder }: Place): Promise<void> {
	const source = await probeSource(ffmpeg, file, AbortSignal.timeout(LIMIT_MS));
	const output = { width: 1080, height: 1920 };
	const picture = "crop=ih*9/16:ih,scale=1080:1920,fps=30,format=yuv420p";
	const args = encodeArguments({
		source,
		span: SPAN,
		output,
		picture,
		sound: "anull",
		file: join(folder, "plain.mp4"),
	});
	await call(ffmpeg, [...args], { timeout: LIMIT_MS });
}

async function rendered({ file, transcript = "" }: MadeSource, place: Place): Promise<void> {
	const clip = {
		beginMs: SPAN.begin,
		endMs: SPAN.end,
		title: "Talk",
		description: "",
		tags: [],
		score: 50,
		parts: {},
	};
	const wanted: Pick<RenderRequest, "resolution" | "reframe" | "caption"> = {
		resolution: "1080p",
		reframe: { ratio: "9:16", layout: "Full" },
		caption: { style: "", display: "original" },
	};
	await engineIn(place).render(
		{ file, transcript, clip, ...wanted, output: join(place.folder, "clip.mp4") },
		runOf(),
	);
}

function engineIn({ ffmpeg, folder }: Place) {
	return createEngine({ ffmpeg: { wanted: ffmpeg, searchPath: "" }, cache: folder });
}

function runOf() {
	return { signal: AbortSignal.timeout(LIMIT_MS), progress: () => {} };
}
