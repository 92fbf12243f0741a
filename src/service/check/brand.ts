import type { Brand, BrandColours, Corner } from "../../engine/port.ts";
import { defined } from "../../model/defined.ts";
import type { WireBrand } from "../../wire/messages.gen.ts";

/** A brand as it was sent: a logo and a font file are identities of uploads. */
export interface BrandInput extends Omit<Brand, "logo" | "font"> {
	readonly logo?: string;
	readonly font?: { readonly file: string } | { readonly family: string };
}

/** Most bytes of the parts of a brand. */
export const BRAND_BYTES = { logo: 4 * 1024 ** 2, font: 20 * 1024 ** 2 } as const;

const CORNERS: readonly Corner[] = ["top-right", "top-left", "bottom-right", "bottom-left"];
const FAMILY = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u;

/** Reads a brand; one that says nothing is none. */
export function readBrand(
	sent: WireBrand | undefined,
	problem: (words: string) => void,
): BrandInput | undefined {
	if (sent === undefined || Object.keys(sent).length === 0) return undefined;
	const { logo, place, opacity = 1, font, font_file: file, colours } = sent;
	if (!(opacity >= 0.05 && opacity <= 1)) problem("brand.opacity must be between 0.05 and 1");
	if (font !== undefined && !FAMILY.test(font)) problem("brand.font must be the name of a family");
	if (font !== undefined && file !== undefined) problem("brand.font and brand.font_file exclude each other");
	return {
		place: place ? [...new Set(place)] : CORNERS,
		opacity,
		...defined({
			logo,
			font: file !== undefined ? { file } : font === undefined ? undefined : { family: font },
			colours: colours && coloursIn(colours, problem),
		}),
	};
}

function coloursIn(sent: NonNullable<WireBrand["colours"]>, problem: (words: string) => void): BrandColours {
	const read = (name: keyof typeof sent) => {
		const colour = sent[name];
		if (colour !== undefined && !/^#[0-9a-f]{6}$/i.test(colour))
			problem(`brand.colours.${name} must be a colour like #FFD60A`);
		return colour?.slice(1).toUpperCase();
	};
	return defined({
		text: read("text"),
		highlight: read("highlight"),
		plate: read("plate"),
		hookText: read("hook_text"),
		hookPlate: read("hook_plate"),
	});
}
