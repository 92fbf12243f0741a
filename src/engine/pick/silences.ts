import { longestGap } from "../hear/gaps.ts";
import { lastFrom, type Span } from "../spans.ts";
import type { Signals } from "./signals.ts";

/** A silence this long is rarely within a word. */
export const SURE_GAP_MS = 100;
/** A shorter silence is no place to cut: it may be inside a word, or between two that are said as one. */
const LEAST_GAP_MS = { timed: 170, untimed: 220 } as const;
const FADE_MS = 150;
const ONSET_MS = 60;
/** How far the times of a transcript may be off. */
const OFF_MS = 250;
const FAR_OFF_MS = 350;

/** Where a silence is heard at a moment, or near it; undefined where none is. */
export function silenceNear(at: number, { gaps, isTimed }: Signals): number | undefined {
	const least = LEAST_GAP_MS[isTimed ? "timed" : "untimed"];
	const here = lastFrom(gaps, at);
	if (here && at < here.end && here.end - here.begin >= least) return inside(here, at);
	const off = isTimed ? OFF_MS : FAR_OFF_MS;
	const gap = longestGap(gaps, { begin: at - off, end: at + off }, least);
	return gap && middleOf(gap);
}

export function middleOf({ begin, end }: Span): number {
	return Math.round((begin + end) / 2);
}

/**
 * The longest part of a pause in which really nothing is heard: quiet consonants at its ends belong to words.
 */
export function stillIn(pause: Span, gaps: readonly Span[]): Span {
	const gap = longestGap(gaps, pause, SURE_GAP_MS / 2);
	return gap ? { begin: Math.max(gap.begin, pause.begin), end: Math.min(gap.end, pause.end) } : pause;
}

/** Away from the words beside a silence: they fade out slowly and set in at once. */
function inside({ begin, end }: Span, at: number): number {
	const length = end - begin;
	const [first, last] = [begin + Math.min(FADE_MS, length / 2), end - Math.min(ONSET_MS, length / 2)];
	return Math.round(Math.min(last, Math.max(first, at)));
}
