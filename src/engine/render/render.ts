import { open, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { defined } from "../../model/defined.ts";
import { DiedFault } from "../../system/ffmpeg.ts";
import { syncFolder, temporaryBeside } from "../../system/files.ts";
import { run } from "../../system/run.ts";
import { inTemporaryFolder } from "../../system/temporary.ts";
import { type Drawing, drawingFor, putDrawing, SCRIPT_NAME } from "../captions/drawing.ts";
import { openFonts } from "../captions/font-choice.ts";
import { shapesLetters } from "../captions/text-shaping.ts";
import { magnifiedOf } from "../compose/magnified.ts";
import { FRAME_RATE, type OutputSize, outputSizeOf, type Size } from "../compose/output-size.ts";
import { displayName, faultOfError, faultOfRun, MediaFault, RenderFault } from "../io/engine-fault.ts";
import { part, started, type Tool } from "../io/tool.ts";
import type { RenderReport, RenderRequest } from "../port.ts";
import { probeSource } from "../probe/probe.ts";
import type { Source } from "../probe/source.ts";
import { lookAt } from "../see/look.ts";
import type { Span } from "../spans.ts";
import { type CroppedComposition, compositionOf } from "./clip-composition.ts";
import { type Encoding, encodeArguments, rateLimitOf } from "./encode.ts";
import { pictureFilter, soundFilter } from "./filters.ts";
import { putLogo, readLogo } from "./logo.ts";
import { type Levelled, levelled } from "./loudness.ts";

const DOING = "rendering a clip";
const OFF_BY_MS = 250;
/** A picture that stops this much before the sound is not worth publishing. */
const FROZEN_MS = 2_500;
const LISTENING = 0.05;
const LOOKING = 0.1;

/**
 * Renders a clip beside its place and puts it there once it is proved whole. Nothing is left behind
 * otherwise. Throws `MediaFault`, `RenderFault`, `DiskFullFault`.
 */
export function render(source: Source, request: RenderRequest, tool: Tool): Promise<RenderReport> {
	return inTemporaryFolder("render", async (folder) => {
		const span = spanOf(source, request);
		const shape = outputSizeOf(source, request);
		const sound = await levelled(
			source,
			{ span, file: join(folder, "sound.flac") },
			part(tool, 0, LISTENING),
		);
		const composition = await compositionOf({ source, request, span, output: shape.output }, () =>
			lookAt(source, span, part(tool, LISTENING, LOOKING)),
		);
		const logo = request.brand?.logo === undefined ? undefined : await readLogo(request.brand.logo);
		const drawing = await drawingFor({
			request,
			...defined({ logo }),
			scenes: composition.shots,
			span,
			output: shape.output,
			durationMs: source.durationMs,
			fonts: tool.fonts ?? openFonts(undefined),
			shapes: () => shapesLetters(tool.ffmpeg, tool.signal),
			signal: tool.signal,
		});
		await putDrawing(drawing, folder);
		if (logo) await putLogo(logo, folder);
		const { opacity = 1 } = request.brand ?? {};
		const filters = filtersOf(source, { composition, output: shape.output, drawing, opacity, sound });
		const making = { request, span, shape, folder, filters };
		const durationMs = await retried(2, () => renderOnce(source, making, tool));
		tool.progress(1);
		const notes = [...shape.notes, ...composition.notes, ...drawing.notes];
		return defined({ ...shape.output, durationMs, notes, leftOut: drawing.leftOut });
	});
}

/** A render that died is tried once more: memory comes and goes. */
async function retried<Result>(times: number, work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		if (times > 1 && (error instanceof DiedFault || error instanceof RenderFault))
			return retried(times - 1, work);
		throw error;
	}
}

type Filters = Pick<Encoding, "picture" | "sound" | "levelled" | "magnified">;

interface Making {
	readonly request: RenderRequest;
	readonly span: Span;
	readonly shape: OutputSize;
	/** Where the encoder works: what is drawn lies there. */
	readonly folder: string;
	readonly filters: Filters;
}

