import { type Box, sharedArea } from "../compose/boxes.ts";
import type { Size } from "../compose/output-size.ts";
import { headBox } from "../compose/person-crop.ts";
import type { Subject } from "./subjects.ts";

/** Side of the squares that are looked at, in pixels of a small picture. */
const CELL = 4;
/** Levels from one pixel to the next at the edge of a letter, however small it is shown. */
const STEP = 10;
/** Share of a square's pixels at edges, where letters are. */
const FINE = 0.25;

/**
 * Where something is written in a picture of what stays, or drawn as finely: rows of squares with many edges,
 * apart from people.
 */
export function slideTextIn(
	still: Float32Array,
	{ width, height }: Size,
	subjects: readonly Subject[],
): readonly Box[] {
	const people = subjects.map(({ box, face }) => (face ? headBox(face.box) : box));
	const rows: Box[] = [];
	for (let top = 0; top + CELL <= height; top += CELL) {
		let run: { from: number; until: number } | undefined;
		for (let left = 0; left <= width; left += CELL) {
			const cell = { x: left / width, y: top / height, width: CELL / width, height: CELL / height };
			const written =
				left + CELL <= width &&
				edgeShare(still, { left, top, width }) >= FINE &&
				!people.some((each) => sharedArea(each, cell) > 0);
			if (written) run = { from: run?.from ?? left, until: left + CELL };
			else if (run) {
				rows.push({ ...cell, x: run.from / width, width: (run.until - run.from) / width });
				run = undefined;
			}
		}
	}
	return rows;
}

/** Share of a square's pixels that differ from the one beside or above. */
function edgeShare(
	still: Float32Array,
	{ left, top, width }: { readonly left: number; readonly top: number; readonly width: number },
): number {
	let edges = 0;
	for (let y = top; y < top + CELL; y += 1) {
		for (let x = left; x < left + CELL; x += 1) {
			const here = still[y * width + x] ?? 0;
			const aside = x === 0 ? here : (still[y * width + x - 1] ?? here);
			const above = y === 0 ? here : (still[(y - 1) * width + x] ?? here);
			if (Math.max(Math.abs(here - aside), Math.abs(here - above)) >= STEP) edges += 1;
		}
	}
	return edges / (CELL * CELL);
}
