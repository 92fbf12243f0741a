import { spreadWords } from "../../transcripts/cues.ts";
import type { Size } from "../compose/output-size.ts";
import type { Span } from "../spans.ts";
import { joinWords } from "../transcript/sentences.ts";
import type { Word } from "../transcript/transcript.ts";
import type { FontFallback } from "./font-fallback.ts";
import type { Font } from "./fonts.ts";
import { type CaptionLine, linesOf } from "./lines.ts";
import { partsOf, rowsOf } from "./rows.ts";
import { normalised, readsFromRight, upperCased } from "./scripts.ts";
import { type CaptionStyle, styleOf } from "./styles.ts";
import type { Captions, FontStyle, SafeArea, Script, StyledLine } from "./subtitle-script.ts";

/** The picture that texts are drawn on, and for how long. */
export interface Canvas {
	readonly output: Size;
	/** Of the clip, in milliseconds. */
	readonly length: number;
	/** Times at which another picture is shown. Absent: none. */
	readonly cuts?: readonly number[];
}

/** What is said, in its language where that is known, and the fonts for it. */
export interface CaptionText {
	readonly words: readonly Word[];
	readonly fonts: FontFallback;
	readonly language: string | undefined;
	/** Of the letters, in shares of their usual size. */
	readonly scale: number;
}

const HOOK_MS = 3_000;
const SMALLEST = 0.4;
/** Words that follow each other this closely are said in one breath. */
const HOLE_MS = 300;
const HOOK_SHARE = 0.78;
/** Of the em: lines of some fonts are twice as high as their letters. */
const HOOK_EDGE = 0.22;
const BELOW_SHARE = 0.6;
const WORDS_BELOW = 14;
/** Words that stand still fill a second row at most. */
const ROWS = 1.6;

/** Where platforms put no buttons and no text of their own. */
export function safeArea({ width, height }: Size): SafeArea {
	const shape = width / height;
	// Players put buttons over the right edge of tall pictures: 120 of 1080 pixels.
	const [top, bottom, sides] =
		shape < 0.65 ? [0.14, 0.24, 0.12] : shape < 0.9 ? [0.09, 0.16, 0.1] : [0.08, 0.1, 0.1];
	return {
		sides: Math.round(width * sides),
		top: Math.round(height * top),
		bottom: Math.round(height * bottom),
	};
}

/** Captions in a style: lines that fit, each in one font. */
export function captionsOf(canvas: Canvas, said: CaptionText, style: CaptionStyle): Captions {
	return captionLines(canvas, said, {
		style,
		em: emOf(canvas.output) * said.scale,
		words: style.words,
		rows: style.emphasis === "none" ? ROWS : 1,
	});
}

/** The translation stands still, sentence by sentence in lines of two rows. */
export function translationOf(canvas: Canvas, said: CaptionText): Captions {
	return captionLines(canvas, said, {
		style: styleOf("temp-7").style,
		em: emOf(canvas.output) * BELOW_SHARE * said.scale,
		words: WORDS_BELOW,
		rows: ROWS,
	});
}

/** A hook text, in its language where that is known. */
export interface HookText extends Omit<CaptionText, "words"> {
	readonly text: string;
	readonly atEnd: boolean;
}

/** When the hook text of a clip of a length is shown. */
export function hookTime(length: number, atEnd: boolean): Span {
	const displayTime = Math.min(HOOK_MS, Math.floor(length / 2));
	return atEnd ? { begin: length - displayTime, end: length } : { begin: 0, end: displayTime };
}

/** The hook text. Undefined: nothing of it can be drawn. */
export function hookOf(canvas: Canvas, given: HookText): Script["hook"] {
	const font = given.fonts.fontFor(given.text);
	const em = emOf(canvas.output) * HOOK_SHARE * given.scale;
	const limits = {
		width: (text: string) => em * SMALLEST * font.glyphs.width(text),
		usable: usableOf(canvas),
	};
	const words = spreadWords(given.fonts.clean(normalised(given.text), font), { begin: 0, end: 0 });
	const pieces = words.flatMap(({ text }) => partsOf(text, limits));
	if (pieces.length === 0) return undefined;
	const when = hookTime(canvas.length, given.atEnd);
	const share = fittingScale(pieces, { font, em, usable: usableOf(canvas) });
	const rows = rowsOf(pieces, {
		width: (text) => em * share * font.glyphs.width(text),
		usable: usableOf(canvas),
	});
	return {
		rows: rows.map((row) => joinWords(row).trim()),
		when,
		fromRight: readsFromRight(given.text, given.language),
		edge: em * share * HOOK_EDGE,
		...fontStyleOf(font, em * share),
	};
}

