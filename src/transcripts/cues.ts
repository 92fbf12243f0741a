import type { Piece } from "./pieces.ts";
import { isPhrased, UNSPACED } from "./unspaced.ts";

/** One block of a subtitle file: when it is shown and the words in it. */
export interface Cue {
	readonly begin: number;
	readonly end: number;
	readonly words: readonly Piece[];
	/** Whether its words have times of their own; else they share the cue's. */
	readonly exact: boolean;
}

const STAMP = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`;
const TIMING = new RegExp(`^\\s*${STAMP}\\s*-->\\s*${STAMP}`);
const INLINE = /<((?:\d{1,3}:)?\d{1,2}:\d{1,2}[.,]\d{1,3})>/;
const SEGMENTS = new Intl.Segmenter("ja", { granularity: "word" });
const LONGEST_CUE_MS = 60_000;
const MOST_CUES = 50_000;
const TOGETHER_MS = 200;

/**
 * The cues of an .srt or .vtt text in time order, none overlapping the next. Blocks that make no sense are
 * left out.
 */
export function cuesFrom(text: string): readonly Cue[] {
	return withoutOverlaps(blocksOf(text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/))).flatMap((block) => {
		const words = wordsOf(block.text, block);
		const stamps = block.text.split(INLINE).length >> 1;
		return words.length > 0
			? [{ begin: block.begin, end: block.end, words, exact: stamps > 0 && stamps >= words.length - 1 }]
			: [];
	});
}

interface Block {
	readonly begin: number;
	readonly end: number;
	readonly text: string;
}

function blocksOf(lines: readonly string[]): readonly Block[] {
	const blocks: Block[] = [];
	let above: readonly string[] = [];
	for (let at = 0; at < lines.length && blocks.length < MOST_CUES; at += 1) {
		const times = timesOf(lines[at] ?? "");
		if (!times) continue;
		const block = blockAt(lines, at + 1);
		const text = withoutRepeated(block, above).join("\n");
		above = block.map(plain).filter((line) => line !== "");
		if (plain(text) !== "") blocks.push({ ...times, text });
	}
	return blocks.sort((a, b) => a.begin - b.begin);
}

/** A cue ends at the latest where the next one begins; cues that begin together are one. */
function withoutOverlaps(blocks: readonly Block[]): readonly Block[] {
	const apart: Block[] = [];
	for (const block of blocks) {
		const last = apart.at(-1);
		if (last && block.begin - last.begin < TOGETHER_MS)
			apart.splice(-1, 1, {
				begin: last.begin,
				end: Math.max(last.end, block.end),
				text: `${last.text}\n${block.text}`,
			});
		else {
			if (last && last.end > block.begin) apart.splice(-1, 1, { ...last, end: block.begin });
			apart.push(block);
		}
	}
	return apart;
}

function timesOf(line: string): { readonly begin: number; readonly end: number } | undefined {
	const match = TIMING.exec(line);
	if (!match) return undefined;
	const begin = milliseconds(match.slice(1, 5));
	const end = Math.min(milliseconds(match.slice(5, 9)), begin + LONGEST_CUE_MS);
	return end > begin ? { begin, end } : undefined;
}

function milliseconds([hours, minutes, seconds, fraction]: readonly (string | undefined)[]): number {
	return (
		((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 +
		Number((fraction ?? "0").padEnd(3, "0"))
	);
}

/** The text below a timing: up to an empty line, or the next timing where the empty line is missing. */
function blockAt(lines: readonly string[], from: number): readonly string[] {
	let end = from;
	while (end < lines.length && lines[end]?.trim() !== "" && !TIMING.test(lines[end] ?? "")) end += 1;
	const endsInTiming = end < lines.length && TIMING.test(lines[end] ?? "");
	return lines.slice(from, endsInTiming && /^\d+$/.test(lines[end - 1]?.trim() ?? "") ? end - 1 : end);
}

/** Rolling captions show the last line again above the new one: it was said once. */
function withoutRepeated(block: readonly string[], above: readonly string[]): readonly string[] {
	const lines = block.filter((line) => plain(line) !== "");
	const [first, ...rest] = lines;
	if (first === undefined || !/[<]/.test(block.join("")) || plain(first) !== above.at(-1)) return lines;
	return rest;
}

/** Words of a cue. Times inside the text are kept; between them, longer words take longer. */
function wordsOf(text: string, times: { readonly begin: number; readonly end: number }): readonly Piece[] {
	const pieces = text.split(INLINE);
	const words: Piece[] = [];
	let from = times.begin;
	for (let at = 0; at < pieces.length; at += 2) {
		const stamp = pieces[at + 1];
		const to = stamp === undefined ? times.end : clamp(stampOf(stamp), from, times.end);
		words.push(...surely(spreadWords(plain(flagged(pieces[at] ?? "")), { begin: from, end: to })));
		from = to;
	}
	return words;
}

/** Letters of private use, which stand for the marks of unsure words while a text is taken apart. */
const [OPEN, CLOSE] = ["\uE000", "\uE001"];

function flagged(text: string): string {
	return text
		.replace(/[\uE000\uE001]/g, "")
		.replace(/<c(?:\.[\w-]+)*\.unsure(?:\.[\w-]+)*>([^<]*)<\/c>/g, `${OPEN}$1${CLOSE}`);
}

/** Words without those letters; marked are those that had one of their own letters between them. */
function surely(words: readonly Piece[]): readonly Piece[] {
	let inside = false;
	return words.flatMap((word): Piece[] => {
		const parts = word.text.split(/([\uE000\uE001])/);
		let unsure = false;
		for (const part of parts) {
			if (part === OPEN || part === CLOSE) inside = part === OPEN;
			else unsure ||= inside && part !== "";
		}
		const text = parts.filter((part) => part !== OPEN && part !== CLOSE).join("");
		return text === "" ? [] : [{ ...word, text, ...(unsure && { unsure }) }];
	});
}

function stampOf(stamp: string): number {
	return milliseconds((new RegExp(STAMP).exec(stamp) ?? []).slice(1));
}

const OPENS = /^[\p{Ps}\p{Pi}]+$/u;
const TWO_UNSPACED = new RegExp(`[${UNSPACED}]{2}`, "u");

/**
 * The words of a text, spread over a time. Between phrases of scripts that write no spaces between words, the
 * space stays before the word.
 */
export function spreadWords(
	text: string,
	{ begin, end }: { readonly begin: number; readonly end: number },
): readonly Piece[] {
	const texts = text
		.split(/\s+/)
		.flatMap((part, at) =>
			wordsIn(part).map((word, first) => (at > 0 && first === 0 && isPhrased(word) ? ` ${word}` : word)),
		);
	const weights = texts.map((word) => word.length + 2);
	const whole = weights.reduce((sum, weight) => sum + weight, 0);
	let passed = 0;
	return texts.map((word, at) => {
		const from = begin + Math.round(((end - begin) * passed) / whole);
		passed += weights[at] ?? 0;
		return { text: word, begin: from, end: begin + Math.round(((end - begin) * passed) / whole) };
	});
}

/**
 * The words of a text without spaces: one, or several in scripts that write none. Closing marks stay with the
 * word before them, opening ones with the one after.
 */
function wordsIn(text: string): readonly string[] {
	if (!TWO_UNSPACED.test(text)) return text === "" ? [] : [text];
	const words: string[] = [];
	for (const { segment, isWordLike } of SEGMENTS.segment(text)) {
		const last = words.at(-1);
		if (last !== undefined && (OPENS.test(last) || (isWordLike !== true && !OPENS.test(segment))))
			words.splice(-1, 1, last + segment);
		else words.push(segment);
	}
	return words;
}

/** Text without tags, overrides, entities, control characters and marks of direction. */
function plain(text: string): string {
	return text
		.replace(/<[^<>]{0,200}>/g, "")
		.replace(/\{\\[^{}]{0,200}\}/g, "")
		.replace(/&(amp|lt|gt|quot|nbsp|#39|apos|lrm|rlm);/g, (_, name: string) => ENTITIES[name] ?? "")
		.replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu, "")
		.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
		.trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	nbsp: " ",
	"#39": "'",
	apos: "'",
};

function clamp(value: number, low: number, high: number): number {
	return Math.min(high, Math.max(low, value));
}
