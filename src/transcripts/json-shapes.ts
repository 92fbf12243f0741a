import { defined } from "../model/defined.ts";
import { isDoubted, isLineDoubted } from "./doubts.ts";
import { joined, marked, type Piece, type Times, type TranscriptWord, timed } from "./pieces.ts";

type Fields = Readonly<Record<string, unknown>>;

const MOST = 200_000;
const LATEST_MS = 1e9;
const MS_PER_SECOND = 1_000;
/** Nobody takes a minute to say a word; whole numbers that large are milliseconds. */
const TYPICAL_SECONDS = 60;

/**
 * What is said according to a value of one of the shapes that are known, in milliseconds, as it stands there.
 * Empty: it is none of them.
 */
export function piecesIn(value: unknown): readonly Piece[] {
	const shapes: readonly (() => readonly Piece[])[] = Array.isArray(value)
		? [
				() => listed(value).flatMap(ofVosk),
				() => ofLines({ segments: value }),
				() => ofWords({ words: value }),
				() => ofSegments({ segments: value }),
			]
		: [ofWhisperCpp, ofLines, ofWords, ofSegments, ofVosk].map((shape) => () => shape(fieldsOf(value)));
	for (const shape of shapes) {
		const pieces = shape();
		if (pieces.length > 0) return pieces;
	}
	return [];
}

/** `transcription` of whisper.cpp: offsets in milliseconds, and tokens, which are parts of words. */
function ofWhisperCpp({ transcription }: Fields): readonly Piece[] {
	return listed(transcription).flatMap((line): readonly Piece[] => {
		const [text, within] = [textOf(line), offsetsOf(line)];
		if (text === undefined || !within) return [];
		const tokens = listed(line.tokens).flatMap((token): TranscriptWord[] => {
			const part = textOf(token);
			const times = offsetsOf(token);
			if (part === undefined || /^\[_.*\]$|^<\|.*\|>$/.test(part)) return [];
			// A mark may stand anywhere: it says nothing of the word.
			const unsure = /[\p{L}\p{N}]/u.test(part) ? doubtOf(token) : undefined;
			return [defined({ text: part, times, unsure })];
		});
		const words = timed(joined(tokens), within);
		return sameLetters(words, text) ? words : [{ ...within, text }];
	});
}

function offsetsOf({ offsets }: Fields): Times | undefined {
	const { from, to } = fieldsOf(offsets);
	return timesFrom(from, to, 1);
}

/** Characters may be torn between two tokens, and tokens may be missing. */
function sameLetters(words: readonly Piece[], text: string): boolean {
	const bare = (each: string) => each.replace(/\s+/gu, "");
	return words.length > 0 && bare(words.map((word) => word.text).join("")) === bare(text);
}

/** `segments` that hold `words` each: Whisper and WhisperX. */
function ofLines({ segments }: Fields): readonly Piece[] {
	const lines = listed(segments);
	if (!lines.some((line) => listed(line.words).length > 0)) return [];
	const unit = unitOf(lines.flatMap((line) => [line, ...listed(line.words)]));
	return lines.flatMap((line): readonly Piece[] => {
		const within = timesOf(line, unit);
		const words = timed(joined(wordsIn(line.words, unit)), within);
		const text = textOf(line);
		if (words.length > 0 || !within || text === undefined) return words;
		return [defined({ ...within, text, unsure: isLineDoubted(line) || undefined })];
	});
}

/** `words` beside each other: endpoints, and the `word_segments` of WhisperX. */
function ofWords({ words, word_segments, text, segments }: Fields): readonly Piece[] {
	const list = listed(words).length > 0 ? words : word_segments;
	const unit = unitOf(listed(list));
	const all = wordsIn(list, unit);
	if (2 * all.filter(({ times }) => times).length < listed(list).length) return [];
	const whole = typeof text === "string" ? text : listed(segments).map(textOf).join(" ");
	const doubted = doubtedLines({ segments });
	const rated = all.map((word) =>
		defined({ ...word, unsure: word.unsure ?? (word.times && isWithin(word.times, doubted)) }),
	);
	return timed(joined(marked(rated, whole)));
}

/** `segments` with a text each. Most must be usable, or it is a list of something else. */
function ofSegments({ segments }: Fields): readonly Piece[] {
	const lines = listed(segments);
	const unit = unitOf(lines);
	const doubted = doubtedLines({ segments });
	const pieces = wordsIn(segments, unit).flatMap(({ text, times, unsure }) =>
		times ? [defined({ ...times, text, unsure: unsure ?? isWithin(times, doubted) })] : [],
	);
	return 2 * pieces.length >= lines.length ? pieces : [];
}

/** Whether the middle of a time lies in one of others, which are in order. */
export function isWithin({ begin, end }: Times, others: readonly Times[]): true | undefined {
	const middle = (begin + end) / 2;
	let [low, high] = [0, others.length];
	while (low < high) {
		const half = (low + high) >> 1;
		if ((others[half]?.begin ?? 0) <= middle) low = half + 1;
		else high = half;
	}
	return middle < (others[low - 1]?.end ?? 0) || undefined;
}

/** The lines of a recogniser that it says are unsure, in milliseconds, in order. */
export function doubtedLines({ segments }: Fields): readonly Times[] {
	const lines = listed(segments);
	const unit = unitOf(lines);
	const doubted = lines.filter(isLineDoubted).flatMap((line) => timesOf(line, unit) ?? []);
	return doubted.sort((a, b) => a.begin - b.begin);
}

/** `result` of Vosk, also within `alternatives`. */
function ofVosk({ result, alternatives }: Fields): readonly Piece[] {
	const [best] = listed(alternatives);
	return timed(wordsIn(result ?? best?.result, MS_PER_SECOND));
}

function wordsIn(words: unknown, unit: number): readonly TranscriptWord[] {
	return listed(words).flatMap((word): TranscriptWord[] => {
		const [text, times] = [textOf(word), timesOf(word, unit)];
		return text === undefined || text.trim() === "" ? [] : [defined({ text, times, unsure: doubtOf(word) })];
	});
}

function doubtOf(word: Fields): true | undefined {
	return isDoubted(word) || undefined;
}

function textOf({ punctuated_word, word, text }: Fields): string | undefined {
	const said = [punctuated_word, word, text].find((each) => typeof each === "string");
	return typeof said === "string" ? said : undefined;
}

function timesOf({ start, end, duration }: Fields, unit: number): Times | undefined {
	const to =
		end === undefined && typeof start === "number" && typeof duration === "number" ? start + duration : end;
	return timesFrom(start, to, unit);
}

function timesFrom(from: unknown, to: unknown, unit: number): Times | undefined {
	if (typeof from !== "number" || typeof to !== "number") return undefined;
	const [begin, end] = [from * unit, to * unit];
	return begin < end && end > 0 && end < LATEST_MS ? { begin, end } : undefined;
}

/** How many milliseconds a number stands for. */
function unitOf(entries: readonly Fields[]): number {
	const all = entries.flatMap((each) => timesOf(each, 1) ?? []);
	const whole = all.every(({ begin, end }) => Number.isInteger(begin) && Number.isInteger(end));
	const lengths = all.map(({ begin, end }) => end - begin).sort((a, b) => a - b);
	return whole && (lengths[Math.floor(lengths.length / 2)] ?? 0) > TYPICAL_SECONDS ? 1 : MS_PER_SECOND;
}

function listed(value: unknown): readonly Fields[] {
	return Array.isArray(value) ? value.slice(0, MOST).map(fieldsOf) : [];
}

function fieldsOf(value: unknown): Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
