import { areaOf } from "./boxes.ts";
import type { ComposedScene } from "./composition.ts";
import type { Size } from "./output-size.ts";

/** Shown so many times as wide as it was filmed, a picture has little or no detail of a pixel's size. */
const TIMES = { much: 2, some: 1.4 } as const;
/** Share of a clip, by area and time, that may be sharper than that. */
const MOST_SHARP = 0.75;

/** By how much most of a clip is shown larger than it was filmed. */
export type Magnified = keyof typeof TIMES;

/** Whether much of a clip is shown larger than it was filmed, or blurred; undefined where it is sharp. */
export function magnifiedOf(
	scenes: readonly ComposedScene[],
	picture: Size,
	output: Size,
): Magnified | undefined {
	const isEnlarged = (times: number) =>
		sharpIn(scenes, times * picture.width) <= MOST_SHARP * lengthOf(scenes) * output.width * output.height;
	if (isEnlarged(TIMES.much)) return "much";
	return isEnlarged(TIMES.some) ? "some" : undefined;
}

/** Area by time of what is less wide than a picture of that width would be. */
function sharpIn(scenes: readonly ComposedScene[], width: number): number {
	const parts = scenes.map(({ begin, end, layout: { panels } }) => {
		const sharp = panels.filter(({ from, at }) => at.width < from.width * width);
		return (end - begin) * sharp.reduce((sum, { at }) => sum + areaOf(at), 0);
	});
	return parts.reduce((sum, each) => sum + each, 0);
}

function lengthOf(scenes: readonly ComposedScene[]): number {
	return scenes.reduce((sum, { begin, end }) => sum + end - begin, 0);
}
