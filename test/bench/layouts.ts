import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { outputSizeOf } from "../../src/engine/compose/output-size.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { RenderRequest } from "../../src/engine/port.ts";
import { probeSource } from "../../src/engine/probe/probe.ts";
import type { Source } from "../../src/engine/probe/source.ts";
import { encodeArguments } from "../../src/engine/render/encode.ts";
import type { Models } from "../../src/models/open.ts";
import { runOf, signal } from "../engine/media.ts";
import { clipOf } from "../sheets/shots.ts";
import { byTurns } from "./speed.ts";

const call = promisify(execFile);
/** A screen recording with a speaker in a small window. */
const SAMPLE = "forensics_movie-hello_720p_8s.mp4";
const CLIP = clipOf(0, 8_000);
const WANTED = [
	["16:9", ["Full", "PiP", "OTS", "Screen First"]],
	["9:16", ["Full", "Fit", "PiP", "Screen First", "Gameplay A", "Gameplay B"]],
] as const;
const GOALS = { restyle: 1.3, first: 1.6 } as const;

interface Place {
	readonly ffmpeg: string;
	readonly folder: string;
	readonly models: Models;
	readonly media: string;
}

/** Prints what each layout costs beside a plain transcode of the same span to the same size. */
export async function printLayouts({ media, ...place }: Place): Promise<void> {
	const file = join(media, SAMPLE);
	if (!existsSync(file)) return console.log(`lacks ${SAMPLE}`);
	console.log("\nLayouts of a screen recording, in CPU seconds beside a plain transcode of the same span");
	const source = await probeSource(place.ffmpeg, file, signal());
	for (const [ratio, layouts] of WANTED) {
		for (const layout of layouts) {
			const reframe = { ratio, layout };
			const [plain = Number.NaN, first = Number.NaN, again = Number.NaN] = await byTurns(
				worksOf(source, reframe, place),
			);
			const times = (value: number, goal: number) =>
				`${(value / plain).toFixed(2)} x (goal: at most ${goal})`;
			console.log(
				`${ratio.padEnd(5)} ${layout.padEnd(13)} first ${times(first, GOALS.first)}, looked at and heard before ${times(again, GOALS.restyle)}`,
			);
		}
	}
}

/** A plain transcode, a first render, and one that looks and listens no more. */
function worksOf(
	source: Source,
	reframe: NonNullable<RenderRequest["reframe"]>,
	{ ffmpeg, folder, models }: Omit<Place, "media">,
): readonly (() => Promise<unknown>)[] {
	const { output } = outputSizeOf(source, { resolution: "1080p", reframe });
	const shape = `${output.width}/${output.height}`;
	const picture = `crop='min(iw,ih*${shape})':'min(ih,iw/(${shape}))',scale=${output.width}:${output.height},fps=30,format=yuv420p`;
	const span = { begin: CLIP.beginMs, end: CLIP.endMs };
	const plain = { source, span, output, picture, sound: "anull", file: join(folder, "plain.mp4") };
	let cache = folder;
	const render = () => {
		const engine = createEngine({ ffmpeg: { wanted: ffmpeg, searchPath: "" }, cache, models });
		const request = { file: source.file, clip: CLIP, reframe, resolution: "1080p" } as const;
		return engine.render({ ...request, output: join(folder, "layout.mp4") }, runOf());
	};
	return [
		() => call(ffmpeg, [...encodeArguments(plain)]),
		async () => {
			cache = await mkdtemp(join(folder, "seen-"));
			return render();
		},
		render,
	];
}
