import type { Subject } from "./activity.ts";
import { areaOf, around, type Box, centreOf, clamp, largestIn, WHOLE } from "./boxes.ts";
import { type Move, type Point, shotOf } from "./camera.ts";
import { even, fitOf, type Size } from "./shape.ts";

/** A place in the output, in whole pixels. */
export interface Place extends Size {
	readonly x: number;
	readonly y: number;
}

/** A part of the picture, scaled to a place of the output. Both have the same shape. */
export interface Panel {
	readonly from: Box;
	readonly at: Place;
	/** Where the part moves to: its left upper corner, in shares of the picture. Absent: it stands still. */
	readonly moves?: readonly Move[];
	/** A frame of white around it, in pixels. */
	readonly frame?: number;
}

type Part = Pick<Panel, "from" | "moves">;

/** What one scene of the output is put together from; later panels lie above earlier ones. */
export interface Composition {
	readonly panels: readonly Panel[];
	/** A blurred copy of the whole picture shows where no panel does. */
	readonly behind: boolean;
}

/** Everything a layout is drawn from. */
export interface Stage {
	readonly picture: Size;
	readonly output: Size;
	/** From left to right. */
	readonly subjects: readonly Subject[];
}

/** Windows are found to a pixel of a small picture: their edges are left out. */
const EDGE = 0.008;
/** A face with some air around it, in its own sizes. */
const FACE_ROOM = 1.5;
/** Eyes are above the middle: the part reaches so much of its height further down. */
const LOWER = 0.08;
/** In a panel, a part is at most so many faces high; but not less than this share of the picture, which would be blurred. */
const CLOSE_UP = 4.5;
const LEAST_HIGH = 0.35;
/** Less than this share of the picture is no move. */
const STILL = 0.004;

/** The whole picture in the middle, before a blurred copy of itself. */
export function fit({ picture, output }: Stage): Composition {
	const at = middle(fitOf(picture, output), { x: 0, y: 0, ...output });
	return { panels: [{ from: WHOLE, at }], behind: at.width < output.width || at.height < output.height };
}

/** The part around what matters most, filling the output. */
export function full(stage: Stage): Composition {
	return filled([{ x: 0, y: 0, ...stage.output }], [partAround(stage.subjects, shareShape(stage.output, stage.picture))]);
}

/** One panel for each of so many subjects, without a gap: 2 halves, 1 and 2, or 2 by 2. Undefined where there are too few. */
export function panels(stage: Stage, count: 2 | 3 | 4): Composition | undefined {
	const largest = [...stage.subjects].sort((a, b) => areaOf(b.box) - areaOf(a.box)).slice(0, count);
	if (largest.length < count) return undefined;
	const chosen = stage.subjects.filter((subject) => largest.includes(subject));
	const places = cells(stage.output, count);
	const parts = chosen.map((subject, at) => {
		const room = subject.window ? insideOf(subject.window) : roomOf(coreOf(subject), chosen.filter((each) => each !== subject).map(coreOf));
		return followed(subject, { room, shape: shareShape(places[at] ?? stage.output, stage.picture), ...closeUp(subject) });
	});
	return filled(places, parts);
}

/** All subjects if one part holds them, else the largest. */
function partAround(subjects: readonly Subject[], shape: number): Part {
	const [first, ...others] = subjects;
	if (!first) return { from: largestIn(WHOLE, shape, { x: 0.5, y: 0.5 }) };
	if (others.length > 0 && heldByOne(subjects, shape)) return { from: largestIn(WHOLE, shape, centreOf(allOf(subjects))) };
	const largest = subjects.reduce((best, each) => (areaOf(each.box) > areaOf(best.box) ? each : best));
	const holds = others.length === 0 && largest.face === undefined && heldByOne(subjects, shape);
	return holds ? { from: largestIn(WHOLE, shape, centreOf(largest.box)) } : followed(largest, { room: WHOLE, shape });
}

/** Whether one part of a shape shows all subjects. */
export function heldByOne(subjects: readonly Subject[], shape: number): boolean {
	const [all, part] = [allOf(subjects), largestIn(WHOLE, shape, { x: 0.5, y: 0.5 })];
	return all.width <= part.width && all.height <= part.height;
}

/** Around the faces, where they are known: shoulders may be cut off. */
function allOf(subjects: readonly Subject[]): Box {
	return subjects.map(coreOf).reduce(around);
}

function coreOf({ box, face }: Subject): Box {
	if (!face) return box;
	const { x, y, width, height } = face.box;
	const [aside, above] = [((FACE_ROOM - 1) / 2) * width, ((FACE_ROOM - 1) / 2) * height];
	const [left, top] = [Math.max(0, x - aside), Math.max(0, y - above)];
	return { x: left, y: top, width: Math.min(1, x + width + aside) - left, height: Math.min(1, y + height + above) - top };
}

