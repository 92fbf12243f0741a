import { type Span, touching } from "../spans.ts";
import { FINE_MS, type Sound } from "./audio.ts";

/** Shorter silence than this is only a closed mouth within a word. */
const SHORTEST_GAP_MS = 50;
const FLOOR_SHARE = 0.01;
const ABOVE_FLOOR_DB = 10;
const BELOW_MIDDLE_DB = 12;
/** What goes on below speech is the quietest tenth, and speech is at least a quarter of what is heard. */
const BELOW_SHARE = 0.1;
const SPEECH_SHARE = 0.75;
/** Share of the way from there to the loudest at which something is said. */
const ABOVE_SOUND = 0.28;

/**
 * Every short silence, in order: between words, and between sentences of hurried speech. Finer than pauses.
 */
export function gapsIn(sound: Sound | undefined): readonly Span[] {
	const fine = sound?.fine ?? [];
	const silent = thresholdOf(fine);
	const gaps: Span[] = [];
	let begin: number | undefined;
	for (let step = 0; step <= fine.length; step += 1) {
		const quiet = (fine[step] ?? 0) < silent;
		if (quiet) begin ??= step;
		else if (begin !== undefined) {
			if ((step - begin) * FINE_MS >= SHORTEST_GAP_MS)
				gaps.push({ begin: begin * FINE_MS, end: step * FINE_MS });
			begin = undefined;
		}
	}
	return gaps;
}

/** The longest gap that touches a span and is at least so long, in milliseconds. */
export function longestGap(gaps: readonly Span[], within: Span, atLeast: number): Span | undefined {
	const length = ({ begin, end }: Span) => Math.min(end, within.end) - Math.max(begin, within.begin);
	const [longest] = touching(gaps, within)
		.filter((gap) => length(gap) >= atLeast)
		.sort((a, b) => length(b) - length(a));
	return longest;
}

/**
 * Just above the quietest moments of all, but well below what is usual: steady sound has no gaps. Where music
 * or noise goes on below speech, above that and well below the speech.
 */
function thresholdOf(fine: readonly number[]): number {
	const sorted = Float64Array.from(fine).sort();
	const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NEGATIVE_INFINITY;
	const [quiet, usual] = [at(FLOOR_SHARE) + ABOVE_FLOOR_DB, at(0.5) - BELOW_MIDDLE_DB];
	if (quiet <= usual) return quiet;
	const [below, above] = [at(BELOW_SHARE), at(1 - BELOW_SHARE)];
	const between = below + Math.min(ABOVE_FLOOR_DB, ABOVE_SOUND * (above - below));
	return Math.max(usual, Math.min(between, at(SPEECH_SHARE) - BELOW_MIDDLE_DB));
}
