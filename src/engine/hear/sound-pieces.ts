import type { Span } from "../spans.ts";

/** A piece of a sound; its words count from `from` to `to`, where the next piece goes on. */
export interface SoundPiece extends Span {
	readonly from: number;
	readonly to: number;
}

/** Endpoints take 25 MB or 25 minutes at most, and do not answer within any time. */
export const LONGEST_MS = 20 * 60_000;
/**
 * How far from where it would be cut a pause is looked for, and what is heard twice where there is none, as
 * shares of the longest piece.
 */
const AROUND = 0.075;
const TWICE = 1 / 240;
/** A longer pause is not better. */
const LONG_PAUSE_MS = 2_000;
/** So much nearer is as good as a pause that is a millisecond longer. */
const NEARER_MS = 100;

/**
 * A sound in pieces that can be sent, about equally long and hardly longer than `longestMs`: cut in a pause,
 * or else such that what is said around the cut is in both.
 */
export function soundPieces(
	durationMs: number,
	pauses: readonly Span[],
	longestMs: number,
): readonly SoundPiece[] {
	const count = Math.max(1, Math.ceil(durationMs / longestMs));
	const near = pauses.map(({ begin, end }) => ({
		at: Math.round((begin + end) / 2),
		length: Math.min(LONG_PAUSE_MS, end - begin),
	}));
	const cuts = Array.from({ length: count - 1 }, (_, at) =>
		cutNear(Math.round(((at + 1) * durationMs) / count), near, longestMs),
	);
	const ends = [...cuts, { at: durationMs, twice: 0 }];
	return ends.map((end, at) => {
		const start = ends[at - 1] ?? { at: 0, twice: 0 };
		return { begin: start.at - start.twice, end: end.at + end.twice, from: start.at, to: end.at };
	});
}

interface Timed extends Span {
	readonly text: string;
}

/** What was heard in pieces, each from its own begin, as one: around a cut each word once. */
export function joinedPieces<Word extends Timed>(
	pieces: readonly { readonly piece: SoundPiece; readonly words: readonly Word[] }[],
): readonly Word[] {
	const all: Word[] = [];
	for (const { piece, words } of pieces) {
		const moved = words.map((word) => ({
			...word,
			begin: word.begin + piece.begin,
			end: word.end + piece.begin,
		}));
		const own = moved.filter(
			({ begin, end }) => (begin + end) / 2 >= piece.from && (begin + end) / 2 < piece.to,
		);
		const last = all.at(-1);
		const [first, ...rest] = own;
		const twice = last && first && plain(last.text) === plain(first.text) && shared(last, first);
		all.push(
			...(twice ? rest : own)
				.map((word) => ({ ...word, begin: Math.max(word.begin, last?.end ?? 0) }))
				.filter(({ begin, end }) => end > begin),
		);
	}
	return all;
}

interface Pause {
	readonly at: number;
	readonly length: number;
}

function cutNear(
	wanted: number,
	pauses: readonly Pause[],
	longestMs: number,
): { readonly at: number; readonly twice: number } {
	const [best] = pauses
		.filter(({ at }) => Math.abs(at - wanted) <= AROUND * longestMs)
		.sort((a, b) => worth(b, wanted) - worth(a, wanted));
	return best ? { at: best.at, twice: 0 } : { at: wanted, twice: Math.round(TWICE * longestMs) };
}

function worth({ at, length }: Pause, wanted: number): number {
	return length - Math.abs(at - wanted) / NEARER_MS;
}

/** Whether two words of one text are one word, heard twice. */
function shared(one: Span, other: Span): boolean {
	return other.begin < one.end;
}

function plain(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Models of speech hear half a minute at a time. */
const SHORT_MS = 28_000;
const SHORTEST_MS = 12_000;
/** What is heard twice where nothing pauses. */
const TWICE_MS = 1_000;

/**
 * A sound in pieces of half a minute at most, cut in the longest pause of the second half, or else such that
 * what is said around the cut is in both. Where nothing is spoken there is no piece: models hear words there.
 */
export function shortPieces(
	durationMs: number,
	{ pauses, spoken }: { readonly pauses: readonly Span[]; readonly spoken: readonly Span[] },
): readonly SoundPiece[] {
	const pieces: SoundPiece[] = [];
	let [from, twice] = [0, 0];
	while (from < durationMs) {
		const cut =
			durationMs - from <= SHORT_MS - TWICE_MS
				? { at: durationMs, twice: 0 }
				: longestPause(pauses, { begin: from + SHORTEST_MS, end: from + SHORT_MS - TWICE_MS });
		const end = Math.min(durationMs, cut.at + cut.twice);
		pieces.push({ begin: Math.max(0, from - twice), end, from, to: cut.at });
		[from, twice] = [cut.at, cut.twice];
	}
	return pieces.filter((piece) => spoken.some(({ begin, end }) => begin < piece.to && end > piece.from));
}

function longestPause(
	pauses: readonly Span[],
	within: Span,
): { readonly at: number; readonly twice: number } {
	const inside = pauses
		.map(({ begin, end }) => ({ at: Math.round((begin + end) / 2), length: end - begin }))
		.filter(({ at }) => at >= within.begin && at <= within.end);
	const [longest] = inside.sort((a, b) => b.length - a.length || b.at - a.at);
	return longest ? { at: longest.at, twice: 0 } : { at: within.end, twice: TWICE_MS };
}
