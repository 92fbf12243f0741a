/** A rectangle, as a rule in shares (0 to 1) of a picture; what is reckoned of one in pixels is in pixels. */
export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

export const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 };

/** The middle of a box. */
export function centreOf({ x, y, width, height }: Box): { readonly x: number; readonly y: number } {
	return { x: x + width / 2, y: y + height / 2 };
}

/** Area of a box: of one in shares, the share of the picture. */
export function areaOf({ width, height }: Box): number {
	return width * height;
}

/** The smallest box around two. */
export function around(a: Box, b: Box): Box {
	const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
	return {
		x,
		y,
		width: Math.max(a.x + a.width, b.x + b.width) - x,
		height: Math.max(a.y + a.height, b.y + b.height) - y,
	};
}

/** The part of a box that is in another; without an area where there is none. */
export function clipped(box: Box, room: Box): Box {
	const [left, top] = [Math.max(box.x, room.x), Math.max(box.y, room.y)];
	const [right, bottom] = [
		Math.min(box.x + box.width, room.x + room.width),
		Math.min(box.y + box.height, room.y + room.height),
	];
	return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** The area that two boxes share. */
export function sharedArea(a: Box, b: Box): number {
	return areaOf(clipped(a, b));
}

/** Places are found to a pixel of a small picture: what is left out at edges inside of the picture. */
const EDGE = 0.008;

/**
 * A window without the pixel or two by which its edges may be wrong; the edges of the picture itself are not.
 */
export function insideOf({ x, y, width, height }: Box): Box {
	const [left, top] = [x > 0 ? x + EDGE : 0, y > 0 ? y + EDGE : 0];
	const [right, bottom] = [x + width, y + height].map((edge) => (edge < 1 ? edge - EDGE : 1));
	return { x: left, y: top, width: (right ?? 1) - left, height: (bottom ?? 1) - top };
}

/** A window with the pixel or two by which its edges may be wrong: beside that, nothing of it shows. */
export function outsideOf({ x, y, width, height }: Box): Box {
	return clipped({ x: x - EDGE, y: y - EDGE, width: width + 2 * EDGE, height: height + 2 * EDGE }, WHOLE);
}

/** Whether the gaps between two boxes are at most so large; 0: they touch; below: they overlap. */
export function near(a: Box, b: Box, gap: number): boolean {
	const across = Math.max(b.x - a.x - a.width, a.x - b.x - b.width);
	const down = Math.max(b.y - a.y - a.height, a.y - b.y - b.height);
	return Math.max(across, down) <= gap;
}

/**
 * The largest of the four parts beside, above and below a box: what a picture shows apart from a window in
 * it.
 */
export function restOf({ x, y, width, height }: Box): Box {
	const [right, bottom] = [x + width, y + height];
	const parts: readonly Box[] = [
		{ ...WHOLE, width: x },
		{ ...WHOLE, x: right, width: 1 - right },
		{ ...WHOLE, height: y },
		{ ...WHOLE, y: bottom, height: 1 - bottom },
	];
	return parts.reduce((best, part) => (areaOf(part) > areaOf(best) ? part : best));
}

/**
 * The largest box of a shape (width to height, both in shares of the picture) inside of another, as near to a
 * point as it can be.
 */
export function largestIn(
	room: Box,
	shape: number,
	towards: { readonly x: number; readonly y: number },
): Box {
	const width = Math.min(room.width, room.height * shape);
	const height = width / shape;
	return {
		x: clamp(towards.x - width / 2, room.x, room.x + room.width - width),
		y: clamp(towards.y - height / 2, room.y, room.y + room.height - height),
		width,
		height,
	};
}

/** A value held between two others. */
export function clamp(value: number, low: number, high: number): number {
	return Math.max(low, Math.min(high, value));
}

/** The middle one of numbers; the lower of two. */
export function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}