/** One try; gives the clip's length. */
async function renderOnce(
	source: Source,
	{ request, span, shape, folder, filters }: Making,
	tool: Tool,
): Promise<number> {
	const beside = temporaryBeside(request.output);
	try {
		const encoding = { source, span, output: shape.output, ...filters, file: resolve(beside) };
		const proved = () => verified({ file: beside, span, shape, tool });
		await encode(encoding, { tool: part(tool, LOOKING, 1), folder });
		let durationMs = await proved();
		if (await isTooLarge(encoding)) {
			await encode({ ...encoding, limited: true }, { tool: { ...tool, progress: () => {} }, folder });
			durationMs = await proved();
		}
		await moveIntoPlace(beside, request.output);
		return durationMs;
	} catch (error) {
		await rm(beside, { force: true });
		throw faultOfError(error, DOING);
	}
}

/** More than its limit gives, which may be two seconds ahead. */
async function isTooLarge({ file, span, output }: Encoding): Promise<boolean> {
	const { size } = await stat(file);
	return 8 * size > rateLimitOf(output) * ((span.end - span.begin) / 1000 + 2);
}

function spanOf(source: Source, { clip }: RenderRequest): Span {
	const span = { begin: clip.beginMs, end: Math.min(clip.endMs, source.durationMs) };
	if (span.begin < 0 || span.end - span.begin < 200)
		throw new MediaFault(
			`The clip ${clip.beginMs}–${clip.endMs} ms lies outside of ${displayName(source.file)}, ` +
				`which is ${source.durationMs} ms long.`,
		);
	return span;
}

interface Made {
	readonly composition: CroppedComposition;
	readonly output: Size;
	readonly drawing: Drawing;
	readonly opacity: number;
	readonly sound: Levelled | undefined;
}

function filtersOf(source: Source, { composition, output, drawing, opacity, sound }: Made): Filters {
	const subtitles = drawing.script && SCRIPT_NAME;
	const { scenes, inner } = composition;
	const logo = drawing.logo && { at: drawing.logo, opacity };
	const picture = pictureFilter(defined({ source, output, scenes, inner, logo, subtitles }));
	const magnified = magnifiedOf(scenes, inner ?? source, output);
	return defined({ picture, sound: soundFilter(sound?.gain), levelled: sound?.file, magnified });
}

async function encode(
	encoding: Encoding,
	given: { readonly tool: Tool; readonly folder: string },
): Promise<void> {
	const { tool, folder } = given;
	const length = encoding.span.end - encoding.span.begin;
	let frames = 0;
	const onLine = (line: string) => {
		const frame = /^frame=\s*(\d+)/.exec(line)?.[1];
		if (frame === undefined) return;
		frames = Number(frame);
		tool.progress((frames * 1000) / FRAME_RATE / length);
	};
	const end = await run({
		...started(tool),
		args: encodeArguments(encoding),
		cwd: folder,
		limitMs: 120_000 + 100 * length,
		onLine,
	});
	if (end.code !== 0) throw faultOfRun(end, DOING);
	if (length - (frames * 1000) / FRAME_RATE > FROZEN_MS) {
		throw new MediaFault(
			`The picture of ${displayName(encoding.source.file)} ends inside the clip: ` +
				"the file is damaged or was cut off.",
		);
	}
}

/** ffmpeg can end well and still have written too little: the result is read back. Gives its length. */
async function verified(given: {
	readonly file: string;
	readonly span: Span;
	readonly shape: OutputSize;
	readonly tool: Tool;
}): Promise<number> {
	const { output } = given.shape;
	const wanted = given.span.end - given.span.begin;
	const made = await probeSource(given.tool.ffmpeg, given.file, given.tool.signal);
	if (made.width !== output.width || made.height !== output.height) {
		throw new RenderFault(
			`The rendered clip is ${made.width}x${made.height} pixels instead of ${output.width}x${output.height}.`,
		);
	}
	if (Math.abs(made.durationMs - wanted) > OFF_BY_MS)
		throw new RenderFault(`The rendered clip is ${made.durationMs} ms long instead of ${wanted} ms.`);
	if (!made.hasAudio) throw new RenderFault("The rendered clip has no sound track.");
	return made.durationMs;
}

async function moveIntoPlace(beside: string, output: string): Promise<void> {
	const handle = await open(beside, "r+");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
	await rename(beside, output);
	await syncFolder(dirname(output));
}
