import type { Box } from "./boxes.ts";

/**
 * Where a straight line divides a picture between two places, along a stretch; undefined where none does.
 * Shares of the picture.
 */
export type FindDivider = (way: "column" | "row", between: LineRange, along: LineRange) => number | undefined;

export interface LineRange {
	readonly from: number;
	readonly to: number;
}

/** Heads that overlap by less than this share of one are beside each other, or above. */
const OVER = 0.4;
/** It is looked for a little into the faces: boxes around them are rough. */
const NEAR = 0.02;
/** The line between two goes on so far beyond a face, in heads: that of hair or of a collar does not. */
const ALONG = 0.6;

/**
 * The part of a picture that is somebody's, told by their head, and not the others': up to the line between
 * them, or half-way.
 */
export function personCrop(head: Box, others: readonly Box[], divide: FindDivider = () => undefined): Box {
	const [own, face] = [edgesOf(head), edgesOf(faceIn(head))];
	const edge = { left: 0, right: 1, top: 0, bottom: 1 };
	const column = (from: number, to: number, half: number) =>
		divide("column", around(from, to), {
			from: face.top - ALONG * head.height,
			to: face.bottom + ALONG * head.height,
		}) ?? half;
	const row = (from: number, to: number, half: number) =>
		divide("row", around(from, to), {
			from: face.left - ALONG * head.width,
			to: face.right + ALONG * head.width,
		}) ?? half;
	for (const box of others) {
		const [other, there] = [edgesOf(box), edgesOf(faceIn(box))];
		const gaps = {
			right: other.left - own.right,
			left: own.left - other.right,
			bottom: other.top - own.bottom,
			top: own.top - other.bottom,
		};
		const widest = Math.max(...Object.values(gaps));
		// Whoever is in the way on both axes cannot be left out; hair that reaches over an edge is not.
		if (widest < -OVER * (Math.max(gaps.left, gaps.right) === widest ? head.width : head.height)) continue;
		if (gaps.right === widest)
			edge.right = Math.min(edge.right, column(face.right, there.left, (own.right + other.left) / 2));
		else if (gaps.left === widest)
			edge.left = Math.max(edge.left, column(there.right, face.left, (own.left + other.right) / 2));
		else if (gaps.bottom === widest)
			edge.bottom = Math.min(edge.bottom, row(face.bottom, there.top, (own.bottom + other.top) / 2));
		else edge.top = Math.max(edge.top, row(there.bottom, face.top, (own.top + other.bottom) / 2));
	}
	return { x: edge.left, y: edge.top, width: edge.right - edge.left, height: edge.bottom - edge.top };
}

function around(from: number, to: number): LineRange {
	return { from: from - NEAR, to: to + NEAR };
}

/** A face with some air around it, in its own sizes: more above, where the hair is. */
const HEAD = { aside: 0.25, above: 0.55, below: 0.2 } as const;

/** A head, told by its face, as far as the picture goes. */
export function headBox({ x, y, width, height }: Box): Box {
	const [left, top] = [Math.max(0, x - HEAD.aside * width), Math.max(0, y - HEAD.above * height)];
	return {
		x: left,
		y: top,
		width: Math.min(1, x + (1 + HEAD.aside) * width) - left,
		height: Math.min(1, y + (1 + HEAD.below) * height) - top,
	};
}

/** The face again, told by its head. */
function faceIn({ x, y, width, height }: Box): Box {
	const [wide, high] = [width / (1 + 2 * HEAD.aside), height / (1 + HEAD.above + HEAD.below)];
	return { x: x + HEAD.aside * wide, y: y + HEAD.above * high, width: wide, height: high };
}

function edgesOf({ x, y, width, height }: Box) {
	return { left: x, right: x + width, top: y, bottom: y + height };
}
