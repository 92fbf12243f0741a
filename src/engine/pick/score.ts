import type { HeardReaction } from "../hear/reactions.ts";
import { spokenShare } from "../hear/speech.ts";
import { type Span, shared, touching } from "../spans.ts";
import type { Sentence } from "../transcript/transcript.ts";
import type { Candidate, Lengths } from "./candidates.ts";
import { mean } from "./curves.ts";
import { type PassageValue, passageValueOf } from "./passage-value.ts";
import { refersBack } from "./sentence-features.ts";
import type { Signals } from "./signals.ts";

/** A candidate with what it is worth. `parts` are points; they add up to the score. */
export interface Scored extends Candidate {
	/** 0 to 100, one decimal. */
	readonly score: number;
	readonly parts: Readonly<Record<string, number>>;
	/** What a language model thinks of it. Absent: it was not asked about this. */
	readonly opinion?: RankOpinion;
}

/** How somebody ranks a moment among those that stand out. */
export interface RankOpinion {
	/** From 1, the best. */
	readonly rank: number;
	readonly of: number;
	readonly reason?: string;
}

type Part =
	| "boundary"
	| "content"
	| "energy"
	| "hook"
	| "length"
	| "motion"
	| "payoff"
	| "reaction"
	| "speech"
	| "topic";
/** What is known: what is said, that something is said, or hardly anything. */
type Evidence = "transcribed" | "spoken" | "unspoken";

/** Points a part can give, by what is known. A heuristic rank, not a forecast. */
const WEIGHTS: Readonly<Record<Evidence, Readonly<Partial<Record<Part, number>>>>> = {
	transcribed: {
		content: 52,
		payoff: 14,
		hook: 10,
		topic: 4,
		boundary: 10,
		energy: 5,
		motion: 4,
		reaction: 4,
		length: 2,
	},
	spoken: { hook: 10, energy: 16, speech: 13, topic: 8, boundary: 16, reaction: 26, motion: 4, length: 7 },
	unspoken: { hook: 12, energy: 30, boundary: 12, reaction: 16, motion: 25, length: 5 },
};
/** The more words are in doubt, the more is told by how it sounds: by so much of their share, at most. */
const DOUBTED = 1.2;
const MOST_BY_SOUND = 0.3;
const MOST_PENALTY = { transcribed: 60, spoken: 40, unspoken: 20 } as const;
/** Many good stories begin with "and" or "so". */
const REFERS_BACK = 2;
const SPOKEN_FROM = 0.3;
const HOOK_MS = 3_000;
const DEAD_AIR_MS = 2_500;
const BURST = 0.95;
/** A reaction counts in the last third of a clip, for what earned it, and not at its begin. */
const LAST_PART = 0.6;
const STARTS_MS = 1_500;
/** People clap when somebody comes and goes. */
const POLITE_MS = 45_000;
const POLITE = 0.25;
/** Where nothing says where a passage begins, a longer clip more often holds all of it. */
const UNKNOWN_LENGTH = 0.8;

/** What a candidate is worth among all moments of its source. Same signals, same score. */
export function score(candidate: Candidate, signals: Signals, lengths: Lengths): Scored {
	const mode =
		signals.spokenShare < SPOKEN_FROM ? "unspoken" : signals.rated.length > 0 ? "transcribed" : "spoken";
	const value = passageValueOf(candidate, signals.rated);
	const points = pointsOf(candidate, value, { signals, lengths, mode });
	const lost = tenth(Math.min(MOST_PENALTY[mode], penalty(candidate, value, signals)));
	const parts = Object.fromEntries([
		...points.filter(([, value]) => value > 0),
		...(lost > 0 ? [["penalty", -lost] as const] : []),
	]);
	const total = Object.values(parts).reduce((sum, value) => sum + value, 0);
	return { ...candidate, score: tenth(Math.min(100, Math.max(0, total))), parts };
}

/** Points of each part, before what is lost; where words are in doubt, partly as if they were not known. */
function pointsOf(
	candidate: Candidate,
	value: PassageValue,
	given: { readonly signals: Signals; readonly lengths: Lengths; readonly mode: Evidence },
): readonly (readonly [Part, number])[] {
	const { signals, lengths, mode } = given;
	const shares = sharesOf(candidate, value, { signals, lengths });
	const pointsIn = (evidence: Evidence, of: typeof shares) =>
		Object.entries(WEIGHTS[evidence]).map(
			([name, weight]) => [name as Part, weight * (of.get(name) ?? 0)] as const,
		);
	const said = pointsIn(mode, shares);
	const bySound =
		mode === "transcribed" && signals.hasSound ? Math.min(MOST_BY_SOUND, DOUBTED * signals.doubt) : 0;
	if (bySound === 0) return said.map(([name, points]) => [name, tenth(points)]);
	const unsaid = { ...signals, rated: [], transcript: undefined };
	const heard = pointsIn("spoken", sharesOf(candidate, value, { signals: unsaid, lengths }));
	const sums = new Map<Part, number>();
	for (const [share, all] of [
		[1 - bySound, said],
		[bySound, heard],
	] as const)
		for (const [name, points] of all) sums.set(name, (sums.get(name) ?? 0) + share * points);
	return [...sums].map(([name, points]) => [name, tenth(points)]);
}

