import type { Moment } from "../model/clip.ts";
import { bitsOf } from "./bits.ts";
import { PICTURE_MS } from "./picture-print.ts";

/** Bits of 64 that encoders, marks and captions may change. */
const MOST_BITS = 14;
/** Key frames stand elsewhere after each encoder: a picture is looked for so many pictures around. */
const AROUND = 10;
/** Share of a moment's pictures that must be found. */
const MOST_PICTURES = 0.6;
/** A picture with fewer set bits is flat: black, a title, a fade. */
const FLAT = 4;

/**
 * Whether the pictures of a moment are those of the other source at an offset. Two sources without pictures
 * agree.
 */
export function picturesAgree(
	a: Uint32Array,
	b: Uint32Array,
	{ moment, offsetMs }: { readonly moment: Moment; readonly offsetMs: number },
): boolean {
	if (a.length === 0 || b.length === 0) return a.length === b.length;
	const seen = seenIn(a, moment);
	const shift = Math.round(-offsetMs / PICTURE_MS);
	// Only flat pictures: they are no evidence, and must not contradict.
	if (seen.length === 0)
		return seenIn(b, { from: moment.from - offsetMs, to: moment.to - offsetMs }).length === 0;
	return shareFound(a, b, { seen, shift, around: AROUND }) >= MOST_PICTURES;
}

/** Where `b` begins in `a`, if pictures that change say so alone. */
export function picturesFound(a: Uint32Array, b: Uint32Array, moment: Moment): number | undefined {
	const seen = seenIn(a, moment);
	if (distinct(a, seen) < 3) return undefined;
	const [first = 0, last = 0] = [seen[0], seen.at(-1)];
	const shifts = Array.from({ length: b.length / 2 + last - first }, (_, at) => at - last);
	const byShare = shifts.map((shift) => ({ shift, share: shareFound(a, b, { seen, shift, around: 2 }) }));
	const best = byShare.reduce((most, each) => (each.share > most.share ? each : most), {
		shift: 0,
		share: 0,
	});
	return best.share >= 0.8 ? -best.shift * PICTURE_MS : undefined;
}

function seenIn(a: Uint32Array, { from, to }: Moment): readonly number[] {
	const [first, last] = [Math.max(0, Math.floor(from / PICTURE_MS)), Math.ceil(to / PICTURE_MS)];
	const places = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
	return places.filter((at) => bitsOf(a[at * 2] ?? 0) + bitsOf(a[at * 2 + 1] ?? 0) >= FLAT);
}

function shareFound(
	a: Uint32Array,
	b: Uint32Array,
	{
		seen,
		shift,
		around,
	}: { readonly seen: readonly number[]; readonly shift: number; readonly around: number },
): number {
	const found = seen.filter((at) => {
		for (let other = at + shift - around; other <= at + shift + around; other++)
			if (other >= 0 && other * 2 < b.length && apart([a, at], [b, other]) <= MOST_BITS) return true;
		return false;
	});
	return found.length / seen.length;
}

/** How many clearly different pictures a moment shows. */
function distinct(a: Uint32Array, seen: readonly number[]): number {
	const kept: number[] = [];
	for (const at of seen) if (kept.every((other) => apart([a, at], [a, other]) > MOST_BITS)) kept.push(at);
	return kept.length;
}

type Place = readonly [prints: Uint32Array, at: number];

function apart([a, at]: Place, [b, other]: Place): number {
	return (
		bitsOf(((a[at * 2] ?? 0) ^ (b[other * 2] ?? 0)) >>> 0) +
		bitsOf(((a[at * 2 + 1] ?? 0) ^ (b[other * 2 + 1] ?? 0)) >>> 0)
	);
}
