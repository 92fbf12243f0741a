import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createEngine } from "../../src/engine/engine.ts";
import type { FoundClip, RenderRequest } from "../../src/engine/port.ts";
import { type Build, builds, ffmpeg } from "../engine/media.ts";
import { makePeople, makeScreencast } from "./stage.ts";

type Ratio = NonNullable<RenderRequest["reframe"]>["ratio"];

/** One frame of a sheet: what is rendered, and where of it the frame is taken. */
interface Shot {
	readonly label: string;
	readonly request: Omit<RenderRequest, "output" | "resolution">;
	readonly atMs: number;
}

const LAYOUTS: Readonly<Record<Ratio, readonly string[]>> = {
	"16:9": ["Auto", "Full", "Fit", "Grid 4", "Split 2", "Trio", "PiP", "OTS", "Screen First"],
	"9:16": ["Auto", "Full", "Fit", "Grid 4", "Split 2", "Trio", "PiP", "Screen First", "Gameplay A", "Gameplay B"],
	"1:1": ["Auto", "Full", "Fit", "Grid 4", "Trio"],
	"4:5": ["Auto", "Full", "Fit", "Grid 4", "Split 2", "Trio", "PiP", "Screen First", "Gameplay A", "Gameplay B"],
};
const RATIOS: readonly Ratio[] = ["9:16", "4:5", "1:1", "16:9"];
const STYLES = [
	...["smart-bg-focus", "box-highlight", "word-focus", "underline-focus"],
	...Array.from({ length: 18 }, (_, at) => `temp-${at}`),
	...Array.from({ length: 6 }, (_, at) => `temp-static-${at + 1}`),
	...Array.from({ length: 7 }, (_, at) => `game-streamer-${at + 1}`),
];
const SAYINGS = [
	"Why do café owners never sleep before übung?",
	"İstanbul'da şişe çok güzel görünür",
	"Жизнь прекрасна и удивительна",
	"中文字幕也要清楚",
	"مرحبا بالعالم هذا نص عربي",
	"한국어 자막을 확인합니다",
	"Extraordinary Donaudampfschifffahrtsgesellschaft!",
] as const;
const CELL = { width: 300, height: 400 };

/** Writes contact sheets to a folder: layouts by ratio for made sources, caption styles, scripts. */
async function main(out: string | undefined): Promise<void> {
	if (out === undefined) throw new Error("say where: npm run sheets -- FOLDER");
	const [build] = await builds();
	if (!build) throw new Error("no ffmpeg was found");
	const folder = await mkdtemp(join(tmpdir(), "showrun-sheets-"));
	try {
		await mkdir(out, { recursive: true });
		const sources = await sourcesIn(build, folder);
		for (const [name, file] of Object.entries(sources)) {
			for (const ratio of RATIOS)
				await sheet(build, { folder, file: join(out, `layouts-${name}-${ratio.replace(":", "x")}.png`), shots: layouts(file, ratio) });
		}
		const { room } = sources;
		if (room === undefined) return;
		await sheet(build, { folder, file: join(out, "captions.png"), shots: await captions(folder, room) });
		await sheet(build, { folder, file: join(out, "scripts.png"), shots: await scripts(folder, room) });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function sourcesIn(build: Build, folder: string): Promise<Readonly<Record<string, string>>> {
	const four = [60, 360, 660, 960].map((x) => ({ x, y: 260, width: 200, height: 440 }));
	return {
		room: await makePeople(build, join(folder, "four.mp4"), { size: "1280x720", figures: four }),
		speaker: await makePeople(build, join(folder, "one.mp4"), { size: "1280x720", figures: [{ x: 760, y: 140, width: 340, height: 580 }] }),
		screen: await makeScreencast(build, join(folder, "screen.mp4"), { size: "1280x720", window: { x: 930, y: 40, width: 300, height: 220 } }),
	};
}

function layouts(file: string, ratio: Ratio): readonly Shot[] {
	return LAYOUTS[ratio].map((layout) => ({ label: layout, request: { file, clip: CLIP, reframe: { ratio, layout } }, atMs: 1_500 }));
}

const CLIP: FoundClip = { beginMs: 0, endMs: 4_000, title: "", description: "", tags: [], score: 1, parts: {} };

async function captions(folder: string, file: string): Promise<readonly Shot[]> {
	const transcript = await said(folder, "styles", "This is the sentence that every style shows");
	return STYLES.map((style) => ({
		label: style,
		request: { file, transcript, clip: CLIP, reframe: { ratio: "9:16", layout: "Full" }, caption: { style, display: "original" } },
		atMs: 800,
	}));
}

async function scripts(folder: string, file: string): Promise<readonly Shot[]> {
	const shots: Shot[] = [];
	for (const ratio of RATIOS) {
		for (const [at, text] of SAYINGS.entries()) {
			const transcript = await said(folder, `script-${at}`, text);
			const words = { caption: { style: "temp-7", display: "original" }, hook: { style: "calm", position: "beginning" } } as const;
			shots.push({ label: `${ratio} ${at + 1}`, request: { file, transcript, clip: CLIP, reframe: { ratio, layout: "Full" }, ...words }, atMs: 900 });
		}
	}
	return shots;
}

async function said(folder: string, name: string, text: string): Promise<string> {
	const file = join(folder, `${name}.srt`);
	await writeFile(file, `1\n00:00:00,000 --> 00:00:03,900\n${text}\n`);
	return file;
}

/** Renders every shot and lays one labelled frame of each out side by side. */
async function sheet(build: Build, given: { readonly folder: string; readonly file: string; readonly shots: readonly Shot[] }): Promise<void> {
	const { folder, file, shots } = given;
	const engine = createEngine({ ffmpeg: { wanted: build.path, searchPath: "" }, cache: join(folder, "cache") });
	const font = createRequire(import.meta.url).resolve("@expo-google-fonts/montserrat/600SemiBold/Montserrat_600SemiBold.ttf");
	const { width, height } = CELL;
	for (const [at, { label, request, atMs }] of shots.entries()) {
		const output = join(folder, "shot.mp4");
		const { notes } = await engine.render({ ...request, resolution: "480p", output }, { signal: AbortSignal.timeout(120_000), progress: () => {} });
		for (const note of notes) process.stdout.write(`${file.replace(/.*[\\/]/, "")} ${label}: ${note}\n`);
		const fitted = `scale=${width}:${height - 24}:force_original_aspect_ratio=decrease,pad=${width}:${height}:(ow-iw)/2:24:0x202020,setsar=1`;
		const text = `drawtext=fontfile=${font}:text='${label.replace(":", "x")}':x=6:y=5:fontsize=15:fontcolor=white`;
		const shot = join(folder, `shot-${String(at).padStart(3, "0")}.png`);
		await ffmpeg(build, ["-ss", String(atMs / 1000), "-i", output, "-frames:v", "1", "-vf", `${fitted},${text}`, shot]);
	}
	const across = Math.min(7, shots.length);
	const tile = `tile=${across}x${Math.ceil(shots.length / across)}`;
	await ffmpeg(build, ["-framerate", "1", "-i", join(folder, "shot-%03d.png"), "-frames:v", "1", "-vf", tile, resolve(file)]);
	for (const at of shots.keys()) await rm(join(folder, `shot-${String(at).padStart(3, "0")}.png`));
}

await main(process.argv[2]);
