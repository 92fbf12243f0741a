import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { EngineFault } from "../io/engine-fault.ts";
import { type Glyphs, glyphsIn } from "./glyphs.ts";

/** A font captions are drawn with. */
export interface Font {
	/** As an .ass style names it. */
	readonly family: string;
	readonly file: string;
	readonly glyphs: Glyphs;
}

const CAPTION_FONT = ["Montserrat", "montserrat"] as const;
/**
 * Grotesques that look alike beside the caption font, each with Latin letters of its own: a line of mixed
 * scripts has one look.
 */
const OTHERS = [
	["Manrope", "manrope"],
	["Heebo", "heebo"],
	["Noto Sans Arabic", "noto-sans-arabic"],
	["Noto Sans Thai", "noto-sans-thai"],
	["Noto Sans Devanagari", "noto-sans-devanagari"],
] as const;

/** The families that come with this program. */
export const BUNDLED_FAMILIES: readonly string[] = [CAPTION_FONT, ...OTHERS].map(([family]) => family);

/**
 * The caption font: Latin, Cyrillic, Vietnamese. It lies beside the program in its package. Throws
 * `EngineFault` when it is not installed.
 */
export async function captionFont(): Promise<Font> {
	return bundled(CAPTION_FONT);
}

/**
 * The fonts that are installed with this program for letters the caption font lacks: Greek, Hebrew, Arabic,
 * Thai and Devanagari, in this order.
 */
export async function bundledFonts(): Promise<readonly Font[]> {
	return Promise.all(OTHERS.map(bundled));
}

/** The bundled font of a family, however its weight is named. Undefined: there is none. */
export async function bundledFamily(family: string): Promise<Font | undefined> {
	const name = family.toLowerCase().replace(/ extrabold$/, "");
	const found = [CAPTION_FONT, ...OTHERS].find(([each]) => each.toLowerCase() === name);
	return found && bundled(found);
}

async function bundled([name, folder]: readonly [name: string, folder: string]): Promise<Font> {
	const from = `@expo-google-fonts/${folder}`;
	try {
		const file = createRequire(import.meta.url).resolve(
			`${from}/800ExtraBold/${name.replaceAll(" ", "")}_800ExtraBold.ttf`,
		);
		return { family: `${name} ExtraBold`, file, glyphs: glyphsIn(await readFile(file)) };
	} catch (cause) {
		throw new EngineFault(`The font ${name} is not installed.`, {
			remedy: `Install showrun again; its package ${from} is missing or damaged.`,
			cause,
		});
	}
}
