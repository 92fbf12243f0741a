import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Fault } from "../model/fault.ts";
import { run } from "../system/run.ts";
import { EngineFault } from "./faults.ts";
import { type Glyphs, glyphsIn } from "./glyphs.ts";
import { byScript } from "./lettering.ts";

/** A font captions are drawn with. */
export interface Font {
	/** As an .ass style names it. */
	readonly family: string;
	readonly file: string;
	readonly glyphs: Glyphs;
}

const FILE = "@expo-google-fonts/montserrat/800ExtraBold/Montserrat_800ExtraBold.ttf";
const ASK_LIMIT_MS = 20_000;
/** Enough letters to tell a font of a script from one that holds a few signs of it. */
const ASKED_LETTERS = 200;
const MOST_TRIED = 4;

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

/** Fonts of this machine for letters the caption font lacks, one for each script, as fontconfig knows them; none where it is not installed. */
export async function systemFonts(letters: readonly string[], signal: AbortSignal): Promise<readonly Font[]> {
	const fonts: Font[] = [];
	for (const [script, group] of byScript(letters)) {
		// Coloured pictures cannot be drawn as letters.
		const font = script === "emoji" ? undefined : await fontWith(group.slice(0, ASKED_LETTERS), signal);
		if (font && !fonts.some((each) => each.file === font.file)) fonts.push(font);
	}
	return fonts;
}

async function fontWith(letters: readonly string[], signal: AbortSignal): Promise<Font | undefined> {
	const codes = letters.map((letter) => (letter.codePointAt(0) ?? 0).toString(16)).join(" ");
	const lines: string[] = [];
	const args = ["-f", "%{file}\t%{family[0]}\t%{style[0]}\t%{index}\\n", `:charset=${codes}`];
	try {
		await run({ path: "fc-list", args, signal, limitMs: ASK_LIMIT_MS, onLine: (line) => lines.length < 2_000 && lines.push(line) });
	} catch (error) {
		// No fontconfig: nothing is known of the machine's fonts.
		if (error instanceof Fault) return undefined;
		throw error;
	}
	for (const choice of inOrder(lines).slice(0, MOST_TRIED)) {
		const font = await readFont(choice);
		if (font && font.glyphs.missing(letters.join("")).length === 0) return font;
	}
	return undefined;
}

interface Choice {
	readonly file: string;
	readonly family: string;
	readonly style: string;
}

/** Only first faces of font files that every build draws; fonts made to go together and bold ones first. The order is the same on every run. */
function inOrder(lines: readonly string[]): readonly Choice[] {
	const choices = lines.flatMap((line) => {
		const [file = "", family = "", style = "", index = "0"] = line.split("\t");
		const usable = /\.(?:ttf|otf|ttc)$/i.test(file) && index === "0" && /^[\w .-]+$/.test(family);
		return usable ? [{ file, family, style }] : [];
	});
	const rank = ({ family, style }: Choice) =>
		(/^Noto Sans/.test(family) ? 0 : 4) + (/Mono|Condensed|Italic|Oblique/i.test(family + style) ? 2 : 0) + (/Bold/.test(style) ? 0 : 1);
	return choices.sort((a, b) => rank(a) - rank(b) || (a.file < b.file ? -1 : 1));
}

async function readFont({ file, family }: Choice): Promise<Font | undefined> {
	try {
		return { family, file, glyphs: glyphsIn(await readFile(file)) };
	} catch (error) {
		if (error instanceof RangeError || (error instanceof Error && "code" in error)) return undefined;
		throw error;
	}
}
