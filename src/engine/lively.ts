import { around, type Box } from "./boxes.ts";
import type { Size } from "./shape.ts";

/** A side moves this much less than the window does on the whole where it is not of the window. */
const DEAD = 0.2;

/** A window without its sides that stand still: a camera's picture is never quite still, and the screen around it is. What must stay inside stays. */
export function livelyPart(window: Box, keep: Box, given: { readonly frames: readonly Uint8Array[]; readonly size: Size }): Box {
	const { width, height } = given.size;
	const life = lifeOf(given.frames);
	const edge = { left: Math.round(window.x * width), right: Math.round((window.x + window.width) * width), top: 0, bottom: 0 };
	edge.top = Math.round(window.y * height);
	edge.bottom = Math.round((window.y + window.height) * height);
	const mean = (from: readonly [x: number, y: number], to: readonly [x: number, y: number]) => {
		let sum = 0;
		for (let y = from[1]; y < to[1]; y += 1) for (let x = from[0]; x < to[0]; x += 1) sum += life[y * width + x] ?? 0;
		return sum / Math.max(1, (to[0] - from[0]) * (to[1] - from[1]));
	};
	const dead = DEAD * mean([edge.left, edge.top], [edge.right, edge.bottom]);
	const column = (x: number) => mean([x, edge.top], [x + 1, edge.bottom]) < dead;
	const row = (y: number) => mean([edge.left, y], [edge.right, y + 1]) < dead;
	while (edge.left < edge.right - 1 && column(edge.left)) edge.left += 1;
	while (edge.right > edge.left + 1 && column(edge.right - 1)) edge.right -= 1;
	while (edge.top < edge.bottom - 1 && row(edge.top)) edge.top += 1;
	while (edge.bottom > edge.top + 1 && row(edge.bottom - 1)) edge.bottom -= 1;
	return around(keep, { x: edge.left / width, y: edge.top / height, width: (edge.right - edge.left) / width, height: (edge.bottom - edge.top) / height });
}

/** How much each pixel changes from one frame to the next, on average. */
function lifeOf(frames: readonly Uint8Array[]): Float32Array {
	const life = new Float32Array(frames[0]?.length ?? 0);
	for (const [at, frame] of frames.slice(1).entries()) {
		const before = frames[at] ?? frame;
		frame.forEach((value, index) => {
			life[index] = (life[index] ?? 0) + Math.abs(value - (before[index] ?? value)) / frames.length;
		});
	}
	return life;
}
