import type { Subject } from "../see/subjects.ts";
import { areaOf, around, type Box, centreOf, clamp, largestIn, WHOLE } from "./boxes.ts";
import { followPath, type Point } from "./camera-path.ts";
import { even, fitOf, type Size } from "./output-size.ts";
import { headBox } from "./person-crop.ts";
import { centredIn, type PixelBox, relativeAspect } from "./pixel-boxes.ts";
import type { LayoutInput, PanelCrop, SceneLayout } from "./scene-layout.ts";

/**
 * Measured from the middle of a face in its heights: its eyes, the crown with a little air, the chin with a
 * little air.
 */
const FACE = { eyes: -0.24, crown: -1.13, chin: 0.6 } as const;
/** Eyes are at this share of a part's height, where there is room. */
const EYE_LINE = 1 / 3;
/** From crown to chin, in heights of the face; less than all of it is a head that is cut. */
export const HEAD_HIGH = 1.55;
/**
 * A picture that is less high than this share of the output looks lost in it; not more than a third of its
 * width is given for that.
 */
const WELL_SEEN = 0.42;
const LEAST_WIDE = 2 / 3;
/** What is nearly as high as that stays whole. */
const ALMOST = 0.92;
/** Less than this share of the picture is no move. */
const STILL = 0.004;

/**
 * The whole picture in the middle, before a blurred copy of itself; what is filmed loses a little of its
 * sides where it would be a strip.
 */
export function fit(stage: LayoutInput): SceneLayout {
	const { picture, output } = stage;
	const whole = fitOf(picture, output);
	const closer = {
		width: output.width,
		height: even(Math.min(WELL_SEEN * output.height, whole.height / LEAST_WIDE)),
	};
	const part = whole.height < ALMOST * closer.height ? sidesOff(stage, closer) : undefined;
	const at = centredIn(part ? closer : whole, { x: 0, y: 0, ...output });
	return {
		panels: [{ from: part ?? WHOLE, at }],
		behind: at.width < output.width || at.height < output.height,
	};
}

/** The picture without its sides, where nobody and nothing is lost with them. */
function sidesOff({ picture, subjects, filmed }: LayoutInput, size: Size): Box | undefined {
	if (filmed !== true || subjects.some(({ window }) => window)) return undefined;
	const towards = subjects.length > 0 ? centreOf(allOf(subjects)) : { x: 0.5, y: 0.5 };
	const part = largestIn(WHOLE, relativeAspect(size, picture), towards);
	const holds = (x: number, width: number) => x >= part.x && x + width <= part.x + part.width;
	const stays = (subject: Subject) => {
		const { x, width } = coreOf(subject);
		return holds(x, width) && (subject.face?.path ?? []).every((point) => holds(point.x - width / 2, width));
	};
	return subjects.every(stays) ? part : undefined;
}

/** The part around what matters most, filling the output. */
export function full(stage: LayoutInput): SceneLayout {
	return filled(
		[{ x: 0, y: 0, ...stage.output }],
		[partAround(stage.subjects, relativeAspect(stage.output, stage.picture))],
	);
}

/** All subjects if one part holds them, else the largest. */
function partAround(subjects: readonly Subject[], shape: number): PanelCrop {
	const [first, ...others] = subjects;
	if (!first) return { from: largestIn(WHOLE, shape, { x: 0.5, y: 0.5 }) };
	if (others.length > 0 && heldByOne(subjects, shape))
		return { from: largestIn(WHOLE, shape, centreOf(allOf(subjects))) };
	const largest = subjects.reduce((best, each) => (areaOf(each.box) > areaOf(best.box) ? each : best));
	const holds = others.length === 0 && largest.face === undefined && heldByOne(subjects, shape);
	return holds
		? { from: largestIn(WHOLE, shape, centreOf(largest.box)) }
		: followSubject(largest, { bounds: WHOLE, shape });
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

export function coreOf({ box, face }: Subject): Box {
	return face ? headBox(face.box) : box;
}

interface Framing {
	/** What may be shown. */
	readonly bounds: Box;
	/** Width to height, in shares of the picture. */
	readonly shape: number;
	/** The part is at most so high. Absent: as high as there is room. */
	readonly highest?: number;
}

/** The largest part of some bounds that shows a subject's head; it goes with a face. */
export function followSubject(subject: Subject, { bounds, shape, highest = 1 }: Framing): PanelCrop {
	const at = (point: Point) => {
		const most = largestIn(bounds, shape, point);
		const height = Math.min(most.height, highest);
		const part = {
			x: point.x - (height * shape) / 2,
			y: point.y - height / 2,
			width: height * shape,
			height,
		};
		return {
			...part,
			x: clamp(part.x, bounds.x, bounds.x + bounds.width - part.width),
			y: clamp(part.y, bounds.y, bounds.y + bounds.height - height),
		};
	};
	if (!subject.face) return { from: at(headOf(subject)) };
	const size = at(headOf(subject));
	const lower = lowerBy(subject.face.box, size);
	const framed = ({ x, y }: Point) => at({ x, y: y + lower });
	const shot = followPath(subject.face.path, size);
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

/**
 * How far the middle of a part is below that of a face: eyes on their line, the crown in the picture, and the
 * chin at any rate.
 */
export function lowerBy(face: Box, part: Size): number {
	const top = Math.min(FACE.eyes * face.height - EYE_LINE * part.height, FACE.crown * face.height);
	return Math.max(top, FACE.chin * face.height - part.height) + part.height / 2;
}

/** Whether a part of a shape shows every head whole that is in the picture. */
export function headsFit(subjects: readonly Subject[], shape: number): boolean {
	const part = largestIn(WHOLE, shape, { x: 0.5, y: 0.5 });
	return subjects.every(
		({ face }) =>
			!face || (part.height >= Math.min(1, HEAD_HIGH * face.box.height) && part.width >= face.box.width),
	);
}

/** Where a subject's head is, or is likely to be. */
export function headOf({ box, face }: Subject): Point {
	return face ? centreOf(face.box) : { x: box.x + box.width / 2, y: box.y + box.height * 0.4 };
}

export function filled(places: readonly PixelBox[], parts: readonly PanelCrop[]): SceneLayout {
	return { panels: places.map((at, index) => ({ from: WHOLE, ...parts[index], at })), behind: false };
}
