import type { RenderRequest } from "../port.ts";

/** Frames a second of every clip. */
export const FRAME_RATE = 30;

/** Size in pixels. */
export interface Size {
	readonly width: number;
	readonly height: number;
}

/** The output a render request means for a picture of a certain size. */
export interface OutputSize {
	readonly output: Size;
	readonly notes: readonly string[];
}

const SHORTER_SIDE: Readonly<Record<RenderRequest["resolution"], number>> = {
	"480p": 480,
	"720p": 720,
	"1080p": 1080,
	"2k": 1440,
	"4k": 2160,
};

/** Output size for a picture. Reframed sizes are exact: 9:16 at 1080p is 1080x1920. */
export function outputSizeOf(
	picture: Size,
	request: Pick<RenderRequest, "resolution" | "reframe">,
): OutputSize {
	const side = SHORTER_SIDE[request.resolution];
	const [across = 16, down = 9] = (request.reframe?.ratio ?? `${picture.width}:${picture.height}`)
		.split(":")
		.map(Number);
	return { output: sizeOf(across / down, side), notes: upscaled(picture, side) };
}

/** The size at which a whole picture just fits into the output. Even sizes. */
export function fitOf(picture: Size, output: Size): Size {
	const scale = Math.min(output.width / picture.width, output.height / picture.height);
	return {
		width: Math.min(even(picture.width * scale), output.width),
		height: Math.min(even(picture.height * scale), output.height),
	};
}

/** Nearest even number, at least 2: the encoder halves colour planes. */
export function even(value: number): number {
	return Math.max(2, 2 * Math.round(value / 2));
}

/** A very wide or very tall source would otherwise get an endless longer side. */
const LONGEST_TO_SHORTER = 3;

function sizeOf(ratio: number, side: number): Size {
	if (ratio >= 1)
		return {
			width: even(Math.min(ratio, LONGEST_TO_SHORTER) * side),
			height: even(side / Math.max(1, ratio / LONGEST_TO_SHORTER)),
		};
	return {
		width: even(side / Math.max(1, 1 / ratio / LONGEST_TO_SHORTER)),
		height: even(Math.min(1 / ratio, LONGEST_TO_SHORTER) * side),
	};
}

function upscaled(picture: Size, side: number): readonly string[] {
	const own = Math.min(picture.width, picture.height);
	return side > 1080 && own < side
		? [`The source is only ${picture.width}x${picture.height}: rendering it larger adds no detail.`]
		: [];
}
