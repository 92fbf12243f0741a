import { STEP_MS } from "./audio.ts";
import type { Signals } from "./signals.ts";
import { lastFrom, type Span } from "./spans.ts";
import { PAUSE_MS } from "./speech.ts";
import type { Transcript, Word } from "./transcript.ts";

/** A moment at which a clip may begin or end. */
export interface Boundary {
	/** Whole milliseconds in the source. */
	readonly at: number;
	/** How clean it is, 0 to 1. */
	readonly quality: number;
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
const QUALITY = { sentence: 1, run: 0.8, pause: 0.9, pauseInText: 0.6, cut: 0.7, cutInSound: 0.45, edge: 0.5, dip: 0.3 } as const;

/** Where clips may begin and end: around what is said, and at cuts. Never inside a word of the transcript. */
export function boundariesOf(signals: Signals): Boundaries {
	const pauses = pausesAroundSpeech(signals);
	const cuts = cutBoundaries(signals);
	const starts = [...sentenceStarts(signals), ...pauses.starts, ...cuts.starts, { at: 0, quality: QUALITY.edge }];
	const ends = [...sentenceEnds(signals), ...pauses.ends, ...cuts.ends, { at: signals.durationMs, quality: QUALITY.edge }];
	return { starts: tidy(starts, signals), ends: tidy(ends, signals) };
}

/** The quietest moment every few seconds, for sources without pauses and cuts. */
export function dips(signals: Signals): Boundaries {
	const found: Boundary[] = [];
	for (let at = DIP_EVERY_MS; at < signals.durationMs - DIP_REACH_MS; at += DIP_EVERY_MS) found.push({ at: quietest(signals, at), quality: QUALITY.dip });
	const tidied = tidy(found, signals);
	return { starts: tidied, ends: tidied };
}

/** Before the first word of each sentence, in the silence before it; at most half of that silence. */
function sentenceStarts({ transcript, pictures }: Signals): readonly Boundary[] {
	return (transcript?.sentences ?? []).map((sentence, at) => {
		const gap = { begin: transcript?.sentences[at - 1]?.end ?? 0, end: sentence.begin };
		return { at: startIn(gap, pictures.cuts), quality: qualityOf(gap) };
	});
}

function sentenceEnds({ transcript, pictures, durationMs }: Signals): readonly Boundary[] {
	return (transcript?.sentences ?? []).map((sentence, at) => {
		const gap = { begin: sentence.end, end: transcript?.sentences[at + 1]?.begin ?? durationMs };
		return { at: endIn(gap, pictures.cuts), quality: qualityOf(gap) };
	});
}

function qualityOf(gap: Span): number {
	return gap.end - gap.begin >= PAUSE_MS ? QUALITY.sentence : QUALITY.run;
}

/** Pauses that are heard. Inside a sentence of the transcript one is only a breath. */
function pausesAroundSpeech({ speech, transcript, pictures, durationMs, hasSound }: Signals): Boundaries {
	if (!hasSound) return { starts: [], ends: [] };
	const rate = (pause: Span) => (transcript && insideSentence(transcript, pause) ? QUALITY.pauseInText : QUALITY.pause);
	const starts = speech.pauses.filter((pause) => pause.end < durationMs).map((pause) => ({ at: startIn(pause, pictures.cuts), quality: rate(pause) }));
	const ends = speech.pauses.filter((pause) => pause.begin > 0).map((pause) => ({ at: endIn(pause, pictures.cuts), quality: rate(pause) }));
	return { starts, ends };
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
	const ends = pictures.cuts.filter((at) => !hasSound || silent(at)).map((at) => ({ at: at - BEFORE_CUT_MS, quality: rate(at) }));
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
		const allowed = boundary.at >= 0 && boundary.at <= durationMs && !(transcript && insideWord(transcript.words, boundary.at));
		if (allowed && boundary.quality > (best.get(boundary.at)?.quality ?? -1)) best.set(boundary.at, boundary);
	}
	return [...best.values()].sort((a, b) => a.at - b.at);
}

function insideWord(words: readonly Word[], at: number): boolean {
	const word = lastFrom(words, at - 1);
	return word !== undefined && at > word.begin && at < word.end;
}

/** With a transcript the nearest moment between two words; else the quietest step nearby; without sound the calmest second. */
function quietest({ sound, transcript, pictures }: Signals, around: number): number {
	const word = transcript && lastFrom(transcript.words, around);
	if (word && around < word.end) return word.end;
	const from = Math.floor((around - DIP_REACH_MS) / STEP_MS);
	const near = sound?.levels.slice(from, from + (2 * DIP_REACH_MS) / STEP_MS) ?? [];
	if (near.length === 0) return calmest(pictures.motion, around);
	return (from + near.indexOf(Math.min(...near))) * STEP_MS;
}

function calmest(motion: readonly number[], around: number): number {
	const from = Math.floor((around - DIP_REACH_MS) / 1000);
	const near = motion.slice(from, from + (2 * DIP_REACH_MS) / 1000);
	return near.length === 0 ? around : (from + near.indexOf(Math.min(...near))) * 1000;
}
