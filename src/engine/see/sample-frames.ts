import { defined } from "../../model/defined.ts";
import { runFfmpeg } from "../../system/ffmpeg.ts";
import { even, type Size } from "../compose/output-size.ts";
import { ERRORS_ONLY, inputOf, options, secondsOf } from "../io/ffmpeg-arguments.ts";
import { started, type Tool, threads } from "../io/tool.ts";
import type { Source } from "../probe/source.ts";
import type { Span } from "../spans.ts";
import { withoutBars } from "./black-bars.ts";
import { faceSampler } from "./face-samples.ts";
import { type Change, changeReader } from "./scan.ts";
import type { Frames } from "./subjects.ts";

const LONGER_SIDE = 128;
const PER_SECOND = 4;
const MOST_FRAMES = 400;
/** Pixels of 720p. */
const ONE_THREAD = 1280 * 720;

/**
 * Every frame's difference from the one before, said on standard error: standard output is for the pictures.
 */
const CHANGES =
	"scale=160:-2:flags=fast_bilinear,format=yuv420p,signalstats,metadata=print:key=lavfi.signalstats.YDIF:file='pipe\\:2',nullsink";

/**
 * Small grey frames of a span without black bars, the change at every frame of the source, and the faces in
 * them where there is a way to find some. Fewer a second where the span is long; none where nothing can be
 * decoded.
 */
export async function sampleFrames(source: Source, span: Span, tool: Tool): Promise<Frames> {
	const size = smallSize(source);
	const perSecond = Math.min(PER_SECOND, MOST_FRAMES / ((span.end - span.begin) / 1000));
	const frames: Uint8Array[] = [];
	const find = await tool.faces?.();
	// Faces are looked for at twice the size, in colour: the grey frame is then made of that one.
	const seen = find ? { width: 2 * size.width, height: 2 * size.height } : size;
	const faces = find && faceSampler(find, { size: seen, signal: tool.signal });
	const args = argumentsFor(source, span, { perSecond, picture: seen, colour: find !== undefined });
	const onBytes = frameCutter(seen.width * seen.height * (find ? 3 : 1), (frame) => {
		if (frames.length >= MOST_FRAMES) return;
		frames.push(find ? halfGrey(frame, seen) : frame);
		faces?.add(frame);
	});
	const changes: Change[] = [];
	const onErrorLine = changeReader((change) => changes.push(change));
	await runFfmpeg({
		...started(tool),
		args,
		limitMs: 120_000 + 20 * (span.end - span.begin),
		onBytes,
		onErrorLine,
	});
	return withoutBars(defined({ size, frames, perSecond, changes, faces: await faces?.all() }));
}

/** One decodes up to HD faster than anything else here goes; each more costs a tenth of the processor. */
function threadsFor({ width, height }: Size): string {
	return width * height <= ONE_THREAD ? "1" : threads();
}

function argumentsFor(
	source: Source,
	{ begin, end }: Span,
	wanted: { readonly perSecond: number; readonly picture: Size; readonly colour: boolean },
): readonly string[] {
	const { width, height } = wanted.picture;
	const pictures = `fps=${wanted.perSecond.toFixed(4)}:start_time=0,scale=${width}:${height}:flags=area`;
	const format = `format=${wanted.colour ? "rgb24" : "gray"}`;
	const filter = `split[all][some];[all]${CHANGES};[some]${pictures},${format}`;
	return [
		...ERRORS_ONLY,
		...options(
			`-threads ${threadsFor(source)} -ss ${secondsOf(begin)} -t ${secondsOf(end - begin)} -skip_loop_filter all`,
		),
		...inputOf(source.file),
		...["-map", `0:${source.video}`, "-vf", filter],
		...options("-f rawvideo pipe:1"),
	];
}

/** A colour picture in grey, half as wide and high. */
function halfGrey(picture: Uint8Array, { width, height }: Size): Uint8Array {
	const grey = new Uint8Array((width / 2) * (height / 2));
	const light = (at: number) =>
		0.299 * (picture[at] ?? 0) + 0.587 * (picture[at + 1] ?? 0) + 0.114 * (picture[at + 2] ?? 0);
	for (let y = 0; y < height / 2; y += 1) {
		for (let x = 0; x < width / 2; x += 1) {
			const at = (2 * y * width + 2 * x) * 3;
			const below = at + 3 * width;
			grey[(y * width) / 2 + x] = Math.round(
				(light(at) + light(at + 3) + light(below) + light(below + 3)) / 4,
			);
		}
	}
	return grey;
}

function smallSize({ width, height }: Size): Size {
	const scale = LONGER_SIDE / Math.max(width, height);
	return { width: Math.max(16, even(width * scale)), height: Math.max(16, even(height * scale)) };
}

/** Cuts a stream of bytes into frames of one length. */
function frameCutter(length: number, onFrame: (frame: Uint8Array) => void): (bytes: Uint8Array) => void {
	let frame = new Uint8Array(length);
	let filled = 0;
	return (bytes) => {
		for (let from = 0; from < bytes.length; ) {
			const piece = bytes.subarray(from, from + length - filled);
			frame.set(piece, filled);
			filled += piece.length;
			from += piece.length;
			if (filled < length) continue;
			onFrame(frame);
			frame = new Uint8Array(length);
			filled = 0;
		}
	};
}
