import type { Moment } from "../model/clip.ts";
import { bitsOf } from "./bits.ts";
import { CODE_MS } from "./sound-print.ts";

/** Whether a moment is heard in another source. `nothing`: too little is heard to tell. */
export type SoundMatch =
	| { readonly as: "same"; readonly offsetMs: number }
	| { readonly as: "other" | "nothing" };

/** Fewer codes than this (four seconds) say nothing. */
const FEWEST = 32;
/**
 * Share of bits that may differ: after any encoder it is below a fifth, between unrelated sounds above two
 * fifths.
 */
const MOST_DIFFERENT = 0.32;
/** Codes are judged in pieces of two seconds, and so large a share of the pieces must agree. */
const PIECE = 16;
const MOST_PIECES = 0.7;
/** A further source with so large a share holds the moment itself, not only a jingle. */
const ALL_PIECES = 0.9;
/** A first look compares only each fourth code. */
const STRIDE = 4;
const WORTH_A_LOOK = 0.4;

/** Finds the offset at which a moment of `a` is heard in `b`, whatever was cut off before it. */
export function soundMatch(
	a: Uint32Array,
	b: Uint32Array,
	{ moment, others }: { readonly moment: Moment; readonly others: readonly Uint32Array[] },
): SoundMatch {
	const heard = heardIn(a, moment);
	if (heard.length < FEWEST || b.every((code) => code === 0)) return { as: "nothing" };
	const offset = bestOffset(a, b, { heard, least: MOST_PIECES });
	if (offset === undefined) return { as: "other" };
	const own = heard.filter((at) => !isCommon(a, { at, heard, others }));
	if (own.length < FEWEST) return { as: "nothing" };
	const isSame = own.length === heard.length || agreement(a, b, { heard: own, offset }) >= MOST_PIECES;
	return isSame ? { as: "same", offsetMs: -offset * CODE_MS } : { as: "other" };
}

/** Places of the codes of a moment where something is heard. */
function heardIn(a: Uint32Array, { from, to }: Moment): readonly number[] {
	const [first, last] = [Math.max(0, Math.ceil(from / CODE_MS)), Math.floor(to / CODE_MS)];
	const places = Array.from({ length: Math.max(0, Math.min(a.length, last) - first) }, (_, at) => first + at);
	return places.filter((at) => a[at] !== 0);
}

/**
 * The offset at which most pieces agree, where enough of them do: the code `at` of `a` is the code `at +
 * offset` of `b`.
 */
function bestOffset(
	a: Uint32Array,
	b: Uint32Array,
	{ heard, least }: { readonly heard: readonly number[]; readonly least: number },
): number | undefined {
	const coarse = heard.filter((_, at) => at % STRIDE === 0);
	const [first = 0, last = 0] = [heard[0], heard.at(-1)];
	let best: { readonly offset: number; readonly share: number } | undefined;
	for (let offset = -last; offset < b.length - first; offset++) {
		if (difference(a, b, { heard: coarse, offset }) > WORTH_A_LOOK) continue;
		const share = agreement(a, b, { heard, offset });
		if (share >= least && share > (best?.share ?? 0)) best = { offset, share };
	}
	return best?.offset;
}

interface At {
	readonly heard: readonly number[];
	readonly offset: number;
}

/** Share of bits that differ; all of them where less than half of the codes can be compared. */
function difference(a: Uint32Array, b: Uint32Array, { heard, offset }: At): number {
	let [bits, compared] = [0, 0];
	for (const at of heard) {
		const other = b[at + offset] ?? 0;
		if (other === 0) continue;
		bits += bitsOf(((a[at] ?? 0) ^ other) >>> 0);
		compared++;
	}
	return compared < heard.length / 2 ? 1 : bits / (32 * compared);
}

/** Share of the pieces of a moment whose bits agree. */
function agreement(a: Uint32Array, b: Uint32Array, { heard, offset }: At): number {
	let agreeing = 0;
	for (let from = 0; from < heard.length; from += PIECE) {
		const piece = heard.slice(from, from + PIECE);
		const different = difference(a, b, { heard: piece, offset });
		// The least different of two neighbouring offsets is the right one.
		if (different <= MOST_DIFFERENT) agreeing += piece.length * (1 - different / 100);
	}
	return agreeing / heard.length;
}

/**
 * Whether what is heard at a place is heard in a further source too, which does not hold the whole moment.
 */
function isCommon(
	a: Uint32Array,
	about: { readonly at: number; readonly heard: readonly number[]; readonly others: readonly Uint32Array[] },
): boolean {
	const { at, heard, others } = about;
	const piece = heard.filter((place) => Math.abs(place - at) <= PIECE / 2);
	return others.some(
		(other) =>
			isHeardSomewhere(a, other, piece) && bestOffset(a, other, { heard, least: ALL_PIECES }) === undefined,
	);
}

function isHeardSomewhere(a: Uint32Array, other: Uint32Array, piece: readonly number[]): boolean {
	const [first = 0, last = 0] = [piece[0], piece.at(-1)];
	for (let offset = -first; offset < other.length - last; offset++)
		if (difference(a, other, { heard: piece, offset }) <= MOST_DIFFERENT - 0.06) return true;
	return false;
}
