import { defined } from "../../model/defined.ts";
import type { Size } from "../compose/output-size.ts";
import type { PixelBox } from "../compose/pixel-boxes.ts";
import type { Brand } from "../port.ts";
import { safeArea } from "./captions.ts";
import { logoAndTexts } from "./logo-place.ts";
import { heightsOf, type Script } from "./subtitle-script.ts";
import { OVER_FACE, type SceneFaces, type TextPlaces, textPlacesFor } from "./text-positions.ts";

/** What texts are drawn on. */
export interface Picture {
	readonly output: Size;
	/** Of the clip, in milliseconds. */
	readonly length: number;
	/** Who is where. Empty: unknown. */
	readonly scenes: readonly SceneFaces[];
	/** Size of the logo that is asked for, in its own pixels, and where it may be. */
	readonly logo?: { readonly size: Size; readonly corners: Brand["place"] };
}

/** A script whose texts have their places, and where the logo is. */
export interface PlacedScript {
	readonly script?: Script;
	readonly logo?: PixelBox;
	/** Whether there is a hook text that would hide somebody wherever it stood: it is left out. */
	readonly isHookHidden: boolean;
}

/** Letters of texts, in shares of their usual size. */
export interface TextScales {
	readonly captions: number;
	readonly hook: number;
}

/** Sizes that are tried: smaller ones where larger ones would hide somebody. */
const SCALES = [1, 0.85, 0.7] as const;
/** What it costs to be smaller by its whole size, as places of texts cost. */
const SMALLER = 3;

/** Places for the texts of a script, which is laid out in the sizes that they get, and for a logo. */
export function placedScript(
	picture: Picture,
	layOut: ((scales: TextScales) => Script) | undefined,
): PlacedScript {
	if (!layOut) return { isHookHidden: false, ...defined({ logo: placesIn(picture, undefined).logo }) };
	const placed = (scales: TextScales, isHooked: boolean) => {
		const { hook, ...unhooked } = layOut(scales);
		const script = isHooked && hook ? { ...unhooked, hook } : unhooked;
		return { script, scales, ...placesIn(picture, script) };
	};
	// Captions are there all the time: their size and place are not for the hook text to choose.
	const alone = cheapest(
		SCALES.map((captions) => placed({ captions, hook: 1 }, false)),
		({ hiding, scales }) => OVER_FACE * hiding + SMALLER * (1 - scales.captions),
	);
	const hooked = cheapest(
		SCALES.map((hook) => placed({ captions: alone.scales.captions, hook }, true)),
		({ hookCost = Number.POSITIVE_INFINITY, scales }) => hookCost + SMALLER * (1 - scales.hook),
	);
	const isHookHidden = hooked.hookCost === undefined;
	const { script, positions, logo } = isHookHidden ? alone : hooked;
	return { script: { ...script, positions }, isHookHidden, ...defined({ logo }) };
}

function cheapest<Each>(all: readonly Each[], cost: (each: Each) => number): Each {
	return all.reduce((least, each) => (cost(each) < cost(least) ? each : least));
}

function placesIn(
	{ output, length, scenes, logo }: Picture,
	script: Script | undefined,
): TextPlaces & { readonly logo?: PixelBox } {
	const texts = {
		output,
		safe: safeArea(output),
		...(script ? heightsOf(script) : { captions: 0, hook: 0 }),
		...defined({ when: script?.hook?.when }),
	};
	if (!logo) return textPlacesFor(scenes, texts);
	return logoAndTexts(scenes.length > 0 ? scenes : [{ begin: 0, end: length }], texts, logo);
}
