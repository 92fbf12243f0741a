import { isWord, spokenInJson } from "../transcripts/json.ts";
import { isJsonName, largestOf, transcriptText } from "../transcripts/read.ts";
import { type Cue, cuesFrom, spreadWords } from "./cues.ts";
import { displayName } from "./faults.ts";
import { sentencesOf } from "./sentences.ts";
import { type Span, touching } from "./spans.ts";

/** One spoken word and when it is said. */
export interface Word extends Span {
	readonly text: string;
}

/** One sentence, or what comes closest where nothing is punctuated. */
export interface Sentence extends Span {
	readonly text: string;
	readonly words: readonly Word[];
}

/** What is said in a source, and when. */
export interface Transcript {
	readonly words: readonly Word[];
	readonly sentences: readonly Sentence[];
}

/** What was made of a transcript file: what it says, and the cues it says it in; or else why it is not used, as the begin of a sentence. */
export interface ReadTranscript {
	readonly transcript?: Transcript;
	readonly cues?: readonly Cue[];
	readonly why?: string;
}

/** Reads an .srt, .vtt or .json file. Never throws for its content. */
export async function readTranscript(file: string | undefined, durationMs: number): Promise<ReadTranscript> {
	if (file === undefined) return { why: "No transcript was given" };
	const text = await transcriptText(file);
	if (text === undefined)
		return {
			why: `The transcript ${displayName(file)} cannot be read or is larger than ${largestOf(file)} MB`,
		};
	const cues = isJsonName(file) ? cuesOfJson(text) : cuesFrom(text);
	const words = inOrder(
		cues.flatMap((cue) => cue.words),
		durationMs,
	);
	if (words.length === 0)
		return {
			why: `The transcript ${displayName(file)} holds ${isJsonName(file) ? NO_JSON : "no usable line of an .srt or .vtt file"}`,
		};
	return { transcript: transcriptOf(words), cues };
}

/** Words as a transcript. */
export function transcriptOf(words: readonly Word[]): Transcript {
	return { words, sentences: sentencesOf(words) };
}

const NO_JSON =
	"nothing said at any time (words or lines with start and end, as Whisper, whisper.cpp, WhisperX and Vosk write them)";

/** The words of the text of an .srt or .vtt file in order, none overlapping, all inside the source. */
export function wordsIn(text: string, durationMs: number): readonly Word[] {
	return inOrder(
		cuesFrom(text).flatMap((cue) => cue.words),
		durationMs,
	);
}

function cuesOfJson(text: string): readonly Cue[] {
	return spokenInJson(text).map((piece) => ({
		begin: piece.begin,
		end: piece.end,
		words: spreadWords(piece.text, piece),
		exact: isWord(piece),
	}));
}

/** Words none of which begins before the one before has ended, all inside the source. */
export function inOrder(all: readonly Word[], durationMs: number): readonly Word[] {
	const words: Word[] = [];
	for (const word of all) {
		const begin = Math.max(word.begin, words.at(-1)?.end ?? 0);
		const end = Math.min(Math.max(word.end, begin + 1), durationMs);
		if (begin < end) words.push({ begin, end, text: word.text });
	}
	return words;
}

/** The words said inside a span, with times relative to its begin. */
export function wordsWithin(transcript: Transcript, span: Span): readonly Word[] {
	const middle = (word: Word) => (word.begin + word.end) / 2;
	return touching(transcript.words, span)
		.filter((word) => middle(word) >= span.begin && middle(word) < span.end)
		.map((word) => ({
			text: word.text,
			begin: Math.max(0, word.begin - span.begin),
			end: Math.min(span.end, word.end) - span.begin,
		}));
}
