import { defined } from "../../model/defined.ts";
import type { Box } from "../compose/boxes.ts";
import type { Size } from "../compose/output-size.ts";
import type { Frames } from "./subjects.ts";

/** Brighter than this, of 255, is no bar. */
const BLACK = 26;
/** Share of a column or row that may be brighter all the same: what a codec leaves. */
const STRAY = 0.01;
/**
 * Share of the first column or row beside a bar that is not black: what is ragged is no edge of a picture.
 */
const STRAIGHT = 0.5;
/** Pixels by which two bars may differ, and the fewest that a bar has. */
const UNEVEN = 2;
const THINNEST = 2;
/** What is left is at least this share of a side. */
const LEAST = 0.25;

/**
 * The picture between black bars that are a part of it; undefined where there are none. Bars come in pairs,
 * left and right or above and below.
 */
export function betweenBars({ frames, size }: Pick<Frames, "frames" | "size">): Box | undefined {
	if (frames.length === 0) return undefined;
	const brightest = new Uint8Array(size.width * size.height);
	for (const frame of frames)
		for (const [at, value] of frame.entries()) brightest[at] = Math.max(brightest[at] ?? 0, value);
	const lit = (at: number) => ((brightest[at] ?? 0) > BLACK ? 1 : 0);
	const column = (x: number) => meanOver(size.height, (y) => lit(y * size.width + x));
	const row = (y: number) => meanOver(size.width, (x) => lit(y * size.width + x));
	const [across, down] = [barOf(size.width, column), barOf(size.height, row)];
	if (across === 0 && down === 0) return undefined;
	return {
		x: across / size.width,
		y: down / size.height,
		width: 1 - (2 * across) / size.width,
		height: 1 - (2 * down) / size.height,
	};
}

/** Small frames, and the faces in them, without bars. */
export function withoutBars(given: Frames): Frames {
	const inner = betweenBars(given);
	if (!inner) return given;
	const { size, frames, faces } = given;
	const [left, top] = [Math.round(inner.x * size.width), Math.round(inner.y * size.height)];
	const own: Size = { width: size.width - 2 * left, height: size.height - 2 * top };
	const cut = (frame: Uint8Array) => {
		const part = new Uint8Array(own.width * own.height);
		for (let y = 0; y < own.height; y += 1)
			part.set(
				frame.subarray((y + top) * size.width + left, (y + top) * size.width + left + own.width),
				y * own.width,
			);
		return part;
	};
	const inside = (box: Box) => ({
		x: (box.x - inner.x) / inner.width,
		y: (box.y - inner.y) / inner.height,
		width: box.width / inner.width,
		height: box.height / inner.height,
	});
	const seen = faces?.map((each) => each.map((face) => ({ ...face, box: inside(face.box) })));
	return { ...given, size: own, frames: frames.map(cut), inner, ...defined({ faces: seen }) };
}

/** Pixels that are cut off at both ends: the bar, and the pixel that is partly bar. */
function barOf(length: number, lit: (at: number) => number): number {
	const first = (from: number, step: number) => {
		let at = from;
		while (at >= 0 && at < length && lit(at) <= STRAY) at += step;
		return at;
	};
	const [before, last] = [first(0, 1), first(length - 1, -1)];
	const after = length - 1 - last;
	const bar = Math.max(before, after) + 1;
	const edges = [lit(before + 1), lit(last - 1)];
	const isBar =
		Math.min(before, after) >= THINNEST &&
		Math.abs(before - after) <= UNEVEN &&
		Math.min(...edges) >= STRAIGHT;
	return isBar && length - 2 * bar >= LEAST * length ? bar : 0;
}

function meanOver(count: number, value: (at: number) => number): number {
	let sum = 0;
	for (let at = 0; at < count; at += 1) sum += value(at);
	return sum / count;
}