/** In a panel of its own a face is not lost. */
function closeUp({ face }: Subject): { readonly highest?: number } {
	return face ? { highest: Math.max(CLOSE_UP * face.box.height, LEAST_HIGH) } : {};
}

interface Framing {
	/** What may be shown. */
	readonly room: Box;
	/** Width to height, in shares of the picture. */
	readonly shape: number;
	/** The part is at most so high. Absent: as high as there is room. */
	readonly highest?: number;
}

/** The largest part of a room that shows a subject's head; it goes with a face. */
export function followed(subject: Subject, { room, shape, highest = 1 }: Framing): Part {
	const at = (point: Point) => {
		const most = largestIn(room, shape, point);
		const height = Math.min(most.height, highest);
		const part = { x: point.x - (height * shape) / 2, y: point.y - height / 2, width: height * shape, height };
		return { ...part, x: clamp(part.x, room.x, room.x + room.width - part.width), y: clamp(part.y, room.y, room.y + room.height - height) };
	};
	if (!subject.face) return { from: at(headOf(subject)) };
	const size = at(headOf(subject));
	const framed = ({ x, y }: Point) => at({ x, y: y + LOWER * size.height });
	const shot = shotOf(subject.face.path, size);
	const from = framed(shot.from);
	let before = from;
	const moves = shot.moves.flatMap((move) => {
		const { x, y } = framed(move);
		// At an edge of the picture the camera has come as far as it can.
		if (Math.hypot(x - before.x, y - before.y) < STILL) return [];
		before = { ...from, x, y };
		return [{ ...move, x, y }];
	});
	return { from, ...(moves.length > 0 && { moves }) };
}

/** Where a subject's head is, or is likely to be. */
export function headOf({ box, face }: Subject): Point {
	return face ? centreOf(face.box) : { x: box.x + box.width / 2, y: box.y + box.height * 0.4 };
}

/** The part of the picture that is nearer to a subject than to the others beside or below it. */
function roomOf(box: Box, others: readonly Box[]): Box {
	const edge = { left: 0, right: 1, top: 0, bottom: 1 };
	for (const other of others) {
		if (other.x >= box.x + box.width) edge.right = Math.min(edge.right, (box.x + box.width + other.x) / 2);
		else if (other.x + other.width <= box.x) edge.left = Math.max(edge.left, (other.x + other.width + box.x) / 2);
		else if (other.y >= box.y + box.height) edge.bottom = Math.min(edge.bottom, (box.y + box.height + other.y) / 2);
		else if (other.y + other.height <= box.y) edge.top = Math.max(edge.top, (other.y + other.height + box.y) / 2);
	}
	return { x: edge.left, y: edge.top, width: edge.right - edge.left, height: edge.bottom - edge.top };
}

function cells(output: Size, count: 2 | 3 | 4): readonly Place[] {
	const [across, down] = [even(output.width / 2), even(output.height / 2)];
	const part = (x: "left" | "right" | "both", y: "upper" | "lower" | "both"): Place => ({
		x: x === "right" ? across : 0,
		y: y === "lower" ? down : 0,
		width: { left: across, right: output.width - across, both: output.width }[x],
		height: { upper: down, lower: output.height - down, both: output.height }[y],
	});
	const wide = output.width > output.height;
	if (count === 4) return [part("left", "upper"), part("right", "upper"), part("left", "lower"), part("right", "lower")];
	if (count === 2) return wide ? [part("left", "both"), part("right", "both")] : [part("both", "upper"), part("both", "lower")];
	if (wide) return [part("left", "both"), part("right", "upper"), part("right", "lower")];
	return [part("both", "upper"), part("left", "lower"), part("right", "lower")];
}

/** A window without the pixel or two by which its edges may be wrong. */
export function insideOf({ x, y, width, height }: Box): Box {
	return { x: x + EDGE, y: y + EDGE, width: width - 2 * EDGE, height: height - 2 * EDGE };
}

/** A size in the middle of a place; its corner on even pixels. */
export function middle(size: Size, room: Place): Place {
	const half = (free: number) => 2 * Math.floor(free / 4);
	return { x: room.x + half(room.width - size.width), y: room.y + half(room.height - size.height), ...size };
}

function filled(places: readonly Place[], parts: readonly Part[]): Composition {
	return { panels: places.map((at, index) => ({ from: WHOLE, ...parts[index], at })), behind: false };
}

/** A shape in pixels as one in shares of a picture. */
export function shareShape(place: Size, picture: Size): number {
	return (place.width / place.height) * (picture.height / picture.width);
}
