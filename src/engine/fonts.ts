import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { EngineFault } from "./faults.ts";
import { type Glyphs, glyphsIn } from "./glyphs.ts";

/** The font captions are drawn with. */
export interface Font {
	/** As an .ass style names it. */
	readonly family: string;
	readonly file: string;
	readonly glyphs: Glyphs;
}

const FILE = "@expo-google-fonts/montserrat/800ExtraBold/Montserrat_800ExtraBold.ttf";

/** Loads the caption font from its package, which lies beside the program. Throws `EngineFault` when it is not installed. */
export async function captionFont(): Promise<Font> {
	try {
		const file = createRequire(import.meta.url).resolve(FILE);
		return { family: "Montserrat ExtraBold", file, glyphs: glyphsIn(await readFile(file)) };
	} catch (cause) {
		throw new EngineFault("The caption font is not installed.", {
			remedy: "Install showrun again; its package @expo-google-fonts/montserrat is missing or damaged.",
			cause,
		});
	}
}
