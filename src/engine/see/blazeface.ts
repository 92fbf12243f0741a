import { areaOf, type Box, clamp, sharedArea } from "../compose/boxes.ts";
import type { Size } from "../compose/output-size.ts";

/** A face in a picture. */
export interface Face {
	readonly box: Box;
	/** How sure the model is, 0 to 1. */
	readonly score: number;
}

/** One layer of the model's answer: a score and 16 numbers for each anchor. */
export interface Layer {
	readonly scores: Float32Array;
	readonly boxes: Float32Array;
}

/** Side of the square picture the model takes, in pixels. */
export const SIDE = 256;
/**
 * The coarse grid sees large faces, the fine one small ones; each cell has so many anchors, all in its
 * middle.
 */
const GRIDS = [
	{ cells: 16, anchors: 2 },
	{ cells: 8, anchors: 6 },
] as const;
const NUMBERS = 16;
/** Weak answers count too where sure ones are near them in time: see `face-tracks.ts`. */
const LEAST_SCORE = 0.6;
const SAME_FACE = 0.3;

/**
 * A picture (three bytes a pixel, at most 256 wide and high) in the middle of the model's square, black
 * around it, from -1 to 1.
 */
export function squareOf(picture: Uint8Array, size: Size): Float32Array {
	const { left, top } = marginsOf(size);
	const square = new Float32Array(SIDE * SIDE * 3).fill(-1);
	for (let y = 0; y < size.height; y += 1) {
		const [from, to] = [y * size.width * 3, ((y + top) * SIDE + left) * 3];
		for (let at = 0; at < size.width * 3; at += 1) square[to + at] = (picture[from + at] ?? 0) / 127.5 - 1;
	}
	return square;
}

/**
 * The faces that the model's answer means for a picture of a size: in shares of that picture, surest first.
 */
export function facesOf(layers: readonly Layer[], size: Size): readonly Face[] {
	const found = layers.flatMap((layer, at) => facesIn(layer, GRIDS[at] ?? GRIDS[0]));
	return united(found).flatMap((face) => {
		const box = inPicture(face.box, size);
		return box ? [{ ...face, box }] : [];
	});
}

function marginsOf({ width, height }: Size): { readonly left: number; readonly top: number } {
	return { left: Math.floor((SIDE - width) / 2), top: Math.floor((SIDE - height) / 2) };
}

/** Faces of one grid, in shares of the square. */
function facesIn({ scores, boxes }: Layer, { cells, anchors }: (typeof GRIDS)[number]): readonly Face[] {
	const faces: Face[] = [];
	scores.forEach((raw, anchor) => {
		const score = 1 / (1 + Math.exp(-raw));
		if (!(score >= LEAST_SCORE)) return;
		const cell = Math.floor(anchor / anchors);
		const [x = 0, y = 0, width = 0, height = 0] = boxes
			.subarray(anchor * NUMBERS, anchor * NUMBERS + 4)
			.map((value) => value / SIDE);
		const middle = { x: ((cell % cells) + 0.5) / cells + x, y: (Math.floor(cell / cells) + 0.5) / cells + y };
		if (width > 0 && height > 0)
			faces.push({ score, box: { x: middle.x - width / 2, y: middle.y - height / 2, width, height } });
	});
	return faces;
}

/**
 * Several anchors see the same face: their mean, weighted by how sure they are, is steadier than the best of
 * them.
 */
function united(found: readonly Face[]): readonly Face[] {
	const faces: Face[] = [];
	let left = [...found].sort((a, b) => b.score - a.score);
	for (let best = left[0]; best; best = left[0]) {
		const { box } = best;
		const same = left.filter((each) => each === best || overlapOf(each.box, box) >= SAME_FACE);
		faces.push({ score: best.score, box: meanOf(same) });
		left = left.filter((each) => !same.includes(each));
	}
	return faces;
}

function meanOf(faces: readonly Face[]): Box {
	const weight = faces.reduce((sum, { score }) => sum + score, 0);
	const mean = (value: (box: Box) => number) =>
		faces.reduce((sum, { score, box }) => sum + score * value(box), 0) / weight;
	return {
		x: mean(({ x }) => x),
		y: mean(({ y }) => y),
		width: mean(({ width }) => width),
		height: mean(({ height }) => height),
	};
}

/** Shared area of two boxes, as a share of what they cover together. */
export function overlapOf(a: Box, b: Box): number {
	const shared = sharedArea(a, b);
	return shared / (areaOf(a) + areaOf(b) - shared);
}

/**
 * From shares of the square to shares of the picture in it, cut at its edges; undefined for what lies
 * outside.
 */
function inPicture(box: Box, size: Size): Box | undefined {
	const { left, top } = marginsOf(size);
	const across = (x: number) => clamp((x * SIDE - left) / size.width, 0, 1);
	const down = (y: number) => clamp((y * SIDE - top) / size.height, 0, 1);
	const [x, y] = [across(box.x), down(box.y)];
	const inside = { x, y, width: across(box.x + box.width) - x, height: down(box.y + box.height) - y };
	return inside.width > 0 && inside.height > 0 ? inside : undefined;
}
