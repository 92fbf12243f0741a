import { areaOf, sharedArea } from "../compose/boxes.ts";
import { even, type Size } from "../compose/output-size.ts";
import type { PixelBox } from "../compose/pixel-boxes.ts";
import type { Corner } from "../port.ts";
import {
	FAR,
	type SceneFaces,
	type TextBlocks,
	type TextPlaces,
	type TextPosition,
	textPlacesFor,
} from "./text-positions.ts";

/** A logo of a size, and the corners it may be in, the best first. */
export interface LogoWish {
	readonly size: Size;
	readonly corners: readonly Corner[];
}

/** Most of the shorter side of the output that a logo is wide and high. */
const MOST = { width: 0.24, height: 0.11 } as const;
/** It is made smaller where that is what it takes to cover nobody. */
const SIZES = [1, 0.7] as const;
const SMALLER = 1;
/** What it costs to be over something all the time, beside the share of it that is covered. */
const OVER = { face: 10, head: 2, text: 6, slideText: 2 } as const;
/** Of two corners that are as free, the one that is named first. */
const LATER = 0.02;

/**
 * Where a logo and the texts of a clip stand so that none is over another, nor over a face, as far as the
 * corners allow. The logo stays where it is throughout.
 */
export function logoAndTexts(
	scenes: readonly SceneFaces[],
	texts: TextBlocks,
	wish: LogoWish,
): TextPlaces & { readonly logo: PixelBox } {
	const tried = wish.corners.flatMap((corner, at) =>
		SIZES.map((scale) => {
			const logo = inCorner(sized(wish.size, texts.output, scale), corner, texts);
			const places = textPlacesFor(scenes, { ...texts, logo });
			const cost =
				costOf(logo, { scenes, texts, positions: places.positions }) + LATER * at + SMALLER * (1 - scale);
			return { ...places, logo, cost };
		}),
	);
	return tried.reduce((best, each) => (each.cost < best.cost ? each : best));
}

function sized({ width, height }: Size, output: Size, scale: number): Size {
	const side = Math.min(output.width, output.height);
	const share = scale * Math.min((MOST.width * side) / width, (MOST.height * side) / height);
	return { width: Math.max(2, even(width * share)), height: Math.max(2, even(height * share)) };
}

function inCorner({ width, height }: Size, corner: Corner, { output, safe }: TextBlocks): PixelBox {
	const x = corner.endsWith("left") ? safe.sides : output.width - safe.sides - width;
	const y = corner.startsWith("top") ? safe.top : output.height - safe.bottom - height;
	return { x: even(x), y: even(y), width, height };
}

interface Placed {
	readonly scenes: readonly SceneFaces[];
	readonly texts: TextBlocks;
	readonly positions: readonly TextPosition[];
}

/** What is covered, and how far texts went out of the way, over the whole clip. */
function costOf(logo: PixelBox, { scenes, texts, positions }: Placed): number {
	const length = scenes.reduce((sum, { begin, end }) => sum + end - begin, 0);
	return scenes.reduce((sum, scene, at) => {
		const share = (scene.end - scene.begin) / Math.max(1, length);
		const position = positions[at];
		return sum + share * (hidden(logo, scene) + (position ? crowded(logo, texts, { scene, position }) : 0));
	}, 0);
}

function hidden(logo: PixelBox, { faces = [], slideText = [] }: SceneFaces): number {
	const over = (box: PixelBox, cost: number) => {
		const shared = sharedArea(logo, box);
		return shared > 0 ? cost * (1 + shared / areaOf(logo)) : 0;
	};
	const people = faces.reduce(
		(sum, { face, head }) => sum + over(face, OVER.face) + over(head, OVER.head),
		0,
	);
	return people + slideText.reduce((sum, box) => sum + over(box, OVER.slideText), 0);
}

function crowded(
	logo: PixelBox,
	texts: TextBlocks,
	{ scene, position }: { readonly scene: SceneFaces; readonly position: TextPosition },
): number {
	const { output, safe, plates } = texts;
	const { captions, hook } = position;
	const band = (y: number, height: number, plate = 0) => ({
		x: safe.sides,
		y: y - plate,
		width: output.width - 2 * safe.sides,
		height: height === 0 ? 0 : height + 2 * plate,
	});
	const bands = [
		band(output.height - captions - texts.captions, texts.captions, plates?.captions),
		band(hook, texts.hook, plates?.hook),
	].filter(({ height }) => height > 0);
	const isOver = bands.some((each) => sharedArea(logo, each) > 0);
	const moved = texts.captions === 0 ? 0 : Math.abs(captions - safe.bottom) / output.height;
	// A logo that has a text stand over somebody is worse than one over them.
	const people = bands.reduce((sum, each) => sum + hidden(each, { ...scene, slideText: [] }), 0);
	return (isOver ? OVER.text : 0) + FAR * moved + people;
}
