import type { Box } from "./boxes.ts";
import type { Size } from "./output-size.ts";
import type { FindDivider } from "./person-crop.ts";

const STEP = 7;
/** Share of each side along which there must be an edge, and of all four together. */
const ALONG = 0.5;
const TOGETHER = 0.72;
/** The same where something else tells already that there is a window. */
const ROUGHLY = 0.3;
const ROUGHLY_TOGETHER = 0.6;
/** Share of a stretch along which a line goes that divides two people. */
const DIVIDES = 0.75;
/** Share of its pixels at which a part changes that shows something: a line of text is more. */
const PLAIN = 0.004;
/** What the edge of the picture counts as a side. */
const BORDER = 0.5;
const AIR = 1.2;
/** Cameras are shown as wide as this to their height: 9:16 at the least. */
const NARROWEST = 0.54;
const SMALLEST = 0.08;
const LARGEST = 0.6;
/**
 * Edges are looked for this much inside of a box too, in shares of the picture: maps of movement are blurred.
 */
const INSIDE = 0.03;

/**
 * The window a box lies in: the best rectangle of straight edges around it in a picture of what stays.
 * Undefined where there is none.
 */
export function windowAround(box: Box, still: Float32Array, size: Size): Box | undefined {
	const edges = edgesOf(still, size);
	const sides = candidates(box, size);
	let best: { readonly points: number; readonly box: Box } | undefined;
	for (const top of sides.top) {
		for (const bottom of sides.bottom) {
			const columns = (x: number) => edges.along("column", x, { from: top, to: bottom });
			const left = bestOf(sides.left, columns);
			const right = bestOf(sides.right, columns);
			if (
				!left ||
				!right ||
				right.place - left.place < SMALLEST * size.width ||
				bottom - top < SMALLEST * size.height
			)
				continue;
			const rows = [top, bottom].map((y) => edges.along("row", y, { from: left.place, to: right.place }));
			const points = [left.share, right.share, ...rows].reduce((sum, share) => sum + share, 0) / 4;
			if (
				Math.min(left.share, right.share, ...rows) < ALONG ||
				points < TOGETHER ||
				points <= (best?.points ?? 0)
			)
				continue;
			best = { points, box: boxOf({ left: left.place, right: right.place, top, bottom }, size) };
		}
	}
	return best && best.box.width <= LARGEST && isWide(best.box, size) && leavesRoom(best.box, box)
		? best.box
		: undefined;
}

/**
 * A rough window with each side at the straightest edge near it in a picture of what stays. Undefined where
 * its sides are not straight: it is no window.
 */
export function straightened(rough: Box, still: Float32Array, size: Size): Box | undefined {
	const edges = edgesOf(still, size);
	const pixels = {
		left: rough.x * size.width,
		right: (rough.x + rough.width) * size.width,
		top: rough.y * size.height,
		bottom: (rough.y + rough.height) * size.height,
	};
	const [top, bottom] = [Math.round(pixels.top), Math.round(pixels.bottom)];
	const [left, right] = [Math.round(pixels.left), Math.round(pixels.right)];
	const best = (
		way: "column" | "row",
		place: number,
		stretch: { readonly from: number; readonly to: number },
	) =>
		[0, -1, 1, -2, 2]
			.map((by) => ({ place: place + by, share: edges.along(way, place + by, stretch) }))
			.reduce((most, each) => (each.share > most.share ? each : most));
	const sides = {
		left: best("column", left, { from: top, to: bottom }),
		right: best("column", right, { from: top, to: bottom }),
		top: best("row", top, { from: left, to: right }),
		bottom: best("row", bottom, { from: left, to: right }),
	};
	const shares = Object.values(sides).map(({ share }) => share);
	if (Math.min(...shares) < ROUGHLY || shares.reduce((sum, share) => sum + share, 0) / 4 < ROUGHLY_TOGETHER)
		return undefined;
	const within = (value: number, most: number) => Math.max(0, Math.min(most, value));
	const place = (side: keyof typeof sides, most: number) => within(sides[side].place, most);
	return boxOf(
		{
			left: place("left", size.width),
			right: place("right", size.width),
			top: place("top", size.height),
			bottom: place("bottom", size.height),
		},
		size,
	);
}

/** Finds the straight lines that divide a picture of what stays: the edges of the tiles of a video call. */
export function findDividers(still: Float32Array, size: Size): FindDivider {
	const edges = edgesOf(still, size);
	return (way, between, along) => {
		const [length, across] = way === "column" ? [size.width, size.height] : [size.height, size.width];
		const stretch = {
			from: Math.max(0, Math.floor(along.from * across)),
			to: Math.min(across, Math.ceil(along.to * across)),
		};
		const [first, last] = [Math.ceil(between.from * length), Math.floor(between.to * length)];
		const lines = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({
			place: first + at,
			share: edges.along(way, first + at, stretch),
		}));
		const best = lines.reduce((most, each) => (each.share > most.share ? each : most), {
			place: 0,
			share: 0,
		});
		return best.share >= DIVIDES ? best.place / length : undefined;
	};
}

