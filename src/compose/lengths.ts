import { linksOf } from "./links.ts";

/**
 * How lengths are counted: code points after NFC, UTF-8 bytes, UTF-16 units, X's weights, or LinkedIn's text
 * with reserved characters escaped.
 */
export type TextUnit = "characters" | "bytes" | "utf16" | "weighted" | "escaped";

/** Whether a unit is one that texts are counted in. */
export function isTextUnit(unit: string): unit is TextUnit {
	return Object.hasOwn(MEASURES, unit);
}

/** The length of a text in a unit. */
export function lengthOf(text: string, unit: TextUnit): number {
	return MEASURES[unit](text);
}

const MEASURES: Readonly<Record<TextUnit, (text: string) => number>> = {
	characters: (text) => codePoints(text.normalize("NFC")),
	bytes: utf8,
	utf16: (text) => text.length,
	weighted,
	escaped: (text) => codePoints(text.normalize("NFC")) + (text.match(/[|{}@[\]()<>#\\*_~]/g)?.length ?? 0),
};

function codePoints(text: string): number {
	let count = 0;
	for (const _ of text) count += 1;
	return count;
}

function utf8(text: string): number {
	let bytes = 0;
	for (const char of text) {
		const point = char.codePointAt(0) ?? 0;
		bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
	}
	return bytes;
}

/** What a link counts on X, however long it is. */
const LINK = 23;
// As a text: the compiler's target does not know the flag yet, every supported Node does.
const SEQUENCES = "\\p{RGI_Emoji}";
let emoji: RegExp | undefined;

/** Made when it is first needed: it takes longer to make than a small plan. */
function emojis(): RegExp {
	emoji ??= new RegExp(SEQUENCES, "vy");
	return emoji;
}

/**
 * X's length (twitter-text, version 3): a link 23, an emoji 2, Latin and its neighbours 1, everything else 2.
 */
function weighted(text: string): number {
	const normal = text.normalize("NFC");
	const links = linksOf(normal);
	let [sum, at] = [0, 0];
	for (const { start, end } of links) {
		sum += unlinked(normal.slice(at, start)) + LINK;
		at = end;
	}
	return sum + unlinked(normal.slice(at));
}

function unlinked(text: string): number {
	let sum = 0;
	for (let at = 0; at < text.length; ) {
		const point = text.codePointAt(at) ?? 0;
		const emoji = isPlain(point) ? 0 : emojiAt(text, at);
		sum += emoji > 0 || !isLight(point) ? 2 : 1;
		at += emoji > 0 ? emoji : point > 0xffff ? 2 : 1;
	}
	return sum;
}

/** Letters and signs that begin no emoji; digits, `#` and `*` begin keycaps. */
function isPlain(point: number): boolean {
	return (
		(point < 0xa9 && point !== 0x23 && point !== 0x2a && (point < 0x30 || point > 0x39)) ||
		(point > 0xae && point < 0x2000)
	);
}

function emojiAt(text: string, at: number): number {
	emojis().lastIndex = at;
	return emojis().exec(text)?.[0].length ?? 0;
}

function isLight(point: number): boolean {
	return (
		point <= 4351 ||
		(point >= 8192 && point <= 8205) ||
		(point >= 8208 && point <= 8223) ||
		(point >= 8242 && point <= 8247)
	);
}
