import { spokenShare } from "../hear/speech.ts";
import { type Span, shared, touching } from "../spans.ts";
import type { Sentence } from "../transcript/transcript.ts";
import type { Candidate, Lengths } from "./candidates.ts";
import { mean } from "./curves.ts";
import { notableWithin } from "./interest.ts";
import { refersBack } from "./sentence-features.ts";
import type { Signals } from "./signals.ts";

/** A candidate with what it is worth. `parts` are points; they add up to the score. */
export interface Scored extends Candidate {
	/** 0 to 100, one decimal. */
	readonly score: number;
	readonly parts: Readonly<Record<string, number>>;
}

type Part = "hook" | "energy" | "speech" | "boundary" | "reaction" | "motion" | "length";

/**
 * Points a part can give, where something is said and where hardly anything is. A heuristic rank, not a
 * forecast.
 */
const WEIGHTS: Readonly<Record<"spoken" | "unspoken", Readonly<Record<Part, number>>>> = {
	spoken: { hook: 22, energy: 20, speech: 18, boundary: 18, reaction: 10, motion: 7, length: 5 },
	unspoken: { hook: 12, energy: 30, speech: 0, boundary: 12, reaction: 16, motion: 25, length: 5 },
};
const MOST_PENALTY = { spoken: 30, unspoken: 20 } as const;
const SPOKEN_FROM = 0.3;
const HOOK_MS = 3_000;
const HOOK_TEXT_MS = 6_000;
const DEAD_AIR_MS = 2_500;
const BURST = 0.95;

/** What a candidate is worth among all moments of its source. Same signals, same score. */
export function score(candidate: Candidate, signals: Signals, lengths: Lengths): Scored {
	const mode = signals.spokenShare >= SPOKEN_FROM ? "spoken" : "unspoken";
	const shares = sharesOf(candidate, signals, lengths);
	const points = Object.entries(WEIGHTS[mode]).map(
		([name, weight]) => [name, tenth(weight * (shares.get(name) ?? 0))] as const,
	);
	const lost = tenth(Math.min(MOST_PENALTY[mode], penalty(candidate, signals)));
	const parts = Object.fromEntries([
		...points.filter(([, value]) => value > 0),
		...(lost > 0 ? [["penalty", -lost] as const] : []),
	]);
	const total = Object.values(parts).reduce((sum, value) => sum + value, 0);
	return { ...candidate, score: tenth(Math.min(100, Math.max(0, total))), parts };
}

/** How well a candidate does in each part, 0 to 1. */
function sharesOf(candidate: Candidate, signals: Signals, lengths: Lengths): ReadonlyMap<string, number> {
	const { curves, pictures } = signals;
	const beat = signals.hasSound ? curves.loud : curves.motion;
	const swing = signals.hasSound ? curves.spread : curves.cuts;
	const within = (curve: readonly number[], span: Span = candidate) =>
		curve.slice(Math.floor(span.begin / 1000), Math.max(1, Math.ceil(span.end / 1000)));
	const opening = mean(within(beat, { begin: candidate.begin, end: candidate.begin + HOOK_MS }));
	const cutting = pictures.cuts.length > 0 ? 0.4 * mean(within(curves.cuts)) : 0;
	return new Map<Part, number>([
		["hook", signals.transcript ? 0.15 * opening + 0.85 * words(candidate, signals) : opening],
		["energy", 0.3 * mean(within(beat)) + 0.3 * Math.max(0, ...within(beat)) + 0.4 * mean(within(swing))],
		["speech", 0.75 * density(candidate, signals) + 0.25 * mean(within(curves.spread))],
		["boundary", (candidate.startQuality + candidate.endQuality) / 2],
		["reaction", signals.hasSound ? reaction(within(curves.bursts), within(curves.reactions)) : 0],
		["motion", 0.6 * mean(within(curves.motion)) + cutting],
		["length", lengthFit(candidate, lengths)],
	]);
}

/** Questions, numbers, strong words, refrains: best in the first seconds, and good anywhere. */
function words({ begin, end }: Span, { notable }: Signals): number {
	const first = notableWithin(notable, { begin, end: Math.min(end, begin + HOOK_TEXT_MS) });
	const all = notableWithin(notable, { begin, end });
	return 0.5 * Math.min(1, first) + 0.3 * Math.min(1, all) + 0.2 * Math.min(1, all / 3);
}

/** Laughter and applause tell most; sudden rises a little. */
function reaction(bursts: readonly number[], reactions: readonly number[]): number {
	const rises = bursts.filter((rank) => rank >= BURST).length;
	return 0.8 * Math.max(0, ...reactions) + 0.2 * Math.min(1, rises / 3);
}

/** With a transcript: words a second, best from 2.5; without: the share that is not silent. */
function density(span: Span, signals: Signals): number {
	if (!signals.transcript) return Math.min(1, spokenShare(signals.spoken, span) / 0.8);
	return Math.min(1, Math.max(0, (wordRate(span, signals) - 0.5) / 2));
}

function wordRate(span: Span, { transcript }: Signals): number {
	const said = transcript ? touching(transcript.words, span).length : 0;
	return said / Math.max(0.001, (span.end - span.begin) / 1000);
}

function lengthFit(span: Span, { min, max }: Lengths): number {
	const ideal = (min + max) / 2;
	return max === min ? 1 : 1 - Math.abs(span.end - span.begin - ideal) / ((max - min) / 2);
}

/** Points lost for what makes a clip weak by itself. */
function penalty(candidate: Candidate, signals: Signals): number {
	const edge = Math.min(15_000, signals.durationMs * 0.02);
	const atEdge = candidate.begin < edge || candidate.end > signals.durationMs - edge;
	const dead = longestSilence(candidate, signals);
	const first = sentencesIn(signals, candidate)[0];
	const sparse =
		signals.transcript !== undefined &&
		signals.spokenShare >= SPOKEN_FROM &&
		wordRate(candidate, signals) < 1.5;
	return (
		(atEdge ? 6 : 0) +
		(dead > DEAD_AIR_MS ? Math.min(12, 4 + (2 * dead) / 1000) : 0) +
		(first && refersBack(first.text) ? 6 : 0) +
		(sparse ? 6 : 0)
	);
}

function longestSilence(span: Span, { speech, hasSound }: Signals): number {
	if (!hasSound) return 0;
	return Math.max(0, ...touching(speech.pauses, span).map((pause) => shared(pause, span)));
}

/** The sentences that begin inside a span. */
function sentencesIn({ transcript }: Signals, span: Span): readonly Sentence[] {
	return transcript
		? touching(transcript.sentences, span).filter((sentence) => sentence.begin >= span.begin)
		: [];
}

function tenth(value: number): number {
	return Math.round(value * 10) / 10;
}
