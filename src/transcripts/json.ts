import { piecesIn } from "./json-shapes.ts";
import type { Piece } from "./pieces.ts";

const LONGEST_MS = { word: 5_000, more: 60_000 } as const;
const LONGEST_TEXT = 5_000;
/** More than a word of a script that writes no spaces. */
const UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{6}|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]{16}/u;
/** Closer together than this, two pieces begin at once. */
const TOGETHER_MS = 20;

/**
 * What a JSON transcript says, in order, none overlapping the next: words, or what comes closest where words
 * have no times. Understood are Whisper (`verbose_json`, also of endpoints), whisper.cpp, WhisperX, Vosk, and
 * lists of words or lines with `start` and `end`. Empty: it is no such thing. Never throws for its content.
 */
export function spokenInJson(text: string): readonly Piece[] {
	return untangled(piecesIn(parsed(text.replace(/^\uFEFF/, ""))).flatMap(cleaned));
}

/** Whether most of what is said has the time of each word. */
export function tellsWords(pieces: readonly Piece[]): boolean {
	return pieces.length > 0 && 2 * pieces.filter(isWord).length >= pieces.length;
}

/** Whether a piece is one word: nothing between spaces, and no sentence of a script that writes none. */
export function isWord({ text }: Piece): boolean {
	return !/\s/u.test(text) && !UNSPACED.test(text);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return /NaN|Infinity/.test(text) ? parsedWithoutNaN(text) : undefined;
	}
}

/** Python writes NaN and Infinity for numbers that are none, which is no JSON. */
function parsedWithoutNaN(text: string): unknown {
	try {
		return JSON.parse(text.replace(/([:[,]\s{0,80})(?:NaN|-?Infinity)(?=\s*[,}\]])/g, "$1null"));
	} catch {
		return undefined;
	}
}

/**
 * Text without control and direction characters; nothing where no text is left or the times make no sense.
 */
function cleaned({ begin, end, text, ...doubt }: Piece): readonly Piece[] {
	const said = text
		.slice(0, LONGEST_TEXT)
		.replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu, "")
		.replace(/[\p{Cc}\p{Cs}\uFFFD\u2028\u2029]+/gu, " ")
		.trim();
	const from = Math.max(0, Math.round(begin));
	const piece = { begin: from, end: Math.round(end), text: said, ...doubt };
	const longest = isWord(piece) ? LONGEST_MS.word : LONGEST_MS.more;
	return said !== "" && piece.end > from ? [{ ...piece, end: Math.min(piece.end, from + longest) }] : [];
}

/**
 * In order of time. A piece ends at the latest where the next begins; of two that begin at once, one comes
 * after the other.
 */
function untangled(pieces: readonly Piece[]): readonly Piece[] {
	const apart: Piece[] = [];
	for (const piece of [...pieces].sort((a, b) => a.begin - b.begin)) {
		const last = apart.at(-1);
		if (!last || piece.begin >= last.end) apart.push(piece);
		else if (piece.begin - last.begin >= TOGETHER_MS)
			apart.splice(-1, 1, { ...last, end: piece.begin }, piece);
		else apart.push({ ...piece, begin: last.end, end: Math.max(piece.end, last.end + 1) });
	}
	return apart;
}
