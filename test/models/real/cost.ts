import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle } from "../../../src/build.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { options } from "../../../src/engine/io/ffmpeg-arguments.ts";
import type { AnalyzeRequest } from "../../../src/engine/port.ts";
import type { Models } from "../../../src/models/open.ts";
import { cpuOf } from "../../bench/cpu.ts";

/** At most so many processor seconds a second of the source, with all models. */
export const COST_GOAL = 0.12;
const SECONDS = 300;
const LIMIT_MS = 450_000;

/** What an analysis takes, in processor seconds of all processes a second of the source. */
export interface Cost {
	/** With a transcript: nothing is listened to. */
	readonly scan: number;
	readonly recognised: number;
	readonly voiced: number;
	/** With everything at once. */
	readonly all: number;
	/** What the analyses said of themselves. */
	readonly notes: readonly string[];
}

/** Analyses five minutes of a picture over a sound, with what `models` holds. Linux only. */
export async function costOf(given: {
	readonly ffmpeg: string;
	readonly models: Models;
	readonly picture: string;
	readonly sound: string;
}): Promise<Cost> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-cost-"));
	try {
		const file = talkIn(folder, given);
		await bundle(join(folder, "dist"));
		const trial = {
			folder,
			models: given.models,
			listener: { path: process.execPath, args: [join(folder, "dist", "listen.js")] },
		};
		const recognised = await secondsFor(trial, { file });
		const voiced = await secondsFor(trial, { file, language: "de" });
		const scan = await secondsFor(trial, { file, transcript: await transcriptIn(folder) });
		const all = recognised.seconds + voiced.seconds - scan.seconds;
		return {
			scan: scan.seconds,
			recognised: recognised.seconds,
			voiced: voiced.seconds,
			all,
			notes: [...recognised.notes, ...voiced.notes],
		};
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** The picture over and over, under the sound. */
function talkIn(
	folder: string,
	{ ffmpeg, picture, sound }: { readonly ffmpeg: string; readonly picture: string; readonly sound: string },
): string {
	const file = join(folder, "talk.mp4");
	const inputs = [
		"-stream_loop",
		"-1",
		"-i",
		picture,
		"-i",
		sound,
		...options("-map 0:v -map 1:a -c:v copy -c:a aac -t"),
		String(SECONDS),
	];
	execFileSync(ffmpeg, ["-hide_banner", "-nostdin", "-loglevel", "error", "-y", ...inputs, file], {
		timeout: 60_000,
	});
	return file;
}

interface Trial {
	readonly folder: string;
	readonly models: Models;
	/** The process that listens, as it is shipped. */
	readonly listener: { readonly path: string; readonly args: readonly string[] };
}

async function secondsFor(given: Trial, asked: Partial<AnalyzeRequest> & { readonly file: string }) {
	const cache = await mkdtemp(join(given.folder, "cache-"));
	const ffmpeg = { searchPath: process.env.PATH ?? "" };
	const engine = createEngine({
		build: "a test",
		ffmpeg,
		cache,
		models: given.models,
		listener: given.listener,
	});
	const request = { title: "talk", seconds: { min: 0, max: 30 }, more: false, ...asked };
	let notes: readonly string[] = [];
	const spent = await cpuOf(async () => {
		({ notes } = await engine.analyze(request, {
			signal: AbortSignal.timeout(LIMIT_MS),
			progress: () => {},
		}));
	});
	return { seconds: spent / SECONDS, notes };
}

/** A transcript of one line. */
async function transcriptIn(folder: string): Promise<string> {
	const path = join(folder, "talk.srt");
	await writeFile(path, "1\n00:00:01,000 --> 00:00:03,000\nHello to everybody.\n");
	return path;
}
