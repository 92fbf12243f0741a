import { median } from "./boxes.ts";
import type { Size } from "./output-size.ts";

/** A place in the picture, in shares of it. */
export interface Point {
	readonly x: number;
	readonly y: number;
}

/** Where somebody is at a time, in milliseconds from the begin of a scene. */
export interface Sighting extends Point {
	readonly atMs: number;
}

/** The camera goes to a place: it starts at a time, takes so long, and begins and ends gently. */
export interface CameraMove extends Point {
	readonly atMs: number;
	readonly overMs: number;
}

/** Where a camera looks first, and where it goes from there. */
export interface CameraPath {
	readonly from: Point;
	readonly moves: readonly CameraMove[];
}

/** Detections the median filter looks at. */
const FILTER = 5;
/** Within this share of the cut-out around its middle, somebody moves without the camera. */
const CALM = 0.14;
/** Away from there for so many detections, they have moved and it was no slip of the detector. */
const CONFIRM = 3;
/**
 * Detections after which somebody who stays within the calm part has arrived, and the most that are waited
 * for.
 */
const SETTLED = 3;
const MOST_WAITED = 8;
/** A move starts this much before it would be noticed to be missing; ms. */
const EARLY_MS = 200;
const SHORTEST_MS = 500;
/** Milliseconds for a move across the whole cut-out: faster makes one giddy. */
const ACROSS_MS = 1_200;

/**
 * How a camera that shows a part of so large follows somebody: it stands still until they surely left the
 * middle, then goes there once, gently.
 */
export function followPath(path: readonly Sighting[], part: Size): CameraPath {
	const points = filtered(path);
	const calm = { width: CALM * part.width, height: CALM * part.height };
	const all = middleOf(points);
	if (!points.some((_, at) => hasLeft(points, at, { from: all, calm }))) return { from: all, moves: [] };
	const from = middleOf(points.slice(0, arrival(points, { at: 0, calm }) + SETTLED));
	const moves: CameraMove[] = [];
	let here: Point = from;
	for (let at = 0; at < points.length; at += 1) {
		const point = points[at];
		if (!point || !hasLeft(points, at, { from: here, calm })) continue;
		const arrived = arrival(points, { at: at + CONFIRM - 1, calm });
		const to = middleOf(points.slice(arrived, arrived + SETTLED));
		const atMs = Math.max((moves.at(-1)?.atMs ?? 0) + (moves.at(-1)?.overMs ?? 0), point.atMs - EARLY_MS);
		const walkMs = (points[arrived]?.atMs ?? point.atMs) - atMs;
		const far = Math.max(Math.abs(to.x - here.x) / part.width, Math.abs(to.y - here.y) / part.height);
		moves.push({ ...to, atMs, overMs: Math.round(Math.max(SHORTEST_MS, far * ACROSS_MS, walkMs)) });
		here = to;
		at = arrived;
	}
	return { from, moves };
}

interface Zone {
	readonly from: Point;
	readonly calm: Size;
}

/** Whether somebody is away from a point, to the same side, for as long as it takes to be sure. */
function hasLeft(points: readonly Sighting[], at: number, { from, calm }: Zone): boolean {
	const next = points.slice(at, at + CONFIRM);
	const away = (value: (point: Point) => number, most: number) =>
		[1, -1].some((side) => next.every((point) => side * value(point) > most));
	return (
		next.length === CONFIRM &&
		(away(({ x }) => x - from.x, calm.width) || away(({ y }) => y - from.y, calm.height))
	);
}

/** The first detection from one on after which somebody stays where they are. */
function arrival(
	points: readonly Sighting[],
	{ at, calm }: { readonly at: number; readonly calm: Size },
): number {
	const last = Math.min(points.length - 1, at + MOST_WAITED);
	for (let arrived = at; arrived < last; arrived += 1) {
		const { x = 0, y = 0 } = points[arrived] ?? {};
		const stays = points.slice(arrived + 1, arrived + 1 + SETTLED);
		if (
			stays.every(
				(point) => Math.abs(point.x - x) <= calm.width / 2 && Math.abs(point.y - y) <= calm.height / 2,
			)
		)
			return arrived;
	}
	return last;
}

/** Slips of the detector that are short are gone. */
function filtered(path: readonly Sighting[]): readonly Sighting[] {
	const half = Math.floor(FILTER / 2);
	return path.map(({ atMs }, at) => ({
		atMs,
		...middleOf(path.slice(Math.max(0, at - half), at + half + 1)),
	}));
}

function middleOf(points: readonly Point[]): Point {
	return { x: median(points.map(({ x }) => x)), y: median(points.map(({ y }) => y)) };
}
