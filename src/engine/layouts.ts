import type { Subject } from "./activity.ts";
import { areaOf, around, type Box, centreOf, largestIn, WHOLE } from "./boxes.ts";
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
	/** A frame of white around it, in pixels. */
	readonly frame?: number;
}

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

/** The whole picture in the middle, before a blurred copy of itself. */
export function fit({ picture, output }: Stage): Composition {
	const at = middle(fitOf(picture, output), { x: 0, y: 0, ...output });
	return { panels: [{ from: WHOLE, at }], behind: at.width < output.width || at.height < output.height };
}

/** The part around what matters most, filling the output. */
export function full(stage: Stage): Composition {
	const shape = shareShape(stage.output, stage.picture);
	const crop = largestIn(WHOLE, shape, { x: 0.5, y: 0.5 });
	return filled([{ x: 0, y: 0, ...stage.output }], [largestIn(WHOLE, shape, pointOfInterest(stage.subjects, crop))]);
}

/** One panel for each of so many subjects, without a gap: 2 halves, 1 and 2, or 2 by 2. Undefined where there are too few. */
export function panels(stage: Stage, count: 2 | 3 | 4): Composition | undefined {
	const largest = [...stage.subjects].sort((a, b) => areaOf(b.box) - areaOf(a.box)).slice(0, count);
	if (largest.length < count) return undefined;
	const chosen = stage.subjects.filter((subject) => largest.includes(subject));
	const places = cells(stage.output, count);
	const from = chosen.map((subject, at) => {
		const room = subject.window ? insideOf(subject.window) : roomOf(subject.box, chosen);
		return largestIn(room, shareShape(places[at] ?? stage.output, stage.picture), headOf(subject));
	});
	return filled(places, from);
}

/** Where to look: at all subjects if one crop holds them, else at the largest, its head rather than its middle. */
function pointOfInterest(subjects: readonly Subject[], crop: Box): { readonly x: number; readonly y: number } {
	const [first] = subjects;
	if (!first) return { x: 0.5, y: 0.5 };
	const all = subjects.reduce((box, each) => around(box, each.box), first.box);
	if (all.width <= crop.width && all.height <= crop.height) return centreOf(all);
	return headOf(subjects.reduce((best, each) => (areaOf(each.box) > areaOf(best.box) ? each : best)));
}

/** Where a subject's head is likely to be. */
export function headOf({ box }: Subject): { readonly x: number; readonly y: number } {
	return { x: box.x + box.width / 2, y: box.y + box.height * 0.4 };
}

/** The part of the picture that is nearer to a subject than to the others beside or below it. */
function roomOf(box: Box, others: readonly Subject[]): Box {
	const edge = { left: 0, right: 1, top: 0, bottom: 1 };
	for (const { box: other } of others) {
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

function filled(places: readonly Place[], from: readonly Box[]): Composition {
	return { panels: places.map((at, index) => ({ from: from[index] ?? WHOLE, at })), behind: false };
}

/** A shape in pixels as one in shares of a picture. */
export function shareShape(place: Size, picture: Size): number {
	return (place.width / place.height) * (picture.height / picture.width);
}
