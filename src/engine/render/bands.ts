import type { Size } from "../compose/output-size.ts";
import type { PixelBox } from "../compose/pixel-boxes.ts";
import type { Panel } from "../compose/scene-layout.ts";

/** The output as bands above or beside each other: panels that go all the way across, and gaps. */
export interface Bands {
	readonly filter: "vstack" | "hstack";
	/** How many of the panels are bands: the first ones. */
	readonly count: number;
	/** From the top or the left: the number of a panel, or a gap in which the copy behind shows. */
	readonly parts: readonly (number | PixelBox)[];
}

/**
 * As many of the first panels as go across and leave each other free. Undefined where not even the first one
 * does.
 */
export function bandsOf(panels: readonly Panel[], output: Size): Bands | undefined {
	for (let count = panels.length; count > 0; count -= 1) {
		const first = panels.slice(0, count);
		const bands = bandsAlong(first, output, "y") ?? bandsAlong(first, output, "x");
		if (bands) return bands;
	}
	return undefined;
}

function bandsAlong(panels: readonly Panel[], output: Size, way: "x" | "y"): Bands | undefined {
	const [side, across, other] =
		way === "y" ? (["height", "width", "x"] as const) : (["width", "height", "y"] as const);
	const order = [...panels.entries()].sort(([, a], [, b]) => a.at[way] - b.at[way]);
	const parts: (number | PixelBox)[] = [];
	let end = 0;
	const leave = (until: number) => {
		if (until > end) parts.push({ x: 0, y: 0, ...output, [way]: end, [side]: until - end });
	};
	for (const [number, { at, frame }] of order) {
		const goesAcross = at[other] === 0 && at[across] === output[across];
		if (!goesAcross || frame !== undefined || at[way] < end) return undefined;
		leave(at[way]);
		parts.push(number);
		end = at[way] + at[side];
	}
	leave(output[side]);
	return { filter: way === "y" ? "vstack" : "hstack", count: panels.length, parts };
}

/** Where a place of the output is in a small copy of it: on even pixels, at least two of them. */
export function placeInSmall({ x, y, width, height }: PixelBox, output: Size, small: Size): PixelBox {
	const across = evenPart([x, x + width], small.width / output.width, small.width);
	const down = evenPart([y, y + height], small.height / output.height, small.height);
	return { x: across.begin, y: down.begin, width: across.length, height: down.length };
}

function evenPart([from, to]: readonly [number, number], share: number, most: number) {
	const begin = Math.min(2 * Math.floor((from * share) / 2), most - 2);
	const end = Math.min(most, Math.max(begin + 2, 2 * Math.ceil((to * share) / 2)));
	return { begin, length: end - begin };
}
