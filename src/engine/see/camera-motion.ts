import type { Box } from "../compose/boxes.ts";
import type { Size } from "../compose/output-size.ts";

/**
 * Levels by which a pixel changes from one frame to the next, on average, where a camera looks, be it at a
 * wall; a screen stands still.
 */
const LEAST_CHANGE = 0.12;
/** This share of the pixels of what is filmed lives. */
const FILMED = 0.85;
/** Something still of so many pixels may lie inside of a camera's picture. */
const GAP = 2;

/** The moving part of a picture around a box in it, up to where nothing moves on all sides. */
export function movingRegionAround(
	box: Box,
	given: { readonly frames: readonly Uint8Array[]; readonly size: Size },
): Box {
	const { width, height } = given.size;
	const life = changeMap(given.frames);
	const edge = {
		left: Math.floor(box.x * width),
		right: Math.ceil((box.x + box.width) * width),
		top: Math.floor(box.y * height),
		bottom: Math.ceil((box.y + box.height) * height),
	};
	const mean = (count: number, at: (index: number) => number) =>
		Array.from({ length: count }, (_, index) => life[at(index)] ?? 0).reduce((sum, each) => sum + each, 0) /
		count;
	const column = (x: number) =>
		x >= 0 && x < width && mean(edge.bottom - edge.top, (y) => (edge.top + y) * width + x) >= LEAST_CHANGE;
	const row = (y: number) =>
		y >= 0 && y < height && mean(edge.right - edge.left, (x) => y * width + edge.left + x) >= LEAST_CHANGE;
	for (let before = ""; before !== JSON.stringify(edge); ) {
		before = JSON.stringify(edge);
		edge.left -= reach((by) => column(edge.left - by));
		edge.right += reach((by) => column(edge.right + by - 1));
		edge.top -= reach((by) => row(edge.top - by));
		edge.bottom += reach((by) => row(edge.bottom + by - 1));
	}
	return {
		x: edge.left / width,
		y: edge.top / height,
		width: (edge.right - edge.left) / width,
		height: (edge.bottom - edge.top) / height,
	};
}

/**
 * Whether a picture lives nearly everywhere, as what a camera films does: screens, slides and drawings stand
 * still in parts.
 */
export function isFilmed(frames: readonly Uint8Array[]): boolean {
	const life = changeMap(frames);
	return frames.length > 1 && life.filter((each) => each >= LEAST_CHANGE).length >= FILMED * life.length;
}

/** How far life goes on, over gaps. */
function reach(isAlive: (by: number) => boolean): number {
	let far = 0;
	for (let by = 1; by <= far + 1 + GAP; by += 1) if (isAlive(by)) far = by;
	return far;
}

/** How much each pixel changes from one frame to the next, on average. */
function changeMap(frames: readonly Uint8Array[]): Float32Array {
	const life = new Float32Array(frames[0]?.length ?? 0);
	for (const [at, frame] of frames.slice(1).entries()) {
		const before = frames[at] ?? frame;
		frame.forEach((value, index) => {
			life[index] = (life[index] ?? 0) + Math.abs(value - (before[index] ?? value)) / frames.length;
		});
	}
	return life;
}
