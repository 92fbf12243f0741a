import type { Box } from "./boxes.ts";
import { even, type Size } from "./output-size.ts";

/** A place in the output, in whole pixels. */
export interface PixelBox extends Size {
	readonly x: number;
	readonly y: number;
}

/**
 * The places of so many panels: halves, 1 and 2, or 2 by 2. Halves are beside each other or one above the
 * other; what suits the shape of the output comes first.
 */
export function panelCells(output: Size, count: 2 | 3 | 4): readonly (readonly PixelBox[])[] {
	const [across, down] = [even(output.width / 2), even(output.height / 2)];
	const part = (x: "left" | "right" | "both", y: "upper" | "lower" | "both"): PixelBox => ({
		x: x === "right" ? across : 0,
		y: y === "lower" ? down : 0,
		width: { left: across, right: output.width - across, both: output.width }[x],
		height: { upper: down, lower: output.height - down, both: output.height }[y],
	});
	const quarters = [
		part("left", "upper"),
		part("right", "upper"),
		part("left", "lower"),
		part("right", "lower"),
	];
	if (count === 4) return [quarters];
	const [left, right] = [part("left", "both"), part("right", "both")];
	const [upper, lower] = [part("both", "upper"), part("both", "lower")];
	const beside = count === 2 ? [left, right] : [left, part("right", "upper"), part("right", "lower")];
	const above = count === 2 ? [upper, lower] : [upper, part("left", "lower"), part("right", "lower")];
	return output.width > output.height ? [beside, above] : [above, beside];
}

/** A box in whole pixels of a picture, on even ones. */
export function pixelsOf({ x, y, width, height }: Box, picture: Size): PixelBox {
	const up = (value: number) => 2 * Math.ceil(value / 2);
	const down = (value: number) => 2 * Math.floor(value / 2);
	const [left, top] = [up(x * picture.width), up(y * picture.height)];
	return {
		x: left,
		y: top,
		width: down((x + width) * picture.width) - left,
		height: down((y + height) * picture.height) - top,
	};
}

/** A size in the middle of a place; its corner on even pixels. */
export function centredIn(size: Size, room: PixelBox): PixelBox {
	const half = (free: number) => 2 * Math.floor(free / 4);
	return { x: room.x + half(room.width - size.width), y: room.y + half(room.height - size.height), ...size };
}

/** A shape in pixels as one in shares of a picture. */
export function relativeAspect(place: Size, picture: Size): number {
	return (place.width / place.height) * (picture.height / picture.width);
}