/** Hair and shoulders have straight sides too, and make a tower. */
function isWide({ width, height }: Box, size: Size): boolean {
	return width * size.width >= NARROWEST * height * size.height;
}

/** Whether a part of a picture shows hardly anything: a wall, a desktop without windows. */
export function isPlain(part: Box, still: Float32Array, { width, height }: Size): boolean {
	const [left, right] = [Math.ceil(part.x * width) + 1, Math.floor((part.x + part.width) * width) - 1];
	const [top, bottom] = [Math.ceil(part.y * height) + 1, Math.floor((part.y + part.height) * height) - 1];
	let steps = 0;
	for (let y = top + 1; y < bottom; y += 1) {
		for (let x = left + 1; x < right; x += 1) {
			const [here = 0, aside = 0, above = 0] = [
				still[y * width + x],
				still[y * width + x - 1],
				still[(y - 1) * width + x],
			];
			if (Math.max(Math.abs(here - aside), Math.abs(here - above)) >= STEP) steps += 1;
		}
	}
	return steps < PLAIN * (right - left) * (bottom - top);
}

/** Above and beside a head there is air; without it the edges are the subject's own. */
function leavesRoom(window: Box, box: Box): boolean {
	return window.width >= AIR * box.width && window.y < box.y;
}

function bestOf(
	places: readonly number[],
	share: (place: number) => number,
): { readonly place: number; readonly share: number } | undefined {
	const rated = places.map((place) => ({ place, share: share(place) })).filter((each) => each.share >= ALONG);
	return rated.length === 0
		? undefined
		: rated.reduce((best, each) => (each.share > best.share ? each : best));
}

/** Places where each side may be: outward as far as the picture goes, at most three times the box. */
function candidates(
	box: Box,
	{ width, height }: Size,
): Readonly<Record<"left" | "right" | "top" | "bottom", readonly number[]>> {
	const range = (from: number, to: number, most: number) => {
		const [low, high] = [Math.max(0, Math.round(from)), Math.min(most, Math.round(to))];
		return Array.from({ length: Math.max(0, high - low + 1) }, (_, at) => low + at);
	};
	const [right, bottom] = [box.x + box.width, box.y + box.height];
	return {
		left: range((box.x - 2 * box.width) * width, (box.x + INSIDE) * width, width),
		right: range((right - INSIDE) * width, (right + 2 * box.width) * width, width),
		top: range((box.y - 2 * box.height) * height, (box.y + INSIDE) * height, height),
		bottom: range((bottom - INSIDE) * height, (bottom + 2 * box.height) * height, height),
	};
}

interface Edges {
	/**
	 * Share of a stretch of a column or row, between it and the one before, where the picture changes at once.
	 */
	along(
		way: "column" | "row",
		place: number,
		stretch: { readonly from: number; readonly to: number },
	): number;
}

/** Counts of edges up to each place, so that any stretch is told by one subtraction. */
function edgesOf(still: Float32Array, { width, height }: Size): Edges {
	const differs = (x: number, y: number, back: number) =>
		Math.abs((still[y * width + x] ?? 0) - (still[y * width + x - back] ?? 0)) >= STEP ? 1 : 0;
	const columns = counted(width, height, (x, y) => differs(x, y, 1));
	const rows = counted(height, width, (y, x) => differs(x, y, width));
	return {
		along: (way, place, { from, to }) => {
			if (place <= 0 || place >= (way === "column" ? width : height)) return BORDER;
			const counts = (way === "column" ? columns : rows)[place] ?? [];
			return ((counts[to] ?? 0) - (counts[from] ?? 0)) / Math.max(1, to - from);
		},
	};
}

function counted(
	lines: number,
	length: number,
	isEdge: (line: number, at: number) => number,
): readonly (readonly number[])[] {
	return Array.from({ length: lines }, (_, line) => {
		const counts = [0];
		for (let at = 0; at < length; at += 1)
			counts.push((counts[at] ?? 0) + (line === 0 ? 0 : isEdge(line, at)));
		return counts;
	});
}

function boxOf(
	side: Readonly<Record<"left" | "right" | "top" | "bottom", number>>,
	{ width, height }: Size,
): Box {
	return {
		x: side.left / width,
		y: side.top / height,
		width: (side.right - side.left) / width,
		height: (side.bottom - side.top) / height,
	};
}
