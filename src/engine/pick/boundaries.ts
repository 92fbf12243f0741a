import { longestGap } from "../hear/gaps.ts";
import { PAUSE_MS } from "../hear/speech.ts";
import { lastFrom, type Span, touching } from "../spans.ts";
import type { Transcript, Word } from "../transcript/transcript.ts";
import { quietest } from "./quiet-moments.ts";
import type { Signals } from "./signals.ts";
import { middleOf, SURE_GAP_MS, silenceNear, stillIn } from "./silences.ts";

/** A moment at which a clip may begin or end. */
export interface Boundary {
	/** Whole milliseconds in the source. */
	readonly at: number;
	/** How clean it is, 0 to 1. */
	readonly quality: number;
	/** Nothing is heard there, whatever the transcript says. */
	readonly heard?: true;
}

export interface Boundaries {
	readonly starts: readonly Boundary[];
	readonly ends: readonly Boundary[];
}

const LEAD_MS = 300;
const TAIL_MS = 400;
/** How far before a cut a clip ends, so that no frame of the next scene shows. */
const BEFORE_CUT_MS = 120;
const DIP_EVERY_MS = 5_000;
const DIP_REACH_MS = 2_000;
/** Speech has a short silence at least this often, where no music covers it. */
const OFTEN_MS = 4_000;
const AROUND_MS = 10_000;
/** So long nobody speaks though something is heard: no words are missing, but music plays. */
const MUSIC_MS = 1_500;
/** Between two things they tell, people pause so long. */
const LONG_PAUSE_MS = 900;
const QUALITY = {
	sentence: 1,
	run: 0.65,
	pause: 0.9,
	shortPause: 0.5,
	pauseInText: 0.6,
	unvoiced: 0.7,
	cut: 0.7,
	cutInSound: 0.45,
	edge: 0.5,
	gap: 0.45,
	unheard: 0.4,
	dip: 0.3,
} as const;

/** Where clips may begin and end: around what is said, and at cuts. Never inside a word of the transcript. */
export function boundariesOf(signals: Signals): Boundaries {
	const pauses = pausesAroundSpeech(signals);
	const cuts = cutBoundaries(signals);
	const starts = [
		...sentenceStarts(signals),
		...pauses.starts,
		...cuts.starts,
		{ at: 0, quality: QUALITY.edge },
	];
	const ends = [
		...sentenceEnds(signals),
		...pauses.ends,
		...cuts.ends,
		{ at: signals.durationMs, quality: QUALITY.edge },
	];
	return { starts: tidy(starts, signals), ends: tidy(ends, signals) };
}

/** Short silences between words, for sources with too few pauses and cuts. */
export function breaths(signals: Signals): Boundaries {
	return everyFewSeconds(signals, (at) => {
		const gap = longestGap(
			signals.gaps,
			{ begin: at - DIP_EVERY_MS / 2, end: at + DIP_EVERY_MS / 2 },
			SURE_GAP_MS,
		);
		return gap && { at: middleOf(gap), quality: QUALITY.gap, heard: true };
	});
}

/**
 * The quietest moment every few seconds, for sources that have not even short silences: the longest of the
 * shortest of them, if any.
 */
export function dips(signals: Signals): Boundaries {
	return everyFewSeconds(signals, (at) => {
		const near = { begin: at - DIP_EVERY_MS / 2, end: at + DIP_EVERY_MS / 2 };
		const gap = longestGap(signals.gaps, near, 0);
		if (gap) return { at: middleOf(gap), quality: QUALITY.dip, heard: true };
		return { at: quietest(signals, at, DIP_REACH_MS), quality: QUALITY.dip };
	});
}

function everyFewSeconds(signals: Signals, find: (at: number) => Boundary | undefined): Boundaries {
	const found: Boundary[] = [];
	for (let at = DIP_EVERY_MS; at < signals.durationMs - DIP_REACH_MS; at += DIP_EVERY_MS) {
		const boundary = find(at);
		if (boundary) found.push(boundary);
	}
	const tidied = tidy(found, signals);
	return { starts: tidied, ends: tidied };
}

/** Before the first word of each sentence, in the silence before it; at most half of that silence. */
function sentenceStarts(signals: Signals): readonly Boundary[] {
	const { transcript, pictures } = signals;
	return (transcript?.sentences ?? []).flatMap((sentence, at) => {
		const gap = { begin: transcript?.sentences[at - 1]?.end ?? 0, end: sentence.begin };
		return settled({ at: startIn(gap, pictures.cuts), quality: qualityOf(gap) }, gap, signals);
	});
}

function sentenceEnds(signals: Signals): readonly Boundary[] {
	const { transcript, pictures, durationMs } = signals;
	return (transcript?.sentences ?? []).flatMap((sentence, at) => {
		const gap = { begin: sentence.end, end: transcript?.sentences[at + 1]?.begin ?? durationMs };
		return settled({ at: endIn(gap, pictures.cuts), quality: qualityOf(gap) }, gap, signals);
	});
}

/**
 * A clip begins and ends where a pause is heard, whatever the transcript says: its times are a little off,
 * and where a word is missing in it there is no pause. Under steady sound only the transcript tells.
 */
