import { readFile } from "node:fs/promises";
import { Fault } from "../../model/fault.ts";
import { sha256 } from "../../system/files.ts";
import { run } from "../../system/run.ts";
import { byScript } from "./font-fallback.ts";
import type { Font } from "./fonts.ts";
import { glyphsIn } from "./glyphs.ts";
import type { HanForm } from "./scripts.ts";

const ASK_LIMIT_MS = 20_000;
/** Enough letters to tell a font of a script from one that holds a few signs of it. */
const ASKED_LETTERS = 200;
const MOST_TRIED = 4;
const MOST_LISTED = 5_000;

/**
 * Fonts of this machine for letters the fonts that came along lack, one for each script, as fontconfig knows
 * them; none where it is not installed. `form`: of Chinese letters.
 */
export async function systemFonts(
	letters: readonly string[],
	{ form, signal }: { readonly form: HanForm; readonly signal: AbortSignal },
): Promise<readonly Font[]> {
	const fonts: Font[] = [];
	for (const [script, group] of byScript(letters)) {
		// Coloured pictures cannot be drawn as letters.
		const font =
			script === "emoji" ? undefined : await fontWith(group.slice(0, ASKED_LETTERS), { form, signal });
		if (font && !fonts.some((each) => each.file === font.file && each.family === font.family))
			fonts.push(font);
	}
	return fonts;
}

/** The first font that draws all letters; where none does, the one that draws most of them. */
async function fontWith(
	letters: readonly string[],
	given: { readonly form: HanForm; readonly signal: AbortSignal },
): Promise<Font | undefined> {
	const [first = ""] = letters;
	const whole = await listed(letters, given.signal);
	const lines = whole.length > 0 ? whole : await listed([first], given.signal);
	let best: { readonly font: Font; readonly lacks: number } | undefined;
	for (const choice of inOrder(lines, given.form).slice(0, MOST_TRIED)) {
		const font = await readFont(choice);
		const lacks = font?.glyphs.missing(letters.join("")).length ?? letters.length;
		if (font && lacks < (best?.lacks ?? letters.length)) best = { font, lacks };
		if (lacks === 0) break;
	}
	return best?.font;
}

/** A font of a family of this machine: a bold one where there is one. Undefined: there is no such family. */
export async function fontOfFamily(family: string, signal: AbortSignal): Promise<Font | undefined> {
	const pattern = family.replace(/[\\:,-]/g, "\\$&");
	const lines = await asked("%{file}\t%{family[0]}\t%{style[0]}\t%{index}\\n", pattern, signal);
	const named = lines.filter((line) => line.split("\t")[1]?.toLowerCase() === family.toLowerCase());
	for (const choice of inOrder(named, "SC").slice(0, MOST_TRIED)) {
		const font = await readFont(choice);
		if (font) return font;
	}
	return undefined;
}

/** The families of this machine that texts can be drawn with, in the order of the alphabet. */
export async function machineFamilies(signal: AbortSignal): Promise<readonly string[]> {
	const lines = await asked("%{file}\t%{family[0]}\t%{style[0]}\t%{index}\\n", ":", signal);
	return [...new Set(inOrder(lines, "SC").map(({ family }) => family))].sort();
}

/** Which fonts this machine has, as one short text: another one whenever that changes. */
export async function systemFontsDigest(signal: AbortSignal): Promise<string> {
	const lines = await asked("%{file}\t%{fontversion}\\n", ":", signal);
	return sha256([...lines].sort().join("\n")).slice(0, 16);
}

/** Which fonts have all of some letters, a line for each. */
function listed(letters: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
	const codes = letters.map((letter) => (letter.codePointAt(0) ?? 0).toString(16)).join(" ");
	return asked("%{file}\t%{family[0]}\t%{style[0]}\t%{index}\\n", `:charset=${codes}`, signal);
}

async function asked(format: string, pattern: string, signal: AbortSignal): Promise<readonly string[]> {
	const lines: string[] = [];
	try {
		const onLine = (line: string) => lines.length < MOST_LISTED && lines.push(line);
		await run({ path: "fc-list", args: ["-f", format, pattern], signal, limitMs: ASK_LIMIT_MS, onLine });
		return lines;
	} catch (error) {
		// No fontconfig: nothing is known of the machine's fonts.
		if (error instanceof Fault) return [];
		throw error;
	}
}

interface Choice {
	readonly file: string;
	readonly family: string;
	readonly style: string;
}

/** Collections that hold one font several times, each with the letters of one country. */
const COLLECTED = /^Noto (?:Sans|Serif) CJK /;

/**
 * Only font files that every build draws, and their first faces; fonts made to go together and bold ones
 * first. The order is the same on every run.
 */
function inOrder(lines: readonly string[], form: HanForm): readonly Choice[] {
	const choices = lines.flatMap((line) => {
		const [file = "", family = "", style = "", index = "0"] = line.split("\t");
		const usable =
			/\.(?:ttf|otf|ttc)$/i.test(file) &&
			(index === "0" || COLLECTED.test(family)) &&
			/^[\w .-]+$/.test(family);
		return usable ? [{ file, family, style }] : [];
	});
	const rank = ({ family, style }: Choice) =>
		(/^Noto Sans/.test(family) ? 0 : 8) +
		(/Mono/i.test(family) ? 16 : 0) +
		(/Condensed|Italic|Oblique/i.test(family + style) ? 4 : 0) +
		(COLLECTED.test(family) && !family.endsWith(` ${form}`) ? 2 : 0) +
		(/Bold/.test(style) ? 0 : 1);
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
