import { cropOf, even, fitOf, type Placing, type Size } from "./shape.ts";
import type { Source } from "./source.ts";

/** What the picture goes through on its way to the encoder. */
export interface PictureWork {
	readonly source: Pick<Source, "width" | "height" | "stretched" | "matrix" | "framesPerSecond">;
	readonly output: Size;
	readonly placing: Placing;
	/** Name of the .ass file in the working folder, drawn last; fonts are in the same folder. */
	readonly subtitles?: string;
}

export const FRAME_RATE = 30;
const BLUR_SHRINK = 4;
const TARGET_DB = "loudnorm=I=-14:TP=-2:LRA=11";

/** The filter graph of the picture: upright, square-pixelled, placed, constant rate, captions last. */
export function pictureFilter(work: PictureWork): string {
	const rate = `fps=${FRAME_RATE}:start_time=0`;
	const square = work.source.stretched ? [scaled(work.source), "setsar=1"] : [];
	// Frames that are dropped need not be scaled; frames that are repeated need to be only once.
	const steps = work.source.framesPerSecond > FRAME_RATE ? [rate, ...square, placed(work), "setsar=1"] : [...square, placed(work), "setsar=1", rate];
	const drawn = work.subtitles === undefined ? [] : [`ass=${work.subtitles}:fontsdir=.`];
	return [...steps, ...drawn, "format=yuv420p"].join(",");
}

/** The filter chain of the sound. Silence is left alone: raising it to the target would only raise noise. */
export function soundFilter(given: { readonly silent: boolean }): string {
	// loudnorm gives 192 kHz, whatever comes in.
	const level = given.silent ? [] : ["aformat=channel_layouts=stereo", TARGET_DB];
	return ["aresample=async=1:first_pts=0", ...level, "aresample=48000", "aformat=sample_fmts=fltp:channel_layouts=stereo", "apad"].join(",");
}

/** The matrix to name in the output: HD is BT.709 wherever it came from. */
function toHdMatrix(source: Pick<Source, "matrix" | "height" | "width">): string {
	const named = source.matrix ?? (Math.min(source.width, source.height) < 720 ? "smpte170m" : "bt709");
	const known: Readonly<Record<string, string>> = { smpte170m: "bt601", bt470bg: "bt601", fcc: "fcc", smpte240m: "smpte240m", bt2020nc: "bt2020" };
	return known[named] === undefined ? "" : `:in_color_matrix=${known[named]}:out_color_matrix=bt709`;
}

type LastScale = (size: Size, flags?: "bicubic" | "fast_bilinear") => string;

function placed(work: PictureWork): string {
	const { source, output, placing } = work;
	const last: LastScale = (size, flags = "bicubic") => `${scaled(size)}:flags=${flags}${toHdMatrix(source)}`;
	if (placing === "scale") return last(output);
	if (placing === "fit") return fitted(work, last);
	const crop = cropOf(source, output);
	return `crop=${crop.width}:${crop.height},${last(output)}`;
}

/** The whole picture before a blurred, darkened copy of itself. The blur is made small: at full size it costs a quarter of the render. */
function fitted({ source, output }: PictureWork, last: LastScale): string {
	const small = { width: even(output.width / BLUR_SHRINK), height: even(output.height / BLUR_SHRINK) };
	const behind = `${scaled(small)}:flags=fast_bilinear:force_original_aspect_ratio=increase,crop=${small.width}:${small.height},boxblur=10:2,eq=brightness=-0.08,${last(output, "fast_bilinear")},setsar=1`;
	const before = `${last(fitOf(source, output))},setsar=1`;
	return `split[a][b];[a]${behind}[behind];[b]${before}[before];[behind][before]overlay=(W-w)/2:(H-h)/2`;
}

function scaled({ width, height }: Size): string {
	return `scale=${width}:${height}`;
}
