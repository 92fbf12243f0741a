import type { OwnRecogniser, RecogniserPart } from "../model/own-recogniser.ts";
import type { OpenRuntime } from "../models/runtimes.ts";
import type { HeardWord, Utterance } from "./utterances.ts";

/**
 * A program that writes a sound to its standard output: one channel of 16-bit little-endian samples, 16,000 a
 * second.
 */
export interface Decoder {
	readonly path: string;
	readonly args: readonly string[];
}

export const SAMPLE_RATE = 16_000;
export const BYTES_PER_MS = (SAMPLE_RATE * 2) / 1000;
/** Length of the pieces in which voices are told from everything else, in samples. */
export const VOICE_SAMPLES = 512;

/** What the recogniser calls everything it was not to listen for. */
export const UNKNOWN = "[unk]";

/**
 * What the process that listens is asked for; paths are absolute. `load` only loads a model, or what runs
 * one, to see whether this machine can.
 */
export type Job =
	| {
			readonly kind: "words";
			readonly decoder: Decoder;
			readonly runtimes: readonly OpenRuntime[];
			readonly model: string;
	  }
	| {
			readonly kind: "places";
			readonly decoder: Decoder;
			readonly runtimes: readonly OpenRuntime[];
			readonly model: string;
			readonly lines: readonly TranscriptLine[];
	  }
	| {
			readonly kind: "voices";
			readonly decoder: Decoder;
			readonly runtimes: readonly OpenRuntime[];
			readonly weights: string;
	  }
	| {
			readonly kind: "pieces";
			readonly decoder: Decoder;
			readonly runtimes: readonly OpenRuntime[];
			readonly own: OwnModel;
			/** In the order of their ends; in whole milliseconds. */
			readonly pieces: readonly { readonly begin: number; readonly end: number }[];
	  }
	| { readonly kind: "load"; readonly runtimes: readonly OpenRuntime[] }
	| { readonly kind: "load"; readonly runtimes: readonly OpenRuntime[]; readonly model: string }
	| { readonly kind: "load"; readonly runtimes: readonly OpenRuntime[]; readonly weights: string };

/** A model of the user's own as another process is told of it: what it is, and its files by what they are. */
export interface OwnModel {
	readonly kind: OwnRecogniser["kind"];
	readonly files: Readonly<Partial<Record<RecogniserPart, string>>>;
	/** Two or three letters. Absent: the model finds out, where it can. */
	readonly language?: string;
}

/** A part of a word, and when it is said: seconds from the begin of what was listened to. */
export interface HeardToken {
	readonly text: string;
	readonly begin: number;
	readonly end: number;
	/** 0 to 1. Absent: the model does not tell. */
	readonly probability?: number;
}

/** What was heard in a piece of a sound. */
export interface HeardText {
	readonly text: string;
	/** Empty: the model does not tell when each word is said. */
	readonly tokens: readonly HeardToken[];
}

/** What is known to be said between two times in whole milliseconds: words as the recogniser writes them. */
export interface TranscriptLine {
	readonly begin: number;
	readonly end: number;
	readonly words: readonly string[];
}

/**
 * What it says, a line each: how far it has come in milliseconds, words, what was heard in a piece (by its
 * number), where the words of a line (by its number) are, how likely each piece is a voice, the end.
 */
export type ListenerReport =
	| { readonly type: "at"; readonly ms: number }
	| { readonly type: "words"; readonly words: Utterance }
	| { readonly type: "heard"; readonly piece: number; readonly heard: HeardText }
	| { readonly type: "placed"; readonly line: number; readonly words: Utterance }
	| { readonly type: "voices"; readonly shares: readonly number[] }
	| { readonly type: "end" };

/** A job as it was sent by our own other half. */
export function jobFrom(text: string): Job {
	return JSON.parse(text) as Job;
}

/** A line as a report. Undefined: something else wrote to the output, as native libraries do. */
export function reportFrom(line: string): ListenerReport | undefined {
	if (!line.startsWith('{"type":')) return undefined;
	try {
		return JSON.parse(line) as ListenerReport;
	} catch {
		return undefined;
	}
}

/**
 * The words of a result of the recogniser: seconds become whole milliseconds, and what makes no sense is left
 * out.
 */
export function utteranceInResult(result: string): Utterance {
	return wordsInResult(result).filter(({ text }) => text !== UNKNOWN);
}

/** Likewise, with what is none of the words that were listened for ("[unk]"). */
export function wordsInResult(result: string): Utterance {
	const { result: words } = JSON.parse(result) as {
		readonly result?: readonly Readonly<Record<string, unknown>>[];
	};
	return (words ?? []).flatMap(({ start, end, word, conf }): readonly HeardWord[] => {
		if (typeof start !== "number" || typeof end !== "number" || typeof word !== "string" || word === "")
			return [];
		const begin = Math.round(start * 1000);
		return [
			{
				begin,
				end: Math.max(begin + 1, Math.round(end * 1000)),
				text: word,
				confidence: typeof conf === "number" ? conf : 0,
			},
		];
	});
}
