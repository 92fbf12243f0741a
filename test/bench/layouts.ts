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
import { tellAbilities } from "../builders/cache.ts";
import { runOf, signal } from "../engine/media.ts";
import { clipOf } from "../sheets/shots.ts";
import { byTurns } from "./speed.ts";

const call = promisify(execFile);
/** Eight seconds of a screen recording with a speaker in a small window, over and over for a whole clip. */
const SAMPLE = "forensics_movie-hello_720p_8s.mp4";
const TURNS = 4;
const CLIP = clipOf(0, 30_000);
const WANTED = [
	["16:9", ["Full", "PiP", "OTS", "Screen First"]],
	["9:16", ["Full", "Fit", "PiP", "Screen First", "Gameplay A", "Gameplay B"]],
] as const;
const GOALS = { restyle: 1.3, first: 1.6, own: 1.1 } as const;

interface Place {
	readonly ffmpeg: string;
	readonly folder: string;
	readonly models: Models;
	readonly media: string;
}

/**
 * Prints what each layout costs beside a plain transcode of the same span to the same size, and beside one of
 * the clip it makes: a face that fills the picture takes more to encode than a screen that stands still.
 */
export async function printLayouts({ media, ...place }: Place): Promise<void> {
	const sample = join(media, SAMPLE);
	if (!existsSync(sample)) return console.log(`lacks ${SAMPLE}`);
	console.log("\nLayouts of a screen recording, in CPU seconds beside a plain transcode of the same span");
	const file = join(place.folder, "screen-recording.mp4");
	await call(place.ffmpeg, ["-stream_loop", `${TURNS - 1}`, "-i", sample, "-c", "copy", "-y", file]);
	const source = await probeSource(place.ffmpeg, file, signal());
	for (const [ratio, layouts] of WANTED) {
		for (const layout of layouts) {
			const [plain = Number.NaN, first = Number.NaN, again = Number.NaN, own = Number.NaN] = await byTurns(
				worksOf(source, { ratio, layout }, place),
			);
			const times = (value: number, goal: number) => `${value.toFixed(2)} x (goal: at most ${goal})`;
			console.log(
				`${ratio.padEnd(5)} ${layout.padEnd(13)} first ${times(first / plain, GOALS.first)}, looked at and heard before ${times(again / plain, GOALS.restyle)}, of a transcode of the clip itself ${times(again / own, GOALS.own)}`,
			);
		}
	}
}

/** A plain transcode, a first render, one that looks and listens no more, and a transcode of its clip. */
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
	const made = join(folder, "layout.mp4");
	let cache = folder;
	const render = () => {
		const engine = createEngine({ ffmpeg: { wanted: ffmpeg, searchPath: "" }, cache, models });
		const request = { file: source.file, clip: CLIP, reframe, resolution: "1080p" } as const;
		return engine.render({ ...request, output: made }, runOf());
	};
	return [
		() => call(ffmpeg, [...encodeArguments(plain)]),
		async () => {
			cache = await mkdtemp(join(folder, "seen-"));
			tellAbilities(cache);
			return render();
		},
		render,
		async () => {
			const clip = await probeSource(ffmpeg, made, signal());
			await call(ffmpeg, [...encodeArguments({ ...plain, source: clip, picture: "fps=30,format=yuv420p" })]);
		},
	];
}
