import type { Font } from "./fonts.ts";

/** Which font draws a text, and what of it no font can draw. */
export interface Lettering {
	/** The first font that draws all of a text, else the one that draws most of it. */
	fontFor(text: string): Font;
	/** A text without the letters that no font can draw. */
	clean(text: string): string;
}

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
	emoji: /\p{Extended_Pictographic}/u,
};
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Lettering with fonts in order of preference; there is at least one. */
export function letteringWith(first: Font, others: readonly Font[]): Lettering {
	const fonts = [first, ...others];
	const fontFor = (text: string) => {
		const lacking = fonts.map((font) => font.glyphs.missing(text).length);
		return fonts[lacking.indexOf(Math.min(...lacking))] ?? first;
	};
	return {
		fontFor,
		clean: (text) => {
			const missing = new Set(fontFor(text).glyphs.missing(text));
			return missing.size === 0 ? text : [...text].filter((letter) => !missing.has(letter)).join("");
		},
	};
}

/** Letters by the script they belong to, in the order of first use; what is in none of the known ones is "other signs". */
export function byScript(letters: readonly string[]): ReadonlyMap<string, readonly string[]> {
	const groups = new Map<string, string[]>();
	for (const letter of letters) {
		const script = Object.keys(SCRIPTS).find((name) => SCRIPTS[name]?.test(letter)) ?? "other signs";
		groups.set(script, [...(groups.get(script) ?? []), letter]);
	}
	return groups;
}

/** Whether a text is read from right to left, at least in part. */
export function isRightToLeft(text: string): boolean {
	return RIGHT_TO_LEFT.test(text);
}