interface CaptionLayout {
	readonly style: CaptionStyle;
	readonly em: number;
	/** Most words of a line, and most rows. */
	readonly words: number;
	readonly rows: number;
}

function captionLines(
	canvas: Canvas,
	{ words, fonts, language }: CaptionText,
	{ style, em, words: most, rows }: CaptionLayout,
): Captions {
	const width = (text: string) => em * widthIn(fonts.fontFor(text), text, fonts);
	const narrow = { width: (text: string) => SMALLEST * width(text), usable: usableOf(canvas) };
	const written = words.map((word) => ({
		...word,
		text: style.capitals ? upperCased(normalised(word.text), language) : normalised(word.text),
	}));
	const parts = written.flatMap((word) => splitTimes(partsOf(word.text, narrow), word));
	const drawable = withoutHoles(parts, ({ text }) => isText(fonts.clean(text, fonts.fontFor(text))));
	const limits = {
		words: most,
		width,
		widest: usableOf(canvas) * rows,
		length: canvas.length,
		cuts: canvas.cuts ?? [],
		isOne: fonts.isOne,
	};
	const lines = linesOf(drawable, limits).flatMap((line) =>
		styledLine(line, { fonts, em, usable: usableOf(canvas) }),
	);
	const fromRight = readsFromRight(words.map(({ text }) => text).join(" "), language);
	return { lines, style, size: fontStyleOf(fonts.fontFor("x"), em).size, fromRight };
}

/** Parts of a word, one after the other. */
function splitTimes(parts: readonly string[], { begin, end }: Span): readonly Word[] {
	const at = (part: number) => begin + Math.round(((end - begin) * part) / parts.length);
	return parts.map((text, part) => ({ text, begin: at(part), end: at(part + 1) }));
}

/** The words that are kept, each for as long as those after it that are not. */
function withoutHoles(words: readonly Word[], isKept: (word: Word) => boolean): readonly Word[] {
	const kept: Word[] = [];
	for (const word of words) {
		const last = kept.at(-1);
		if (isKept(word)) kept.push(word);
		else if (last && word.begin - last.end < HOLE_MS) kept.splice(-1, 1, { ...last, end: word.end });
	}
	return kept;
}

/** A line in its font; none where that font draws nothing of it. */
function styledLine(
	line: CaptionLine,
	{ fonts, em, usable }: { readonly fonts: FontFallback; readonly em: number; readonly usable: number },
): readonly StyledLine[] {
	const font = fonts.fontFor(joinWords(line.words.map(({ text }) => text)));
	const words = line.words
		.map((word) => ({ ...word, text: fonts.clean(word.text, font) }))
		.filter(({ text }) => isText(text));
	const texts = words.map(({ text }) => text);
	if (texts.length === 0) return [];
	const share = fittingScale(texts, { font, em, usable });
	const rows = rowsOf(texts, { width: (text) => em * share * font.glyphs.width(text), usable });
	const shown = rows.flatMap((row) => row.map((text, at) => (at === 0 ? text.trimStart() : text)));
	return [
		{
			...line,
			words: words.map((word, at) => ({ ...word, text: shown[at] ?? "" })),
			rows: rows.map((row) => row.length),
			font: fontStyleOf(font, em * share),
		},
	];
}

/** One word alone may be wider than the safe area: then all are smaller. */
function fittingScale(
	texts: readonly string[],
	{ font, em, usable }: { readonly font: Font; readonly em: number; readonly usable: number },
): number {
	const widest = Math.max(1, ...texts.map((text) => em * font.glyphs.width(text)));
	return Math.max(SMALLEST, Math.min(1, usable / widest));
}

function widthIn(font: Font, text: string, fonts: FontFallback): number {
	return font.glyphs.width(fonts.clean(text, font));
}

/** An .ass font size is the height of a line, not the em. */
function fontStyleOf({ family, glyphs }: Font, em: number): FontStyle {
	return { family, size: Math.round(em * glyphs.lineHeight) };
}

function isText(text: string): boolean {
	return /[^\s\p{C}]/u.test(text);
}

function usableOf({ output }: Canvas): number {
	return output.width - 2 * safeArea(output).sides;
}

/** Em height that reads well on a telephone, in pixels. */
function emOf({ width, height }: Size): number {
	return Math.round(Math.min(width * 0.07, height * 0.06));
}
