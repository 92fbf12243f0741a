import type { Sound } from "../hear/audio.ts";
import { gapsIn } from "../hear/gaps.ts";
import { type HeardReaction, reactionsIn } from "../hear/reactions.ts";
import { pausesBetween, type Speech, speechIn, spokenShare, spokenSpans } from "../hear/speech.ts";
import type { Pictures } from "../see/scan.ts";
import type { Span } from "../spans.ts";
import { restored } from "../transcript/restored-sentences.ts";
import { retimed } from "../transcript/retimed.ts";
import type { Transcript } from "../transcript/transcript.ts";
import { type Curves, curvesOf } from "./curves.ts";
import { type RatedSentence, ratedSentences, withNoted } from "./passages.ts";

/** Everything that is known about a source before clips are looked for. */
export interface Signals {
	/** Where sound and picture both still are, in whole milliseconds. */
	readonly durationMs: number;
	readonly hasSound: boolean;
	readonly sound: Sound | undefined;
	readonly pictures: Pictures;
	readonly transcript: Transcript | undefined;
	/** Whether the words of the transcript are said when it says, as far as is heard. */
	readonly isTimed: boolean;
	/** Share of its words that were recognised with little confidence, 0 to 1. */
	readonly doubt: number;
	/** What its sentences are worth, in order. */
	readonly rated: readonly RatedSentence[];
	/** Where people laugh or clap, in order. */
	readonly reactions: readonly HeardReaction[];
	readonly speech: Speech;
	/** Short silences, such as those between words. */
	readonly gaps: readonly Span[];
	/**
	 * Where nobody speaks, though something else may be heard; only where a model told voices from other sound.
	 */
	readonly unvoiced: readonly Span[];
	/** What is said, as spans. */
	readonly spoken: readonly Span[];
	/** Share of the source in which something is said, 0 to 1. */
	readonly spokenShare: number;
	readonly curves: Curves;
}

export interface Found {
	readonly durationMs: number;
	readonly sound: Sound | undefined;
	readonly pictures: Pictures;
	readonly transcript: Transcript | undefined;
	/** Where somebody speaks, where that is known without a transcript. */
	readonly voices?: readonly Span[] | undefined;
}

/** What the sound and the words of a source tell together. */
export type Heard = Pick<
	Signals,
	"transcript" | "isTimed" | "doubt" | "rated" | "reactions" | "speech" | "gaps"
>;

/** Puts together what is heard and what is known to be said. */
export function heardFrom({
	sound,
	transcript: known,
	durationMs,
}: Pick<Found, "sound" | "transcript" | "durationMs">): Heard {
	const speech = speechIn(sound, durationMs);
	const gaps = gapsIn(sound);
	const placed = known && sound ? retimed(known, { pauses: speech.pauses, gaps, durationMs }) : known;
	const transcript = placed && restored(placed, gaps);
	const reactions = withNoted(reactionsIn(sound), transcript);
	const rated = transcript ? ratedSentences(transcript, reactions) : [];
	const words = transcript?.words ?? [];
	const doubt = words.filter(({ unsure }) => unsure).length / Math.max(1, words.length);
	return { transcript, isTimed: placed === known, doubt, rated, reactions, speech, gaps };
}

/** Puts together what the passes over a source found. */
export function signalsFrom(found: Found): Signals {
	const heard = heardFrom(found);
	const { speech, transcript } = heard;
	const spoken = spokenSpans({ ...speech, spoken: found.voices ?? speech.spoken }, transcript);
	return {
		...found,
		...heard,
		hasSound: found.sound !== undefined && speech.spoken.length > 0,
		unvoiced: found.voices ? pausesBetween(found.voices, found.durationMs) : [],
		spoken,
		spokenShare: spokenShare(spoken, { begin: 0, end: found.durationMs }),
		curves: curvesOf(found),
	};
}