/** How well a candidate does in each part, 0 to 1. */
function sharesOf(
	candidate: Candidate,
	value: PassageValue,
	{ signals, lengths }: { readonly signals: Signals; readonly lengths: Lengths },
): ReadonlyMap<string, number> {
	const { curves, pictures } = signals;
	const beat = signals.hasSound ? curves.loud : curves.motion;
	const swing = signals.hasSound ? curves.spread : curves.cuts;
	const within = (curve: readonly number[], span: Span = candidate) =>
		curve.slice(Math.floor(span.begin / 1000), Math.max(1, Math.ceil(span.end / 1000)));
	const opening = mean(within(beat, { begin: candidate.begin, end: candidate.begin + HOOK_MS }));
	const cutting = pictures.cuts.length > 0 ? 0.4 * mean(within(curves.cuts)) : 0;
	return new Map<Part, number>([
		["content", value.content],
		["payoff", value.payoff],
		["topic", signals.rated.length > 0 ? value.topic : oneBreath(candidate, signals)],
		["hook", signals.rated.length > 0 ? value.opening : opening],
		["energy", 0.3 * mean(within(beat)) + 0.3 * Math.max(0, ...within(beat)) + 0.4 * mean(within(swing))],
		["speech", 0.75 * density(candidate, signals) + 0.25 * mean(within(curves.spread))],
		["boundary", (candidate.startQuality + candidate.endQuality) / 2],
		["reaction", signals.hasSound ? reaction(candidate, signals, within(curves.bursts)) : 0],
		["motion", 0.6 * mean(within(curves.motion)) + cutting],
		["length", lengthFit(candidate, lengths, signals.rated.length > 0 ? 0.5 : UNKNOWN_LENGTH)],
	]);
}

/** Laughter and applause at the end tell most; sudden rises a little. */
function reaction(span: Candidate, { reactions, durationMs }: Signals, bursts: readonly number[]): number {
	const outside = Math.min(POLITE_MS, 0.12 * durationMs);
	const polite = ({ kind, begin }: HeardReaction) =>
		kind === "applause" && (begin < outside || begin > durationMs - outside) ? POLITE : 1;
	const rises = bursts.filter((rank) => rank >= BURST).length;
	const last = span.begin + LAST_PART * (span.end - span.begin);
	const earned = touching(reactions, span)
		.filter(({ begin }) => begin >= last && begin < span.end)
		.map(
			(each) =>
				polite(each) * each.strength * Math.min(1, (2 * shared(each, span)) / (each.end - each.begin)),
		);
	return 0.85 * Math.max(0, ...earned) + 0.15 * Math.min(1, rises / 3);
}

/** Without words, the pauses tell what belongs together: long ones around it, no longer one inside. */
function oneBreath(span: Span, { speech }: Signals): number {
	const pauses = touching(speech.pauses, span);
	const length = (pause: Span) => pause.end - pause.begin;
	const edge = (at: number) =>
		pauses.filter(({ begin, end }) => begin <= at && end >= at).map(length)[0] ?? 0;
	const inside = pauses.filter(({ begin, end }) => begin > span.begin && end < span.end).map(length);
	const around = (edge(span.begin) + edge(span.end)) / 2;
	return around / Math.max(1, around + Math.max(0, ...inside));
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

/** `ideal` is a share of the wanted range. */
function lengthFit(span: Span, { min, max }: Lengths, ideal: number): number {
	const most = Math.max(ideal, 1 - ideal) * (max - min);
	return max === min ? 1 : 1 - Math.abs(span.end - span.begin - min - ideal * (max - min)) / most;
}

/** Points lost for what makes a clip weak by itself. */
function penalty(candidate: Candidate, value: PassageValue, signals: Signals): number {
	const dead = longestSilence(candidate, signals);
	const first = sentencesIn(signals, candidate)[0];
	const sparse =
		signals.transcript !== undefined &&
		signals.spokenShare >= SPOKEN_FROM &&
		wordRate(candidate, signals) < 1.5;
	const opens = touching(signals.reactions, { begin: candidate.begin, end: candidate.begin + STARTS_MS });
	return (
		(dead > DEAD_AIR_MS ? Math.min(12, 4 + (2 * dead) / 1000) : 0) +
		(first && refersBack(first.text) ? REFERS_BACK : 0) +
		(sparse ? 6 : 0) +
		(opens.length > 0 ? 25 : 0) +
		Math.min(50, 160 * value.housekeeping)
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