function settled(boundary: Boundary, unsaid: Span, signals: Signals): readonly Boundary[] {
	const { gaps, pictures, isTimed, hasSound } = signals;
	const { at, quality } = boundary;
	if (gaps.length === 0 || !hasSound || pictures.cuts.includes(at)) return [boundary];
	const silent = silenceNear(at, signals);
	if (silent !== undefined) return [{ at: silent, quality, heard: true }];
	const around = { begin: at - AROUND_MS, end: at + AROUND_MS };
	const isPaused = touching(gaps, around).length * OFTEN_MS >= 2 * AROUND_MS;
	const isMusic = unsaid.end - unsaid.begin >= MUSIC_MS;
	return isTimed && (isMusic || !isPaused) ? [{ at, quality: Math.min(quality, QUALITY.unheard) }] : [];
}

function qualityOf(gap: Span): number {
	const long = Math.min(1, (gap.end - gap.begin) / LONG_PAUSE_MS);
	return QUALITY.run + (QUALITY.sentence - QUALITY.run) * long;
}

/**
 * Pauses that are heard, and stretches without a voice. Inside a sentence of the transcript a pause is only a
 * breath.
 */
function pausesAroundSpeech(signals: Signals): Boundaries {
	const { speech, unvoiced, transcript } = signals;
	if (!signals.hasSound) return { starts: [], ends: [] };
	const longer = pauseQuality(speech.pauses);
	const rated = [
		...speech.pauses.map((pause) => ({
			pause,
			quality: transcript
				? insideSentence(transcript, pause)
					? QUALITY.pauseInText
					: QUALITY.pause
				: longer(pause),
		})),
		...unvoiced.map((pause) => ({ pause, quality: QUALITY.unvoiced })),
	];
	const heard = signals.isTimed ? {} : ({ heard: true } as const);
	const still = (pause: Span) => stillIn(pause, signals.gaps);
	const { cuts } = signals.pictures;
	const starts = rated
		.filter(({ pause }) => pause.end < signals.durationMs)
		.map(({ pause, quality }) => ({ at: startIn(still(pause), cuts), quality, ...heard }));
	const ends = rated
		.filter(({ pause }) => pause.begin > 0)
		.map(({ pause, quality }) => ({ at: endIn(still(pause), cuts), quality, ...heard }));
	return { starts, ends };
}

/** People pause longer between two things they say than within one. */
function pauseQuality(pauses: readonly Span[]): (pause: Span) => number {
	const lengths = pauses.map(({ begin, end }) => end - begin).sort((a, b) => a - b);
	const middle = lengths[Math.floor(lengths.length / 2)] ?? PAUSE_MS;
	return ({ begin, end }) =>
		QUALITY.shortPause + (QUALITY.pause - QUALITY.shortPause) * Math.min(1, (end - begin) / (2 * middle));
}

function insideSentence(transcript: Transcript, pause: Span): boolean {
	const middle = (pause.begin + pause.end) / 2;
	const at = lastFrom(transcript.sentences, middle);
	return at !== undefined && middle < at.end;
}

function cutBoundaries({ speech, pictures, hasSound }: Signals): Boundaries {
	const silent = (at: number) => {
		const pause = lastFrom(speech.pauses, at);
		return pause !== undefined && at < pause.end;
	};
	const rate = (at: number) => (hasSound && !silent(at) ? QUALITY.cutInSound : QUALITY.cut);
	const starts = pictures.cuts.map((at) => ({ at, quality: rate(at) }));
	const ends = pictures.cuts
		.filter((at) => !hasSound || silent(at))
		.map((at) => ({ at: at - BEFORE_CUT_MS, quality: rate(at) }));
	return { starts, ends };
}

/** A little before the gap ends, or at the cut that comes in that moment. */
function startIn(gap: Span, cuts: readonly number[]): number {
	const at = Math.round(gap.end - Math.min(LEAD_MS, (gap.end - gap.begin) / 2));
	return cuts.find((cut) => cut > at && cut < gap.end) ?? at;
}

/** A little after the gap begins, but before a cut that comes in that moment. */
function endIn(gap: Span, cuts: readonly number[]): number {
	const at = Math.round(gap.begin + Math.min(TAIL_MS, (gap.end - gap.begin) / 2));
	const cut = cuts.find((each) => each - BEFORE_CUT_MS > gap.begin && each - BEFORE_CUT_MS < at);
	return cut === undefined ? at : cut - BEFORE_CUT_MS;
}

/** In order, inside the source, one for each moment (the cleanest), none inside a word. */
function tidy(boundaries: readonly Boundary[], { durationMs, transcript }: Signals): readonly Boundary[] {
	const best = new Map<number, Boundary>();
	for (const boundary of boundaries) {
		const allowed =
			boundary.at >= 0 &&
			boundary.at <= durationMs &&
			(boundary.heard || !(transcript && insideWord(transcript.words, boundary.at)));
		if (allowed && boundary.quality > (best.get(boundary.at)?.quality ?? -1)) best.set(boundary.at, boundary);
	}
	return [...best.values()].sort((a, b) => a.at - b.at);
}

function insideWord(words: readonly Word[], at: number): boolean {
	const word = lastFrom(words, at - 1);
	return word !== undefined && at > word.begin && at < word.end;
}
