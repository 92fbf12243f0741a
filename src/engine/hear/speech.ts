import { type Span, shared, touching } from "../spans.ts";
import type { Transcript } from "../transcript/transcript.ts";
import { type Sound, STEP_MS } from "./audio.ts";

/** Shortest silence that counts as a pause between two things said, in milliseconds. */
export const PAUSE_MS = 350;
const CLICK_MS = 50;
const QUIETEST_FLOOR_DB = -50;

/** Where something is heard and where nothing is. Both in order; pauses are at least `PAUSE_MS` long. */
export interface Speech {
	readonly spoken: readonly Span[];
	readonly pauses: readonly Span[];
}

/** Splits a sound at its pauses. `durationMs` is the length of the source. */
export function speechIn(sound: Sound | undefined, durationMs: number): Speech {
	if (!sound) return { spoken: [], pauses: [{ begin: 0, end: durationMs }] };
	const pauses = pausesIn(sound).map((span) => ({ begin: span.begin, end: Math.min(span.end, durationMs) }));
	return { pauses, spoken: between(pauses, durationMs) };
}

/**
 * Below this, in dB, is silence for this source: 6 dB above its quiet moments, but never a level at which
 * half of it would be silent.
 */
export function silenceOf(levels: readonly number[]): number {
	const sorted = [...levels].sort((a, b) => a - b);
	const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? QUIETEST_FLOOR_DB;
	return Math.max(QUIETEST_FLOOR_DB, Math.min(at(0.1) + 6, at(0.5) - 6));
}

/** Share of a span (0 to 1) in which something is said: the words of a transcript where there is one. */
export function spokenShare(spans: readonly Span[], within: Span): number {
	const total = touching(spans, within).reduce((sum, span) => sum + shared(span, within), 0);
	return total / Math.max(1, within.end - within.begin);
}

/** What is heard as speech: words of the transcript joined over short breaks, or all that is not silent. */
export function spokenSpans(speech: Speech, transcript: Transcript | undefined): readonly Span[] {
	if (!transcript) return speech.spoken;
	const joined: Span[] = [];
	for (const word of transcript.words) {
		const last = joined.at(-1);
		if (last && word.begin - last.end < PAUSE_MS) joined.splice(-1, 1, { begin: last.begin, end: word.end });
		else joined.push({ begin: word.begin, end: word.end });
	}
	return joined;
}

/** The stretches outside of ordered spans that are long enough to be pauses. */
export function pausesBetween(spans: readonly Span[], durationMs: number): readonly Span[] {
	return between(spans, durationMs).filter(({ begin, end }) => end - begin >= PAUSE_MS);
}

function pausesIn({ levels }: Sound): readonly Span[] {
	const floor = silenceOf(levels);
	const runs: { silent: boolean; begin: number; end: number }[] = [];
	levels.forEach((level, step) => {
		const silent = level < floor;
		const last = runs.at(-1);
		if (last?.silent === silent) last.end = (step + 1) * STEP_MS;
		else runs.push({ silent, begin: step * STEP_MS, end: (step + 1) * STEP_MS });
	});
	const pauses: { begin: number; end: number }[] = [];
	for (const run of runs) {
		if (!run.silent) continue;
		const last = pauses.at(-1);
		// A click does not end a pause.
		if (last && run.begin - last.end <= CLICK_MS) last.end = run.end;
		else pauses.push({ begin: run.begin, end: run.end });
	}
	return pauses.filter((pause) => pause.end - pause.begin >= PAUSE_MS);
}

function between(pauses: readonly Span[], durationMs: number): readonly Span[] {
	const begins = [0, ...pauses.map((pause) => pause.end)];
	const ends = [...pauses.map((pause) => pause.begin), durationMs];
	return begins
		.map((begin, at) => ({ begin, end: ends[at] ?? durationMs }))
		.filter((span) => span.end > span.begin);
}
