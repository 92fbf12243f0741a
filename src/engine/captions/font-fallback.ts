import type { Font } from "./fonts.ts";

/** Which font draws a text, and what of it no font can draw. */
export interface FontFallback {
	/** The first font that draws all of a text, else the one that draws most of its letters. */
	fontFor(text: string): Font;
	/** Whether one font draws all letters of a text. Signs without a sound do not count. */
	isOne(text: string): boolean;
	/**
	 * A text as a font can draw it: with plain forms in place of special ones it lacks, without what it cannot
	 * draw at all.
	 */
	clean(text: string, font: Font): string;
}

const OTHERS = [
	...[
		"Armenian",
		"Bengali",
		"Ethiopic",
		"Georgian",
		"Gujarati",
		"Gurmukhi",
		"Kannada",
		"Khmer",
		"Lao",
		"Malayalam",
		"Mongolian",
	],
	...["Myanmar", "Oriya", "Sinhala", "Syriac", "Tamil", "Telugu", "Thaana", "Tibetan", "Tifinagh"],
];
const SCRIPTS: Readonly<Record<string, RegExp>> = {
	Chinese: /\p{Script=Han}/u,
	Japanese: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
	Korean: /\p{Script=Hangul}/u,
	Arabic: /\p{Script=Arabic}/u,
	Hebrew: /\p{Script=Hebrew}/u,
	Greek: /\p{Script=Greek}/u,
	Cyrillic: /\p{Script=Cyrillic}/u,
	Thai: /\p{Script=Thai}/u,
	Devanagari: /\p{Script=Devanagari}/u,
	...Object.fromEntries(OTHERS.map((name) => [name, new RegExp(`\\p{Script=${name}}`, "u")])),
	emoji: /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u,
};
/** What a sentence cannot do without: letters, their marks, numbers and currencies. */
const MEANINGFUL = /[\p{L}\p{M}\p{N}\p{Sc}]/u;

/** Draws text with fonts in order of preference; there is at least one. */
export function fontFallback(first: Font, others: readonly Font[]): FontFallback {
	const fonts = [first, ...others];
	const fontFor = (text: string) => {
		const lacks = fonts.map((font) =>
			lacking(text, font).reduce((sum, letter) => sum + (MEANINGFUL.test(letter) ? 1_000 : 1), 0),
		);
		return fonts[lacks.indexOf(Math.min(...lacks))] ?? first;
	};
	return {
		fontFor,
		isOne: (text) => !lacking(text, fontFor(text)).some((letter) => MEANINGFUL.test(letter)),
		clean: (text, font) => text.replace(/\S+/g, (word) => cleanWord(word, font)),
	};
}

/** Marks that would stand alone go with their letters. */
function cleanWord(word: string, font: Font): string {
	const clean = [...word].map((letter) => drawable(letter, font)).join("");
	return MEANINGFUL.test(word) && !MEANINGFUL.test(clean) ? "" : clean;
}

/** What of a text a font can draw neither as it is nor in a plainer form. */
export function lacking(text: string, font: Font): readonly string[] {
	return font.glyphs.missing(text).filter((letter) => drawable(letter, font) === "");
}

/** The letter itself, or the plain form of a wide, raised or joined one, or nothing. */
function drawable(letter: string, { glyphs }: Font): string {
	return [letter, letter.normalize("NFKC")].find((form) => glyphs.missing(form).length === 0) ?? "";
}

/**
 * Letters by the script they belong to, in the order of first use; what is in none of the known ones is
 * "other signs".
 */
export function byScript(letters: readonly string[]): ReadonlyMap<string, readonly string[]> {
	const groups = new Map<string, string[]>();
	for (const letter of letters) {
		const script = Object.keys(SCRIPTS).find((name) => SCRIPTS[name]?.test(letter)) ?? "other signs";
		groups.set(script, [...(groups.get(script) ?? []), letter]);
	}
	return groups;
}
