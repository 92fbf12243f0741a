import type { RenderRequest } from "./port.ts";

/** Size in pixels. */
export interface Size {
	readonly width: number;
	readonly height: number;
}

/** How a picture is put into the output: stretched to a frame of its own shape, cut at its sides, or whole before a blurred copy of itself. */
export type Placing = "scale" | "crop" | "fit";

/** What a render request means for a picture of a certain size. */
export interface Shape {
	readonly output: Size;
	readonly placing: Placing;
	readonly notes: readonly string[];
}

const SHORTER_SIDE: Readonly<Record<RenderRequest["resolution"], number>> = { "480p": 480, "720p": 720, "1080p": 1080, "2k": 1440, "4k": 2160 };
/** Cutting off more than this share of the picture would lose what it shows (slides, a second speaker). */
const MOST_CUT = 0.25;
const NO_CUT = 0.005;

/** Output size and placing for a picture. Reframed sizes are exact: 9:16 at 1080p is 1080x1920. */
export function shapeOf(picture: Size, request: Pick<RenderRequest, "resolution" | "reframe">): Shape {
	const side = SHORTER_SIDE[request.resolution];
	if (!request.reframe) return { output: sized(picture.width / picture.height, side), placing: "scale", notes: upscaled(picture, side) };
	const [across = 16, down = 9] = request.reframe.ratio.split(":").map(Number);
	const { placing, notes } = placingOf(request.reframe.layout, cutShare(picture, across / down));
	return { output: sized(across / down, side), placing, notes: [...notes, ...upscaled(picture, side)] };
}

/** The largest part of a picture, from its middle, that has the shape of the output. Even sizes. */
export function cropOf(picture: Size, output: Size): Size {
	const ratio = output.width / output.height;
	const width = Math.min(picture.width, picture.height * ratio);
	return { width: Math.min(even(width), picture.width), height: Math.min(even(width / ratio), picture.height) };
}

/** The size at which a whole picture just fits into the output. Even sizes. */
export function fitOf(picture: Size, output: Size): Size {
	const scale = Math.min(output.width / picture.width, output.height / picture.height);
	return { width: Math.min(even(picture.width * scale), output.width), height: Math.min(even(picture.height * scale), output.height) };
}

/** Nearest even number, at least 2: the encoder halves colour planes. */
export function even(value: number): number {
	return Math.max(2, 2 * Math.round(value / 2));
}

/** A very wide or very tall source would otherwise get an endless longer side. */
const LONGEST_TO_SHORTER = 3;

function sized(ratio: number, side: number): Size {
	if (ratio >= 1) return { width: even(Math.min(ratio, LONGEST_TO_SHORTER) * side), height: even(side / Math.max(1, ratio / LONGEST_TO_SHORTER)) };
	return { width: even(side / Math.max(1, 1 / ratio / LONGEST_TO_SHORTER)), height: even(Math.min(1 / ratio, LONGEST_TO_SHORTER) * side) };
}

/** Share of the picture's area that is lost when it is cut to a shape. */
function cutShare(picture: Size, ratio: number): number {
	const own = picture.width / picture.height;
	return 1 - Math.min(own, ratio) / Math.max(own, ratio);
}

function placingOf(layout: string, lost: number): { readonly placing: Placing; readonly notes: readonly string[] } {
	const auto = lost <= MOST_CUT ? "crop" : "fit";
	if (lost <= NO_CUT) return { placing: "scale", notes: [] };
	if (layout === "Full") return { placing: "crop", notes: [] };
	if (layout === "Fit") return { placing: "fit", notes: [] };
	if (layout === "Auto" || layout === "") return { placing: auto, notes: [] };
	const instead = auto === "fit" ? "the whole picture before a blurred background (Fit)" : "the middle of the picture (Full)";
	return { placing: auto, notes: [`The layout "${layout}" needs to know where people are in the picture, which is not set up: ${instead} is shown instead.`] };
}

function upscaled(picture: Size, side: number): readonly string[] {
	const own = Math.min(picture.width, picture.height);
	return side > 1080 && own < side ? [`The source is only ${picture.width}x${picture.height}: rendering it larger adds no detail.`] : [];
}
