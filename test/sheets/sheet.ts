import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { createEngine } from "../../src/engine/engine.ts";
import type { Engine } from "../../src/engine/port.ts";
import { defined } from "../../src/model/defined.ts";
import type { Models } from "../../src/models/open.ts";
import { type Build, ffmpeg } from "../engine/media.ts";
import type { Shot } from "./shots.ts";

/**
 * Where sheets are made: the folder for what is in between, the one they are written to, and a word in the
 * names of those wanted.
 */
export interface Studio {
	readonly build: Build;
	readonly engine: Engine;
	readonly folder: string;
	readonly out: string;
	readonly only?: string;
}

export interface Sheet {
	/** Of the file, without its ending. */
	readonly name: string;
	readonly shots: readonly Shot[];
	/** Frames in a row. */
	readonly across?: number;
}

const CELL = { width: 300, height: 400 };
const LABEL = 24;
const LIMIT_MS = 240_000;

/** A studio on one ffmpeg, with the models that are pulled. */
export function studioOf(given: Omit<Studio, "engine"> & { readonly models?: Models }): Studio {
	const { build, folder, models } = given;
	return {
		...given,
		engine: createEngine({
			ffmpeg: { wanted: build.path, searchPath: "" },
			cache: join(folder, "cache"),
			...defined({ models }),
		}),
	};
}

/** Renders every shot and lays its labelled frames out side by side; says what the engine notes. */
export async function writeSheet(studio: Studio, { name, shots, across = 7 }: Sheet): Promise<void> {
	const { build, folder, out, only } = studio;
	if (only !== undefined && !name.includes(only)) return;
	let count = 0;
	for (const shot of shots) {
		const output = join(folder, "shot.mp4");
		const run = { signal: AbortSignal.timeout(LIMIT_MS), progress: () => {} };
		const { notes } = await studio.engine.render({ ...shot.request, resolution: "480p", output }, run);
		for (const note of notes) process.stdout.write(`${name} ${shot.label}: ${note}\n`);
		for (const atMs of shot.atMs) {
			await ffmpeg(build, [
				"-ss",
				String(atMs / 1000),
				"-i",
				output,
				"-frames:v",
				"1",
				"-vf",
				cell(shot.label),
				picture(folder, count),
			]);
			count += 1;
		}
	}
	const tile = `tile=${Math.min(across, count)}x${Math.ceil(count / across)}`;
	await ffmpeg(build, [
		"-framerate",
		"1",
		"-i",
		join(folder, "frame-%03d.png"),
		"-frames:v",
		"1",
		"-vf",
		tile,
		resolve(join(out, `${name}.png`)),
	]);
	for (let at = 0; at < count; at += 1) await rm(picture(folder, at));
}

function picture(folder: string, at: number): string {
	return join(folder, `frame-${String(at).padStart(3, "0")}.png`);
}

function cell(label: string): string {
	const font = createRequire(import.meta.url).resolve(
		"@expo-google-fonts/montserrat/600SemiBold/Montserrat_600SemiBold.ttf",
	);
	const { width, height } = CELL;
	const fitted = `scale=${width}:${height - LABEL}:force_original_aspect_ratio=decrease,pad=${width}:${height}:(ow-iw)/2:${LABEL}:0x202020,setsar=1`;
	return `${fitted},drawtext=fontfile=${font}:text='${label.replaceAll(":", "x")}':x=6:y=5:fontsize=15:fontcolor=white`;
}
