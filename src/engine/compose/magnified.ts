import { areaOf } from "./boxes.ts";
import type { ComposedScene } from "./composition.ts";
import type { Size } from "./output-size.ts";

/** Shown so many times as wide as it was filmed, a picture has no detail of a pixel's size. */
const TIMES = 2;
/** Share of a clip, by area and time, that may be sharper than that. */
const MOST_SHARP = 0.75;

/** Whether much of a clip is shown far larger than it was filmed, or blurred. */
export function isMagnified(scenes: readonly ComposedScene[], picture: Size, output: Size): boolean {
	const parts = scenes.map(({ begin, end, layout: { panels } }) => {
		const sharp = panels.filter(({ from, at }) => at.width < TIMES * from.width * picture.width);
		return { length: end - begin, area: sharp.reduce((sum, { at }) => sum + areaOf(at), 0) };
	});
	const length = parts.reduce((sum, each) => sum + each.length, 0);
	const sharp = parts.reduce((sum, each) => sum + each.length * each.area, 0);
	return sharp <= MOST_SHARP * length * output.width * output.height;
}
