import { defined } from "../../model/defined.ts";
import type { Size } from "../compose/output-size.ts";
import type { PixelBox } from "../compose/pixel-boxes.ts";
import type { Brand } from "../port.ts";
import { safeArea } from "./captions.ts";
import { logoAndTexts } from "./logo-place.ts";
import { heightsOf, type Script } from "./subtitle-script.ts";
import { type SceneFaces, type TextPlaces, textPlacesFor } from "./text-positions.ts";

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

/** Letters of a hook text, in shares of their usual size: smaller where it would hide somebody else. */
const HOOK_SCALES = [1, 0.85, 0.7] as const;
/** What it costs to be smaller by its whole size, as places of texts cost. */
const SMALLER = 3;

/** Places for the texts of a script, which is laid out for a hook text of a scale, and for a logo. */
export function placedScript(
	picture: Picture,
	layOut: ((hookScale: number) => Script) | undefined,
): PlacedScript {
	if (!layOut) return { isHookHidden: false, ...defined({ logo: placesIn(picture, undefined).logo }) };
	const tried = HOOK_SCALES.map((scale) => {
		const script = layOut(scale);
		const places = placesIn(picture, script);
		return { script, places, cost: (places.hookCost ?? Number.POSITIVE_INFINITY) + SMALLER * (1 - scale) };
	});
	const best = tried.reduce((least, each) => (each.cost < least.cost ? each : least));
	const isHookHidden = best.places.hookCost === undefined;
	const { hook: _, ...unhooked } = best.script;
	const script = isHookHidden ? unhooked : best.script;
	const { positions, logo } = isHookHidden ? placesIn(picture, script) : best.places;
	return { script: { ...script, positions }, isHookHidden, ...defined({ logo }) };
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
