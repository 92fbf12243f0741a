import { areaOf, around, type Box, insideOf, near, restOf } from "../compose/boxes.ts";
import type { Sighting } from "../compose/camera-path.ts";
import type { Size } from "../compose/output-size.ts";
import { isPlain, windowAround } from "../compose/window.ts";
import type { Face } from "./blazeface.ts";
import type { Change } from "./scan.ts";

/** Small grey pictures of a stretch of video, all of one size, in order. */
export interface Frames {
	readonly size: Size;
	readonly frames: readonly Uint8Array[];
	readonly perSecond: number;
	/** The faces in each of them. Absent: nobody looked for faces. */
	readonly faces?: readonly (readonly Face[])[];
	/** The part of the source's picture that they show, where black bars were cut off. */
	readonly inner?: Box;
	/**
	 * How much each frame of the source differs from the one before; times from the begin of the stretch.
	 * Absent: unknown.
	 */
	readonly changes?: readonly Change[];
}

/**
 * Somebody whose face was found, or something that keeps moving while the rest stands still: as a rule,
 * somebody.
 */
export interface Subject {
	readonly box: Box;
	/** The window it is in, where straight edges surround it: a webcam in a screen recording. */
	readonly window?: Box;
	/**
	 * Its part of a picture that is divided between several, as in a video call, or that has nothing but a
	 * plain wall around it. Absent: nothing divides the picture.
	 */
	readonly crop?: Box;
	/** The face, as it is most of the time, and its middle over time. */
	readonly face?: { readonly box: Box; readonly path: readonly Sighting[] };
}

const CHANGED = 8;
/**
 * More of the picture than this changes at a cut, with a moving camera, or in action: it tells nothing of
 * subjects.
 */
const MOSTLY = 0.5;
const LEAST_PAIRS = 4;
const LEAST_OFTEN = 0.1;
const LEAST_AREA = 0.006;
/** What fills this much of the picture is the picture. */
const MOST_AREA = 0.6;
const NEIGHBOURS = 0.04;
const BLUR = 3;
const MOST_SUBJECTS = 8;

/** The subjects of a stretch of video, from left to right. None where nothing or nearly everything moves. */
export function subjectsIn({ size, frames }: Frames): readonly Subject[] {
	const changes = changesIn(frames);
	if (changes.length < Math.max(LEAST_PAIRS, (frames.length - 1) / 2)) return [];
	const often = blurred(meanOf(changes), size);
	const threshold = Math.max(LEAST_OFTEN, 0.3 * often.reduce((most, each) => Math.max(most, each), 0));
	const mask = often.map((share) => (share >= threshold ? 1 : 0));
	if (mask.reduce<number>((sum, each) => sum + each, 0) > MOSTLY * mask.length) return [];
	const boxes = joined(boxesIn(mask, size)).filter(
		(box) => areaOf(box) >= LEAST_AREA && areaOf(box) <= MOST_AREA,
	);
	if (boxes.length > MOST_SUBJECTS) return [];
	const still = meanOf(frames);
	return boxes
		.map((box) => {
			const window = windowAround(box, still, size);
			if (window === undefined || boxes.some((other) => other !== box && near(other, window, 0)))
				return { box };
			// Before a plain wall it is a picture on it: nothing is lost with the wall, and there is no screen.
			return { box, ...(isPlain(restOf(window), still, size) ? { crop: insideOf(window) } : { window }) };
		})
		.sort((a, b) => a.box.x - b.box.x);
}

/**
 * Where the picture changes from one frame to the next, 1 or 0; pairs between which nearly all of it does are
 * left out.
 */
function changesIn(frames: readonly Uint8Array[]): readonly Uint8Array[] {
	return frames.slice(1).flatMap((frame, at) => {
		const before = frames[at] ?? frame;
		const change = frame.map((value, index) =>
			Math.abs(value - (before[index] ?? value)) >= CHANGED ? 1 : 0,
		);
		return change.reduce((sum, each) => sum + each, 0) > MOSTLY * change.length ? [] : [change];
	});
}

/** The mean of pictures, pixel by pixel: what stays. */
export function meanOf(pictures: readonly Uint8Array[]): Float32Array {
	const sums = new Float32Array(pictures[0]?.length ?? 0);
	for (const picture of pictures) {
		picture.forEach((value, index) => {
			sums[index] = (sums[index] ?? 0) + value;
		});
	}
	return sums.map((sum) => sum / pictures.length);
}

/** Edges move more than cheeks do: neighbours share. */
function blurred(picture: Float32Array, size: Size): Float32Array {
	const across = averaged(picture, { count: size.height, length: size.width, next: 1, line: size.width });
	return averaged(across, { count: size.width, length: size.height, next: size.width, line: 1 });
}

interface Walk {
	readonly count: number;
	readonly length: number;
	readonly next: number;
	readonly line: number;
}

function averaged(picture: Float32Array, { count, length, next, line }: Walk): Float32Array {
	const out = new Float32Array(picture.length);
	const at = (row: number, place: number) =>
		picture[row * line + Math.max(0, Math.min(length - 1, place)) * next] ?? 0;
	for (let row = 0; row < count; row += 1) {
		let sum = 0;
		for (let place = -BLUR; place <= BLUR; place += 1) sum += at(row, place);
		for (let place = 0; place < length; place += 1) {
			out[row * line + place * next] = sum / (2 * BLUR + 1);
			sum += at(row, place + BLUR + 1) - at(row, place - BLUR);
		}
	}
	return out;
}

/** Boxes around the connected parts of a mask. */
function boxesIn(mask: Float32Array, size: Size): readonly Box[] {
	const left = Uint8Array.from(mask);
	const boxes: Box[] = [];
	left.forEach((_, start) => {
		if (left[start] === 1) boxes.push(flooded(left, start, size));
	});
	return boxes;
}

function flooded(left: Uint8Array, start: number, { width, height }: Size): Box {
	const edge = { left: width, right: 0, top: height, bottom: 0 };
	const waiting = [start];
	for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
		if (left[at] !== 1) continue;
		left[at] = 0;
		const [x, y] = [at % width, Math.floor(at / width)];
		Object.assign(edge, {
			left: Math.min(edge.left, x),
			right: Math.max(edge.right, x),
			top: Math.min(edge.top, y),
			bottom: Math.max(edge.bottom, y),
		});
		waiting.push(...(x > 0 ? [at - 1] : []), ...(x < width - 1 ? [at + 1] : []), at - width, at + width);
	}
	return {
		x: edge.left / width,
		y: edge.top / height,
		width: (edge.right - edge.left + 1) / width,
		height: (edge.bottom - edge.top + 1) / height,
	};
}

/** A head and a hand are one subject. */
function joined(boxes: readonly Box[]): readonly Box[] {
	const apart: Box[] = [];
	for (const box of [...boxes].sort((a, b) => areaOf(b) - areaOf(a))) {
		const other = apart.findIndex((each) => near(each, box, NEIGHBOURS));
		if (other < 0) apart.push(box);
		else apart.splice(other, 1, around(apart[other] ?? box, box));
	}
	return apart.length < boxes.length ? joined(apart) : apart;
}
