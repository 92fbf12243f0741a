import type { ComposedScene } from "../compose/composition.ts";
import { FRAME_RATE, type Size } from "../compose/output-size.ts";
import type { PixelBox } from "../compose/pixel-boxes.ts";
import { toStandard } from "../probe/hdr.ts";
import type { Source } from "../probe/source.ts";
import { graphOf } from "./graph.ts";
import { type DrawnLogo, overlayOf } from "./logo-filter.ts";

/** What the picture goes through on its way to the encoder. */
export interface PictureWork {
	readonly source: Pick<
		Source,
		"width" | "height" | "stretched" | "matrix" | "framesPerSecond" | "curve" | "interlaced"
	>;
	readonly output: Size;
	/** What is left of the source's picture without its black bars. */
	readonly inner?: PixelBox;
	readonly scenes: readonly ComposedScene[];
	/** Drawn over the picture, below texts. */
	readonly logo?: DrawnLogo;
	/** Name of the .ass file in the working folder, drawn last; fonts are in the same folder. */
	readonly subtitles?: string;
}

/** -2.5 dB: the encoder adds up to one. */
const PEAK = 0.75;
const TARGET_DB = "loudnorm=I=-14:TP=-2:LRA=11";

/** The filter graph of the picture: upright, square-pixelled, put together, constant rate, captions last. */
export function pictureFilter(work: PictureWork): string {
	const rate = `fps=${FRAME_RATE}:start_time=0`;
	const square = work.source.stretched
		? [`scale=${work.source.width}:${work.source.height}`, "setsar=1"]
		: [];
	// Before anything else: lines of two times must not be mixed. Frames that are whole pass as they are.
	const whole = work.source.interlaced ? ["yadif=0:-1:1"] : [];
	const standard = work.source.curve ? [toStandard(work.source.curve)] : [];
	const bars = work.inner
		? [`crop=${work.inner.width}:${work.inner.height}:${work.inner.x}:${work.inner.y}`]
		: [];
	const graph = graphOf({
		...work,
		source: work.inner ?? work.source,
		rate: FRAME_RATE,
		scaling: work.source.curve ? "" : toHdMatrix(work.source),
	});
	// Frames that are dropped need not be scaled; frames that are repeated need to be only once. Scenes are
	// told by number of frame.
	const first = work.source.framesPerSecond > FRAME_RATE || work.scenes.length > 1;
	const steps = first
		? [...whole, rate, ...standard, ...square, ...bars, graph]
		: [...whole, ...standard, ...square, ...bars, graph, rate];
	const drawn = work.subtitles === undefined ? [] : [`ass=${work.subtitles}:fontsdir=.`];
	const picture = steps.join(",") + (work.logo ? overlayOf(work.logo) : "");
	return [picture, ...drawn, "format=yuv420p"].join(",");
}

/**
 * The filter chain that makes a sound even, as loud in one place as in another, and near the target: whole,
 * from its first moment, in stereo. One channel is made even once, by half the work: as loud as each of two
 * is where ffmpeg makes two of one.
 */
export function levelling({ isMono }: Pick<Source, "isMono">): string {
	const start = "aresample=async=1:first_pts=0,aformat=channel_layouts=";
	return isMono
		? `${start}mono,volume=${Math.SQRT1_2},${TARGET_DB}:dual_mono=true,aresample=48000,pan=stereo|c0=c0|c1=c0`
		: `${start}stereo,${TARGET_DB},aresample=48000`;
}

/**
 * The filter chain of the sound that is encoded: a gain in decibels under a limit. Without a gain it is left
 * as loud as it is.
 */
export function soundFilter(gain?: number): string {
	// Four times as many samples: the limiter sees the peaks between them too.
	const limit = `volume=${(gain ?? 0).toFixed(2)}dB,aresample=192000,alimiter=limit=${PEAK}:level=0:attack=2:release=40`;
	return [
		"aresample=async=1:first_pts=0",
		...(gain === undefined ? [] : [limit]),
		"aresample=48000",
		"aformat=sample_fmts=fltp:channel_layouts=stereo",
		"apad",
	].join(",");
}

/** The matrix to name in the output: HD is BT.709 wherever it came from. */
function toHdMatrix(source: Pick<Source, "matrix" | "height" | "width">): string {
	const named = source.matrix ?? (Math.min(source.width, source.height) < 720 ? "smpte170m" : "bt709");
	const known: Readonly<Record<string, string>> = {
		smpte170m: "bt601",
		bt470bg: "bt601",
		fcc: "fcc",
		smpte240m: "smpte240m",
		bt2020nc: "bt2020",
	};
	return known[named] === undefined ? "" : `:in_color_matrix=${known[named]}:out_color_matrix=bt709`;
}
