import { open } from "node:fs/promises";
import { cuesFrom } from "./cues.ts";
import { shown } from "./faults.ts";
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

const LARGEST_BYTES = 5 * 1024 * 1024;

/** Reads an .srt or .vtt file. What cannot be used gives no transcript, and `why`: the begin of a sentence; never throws for its content. */
export async function readTranscript(file: string | undefined, durationMs: number): Promise<{ readonly transcript?: Transcript; readonly why?: string }> {
	if (file === undefined) return { why: "No transcript was given" };
	const text = await textOf(file);
	if (text === undefined) return { why: `The transcript ${shown(file)} cannot be read or is larger than 5 MB` };
	const words = wordsIn(text, durationMs);
	if (words.length === 0) return { why: `The transcript ${shown(file)} holds no usable line of an .srt or .vtt file` };
	return { transcript: { words, sentences: sentencesOf(words) } };
}

/** The words of a transcript's text in order, none overlapping, all inside the source. */
export function wordsIn(text: string, durationMs: number): readonly Word[] {
	const words: Word[] = [];
	for (const cue of cuesFrom(text)) {
		for (const word of cue.words) {
			const begin = Math.max(word.begin, words.at(-1)?.end ?? 0);
			const end = Math.min(Math.max(word.end, begin + 1), durationMs);
			if (begin < end) words.push({ begin, end, text: word.text });
		}
	}
	return words;
}

/** The words said inside a span, with times relative to its begin. */
export function wordsWithin(transcript: Transcript, span: Span): readonly Word[] {
	const middle = (word: Word) => (word.begin + word.end) / 2;
	return touching(transcript.words, span)
		.filter((word) => middle(word) >= span.begin && middle(word) < span.end)
		.map((word) => ({ text: word.text, begin: Math.max(0, word.begin - span.begin), end: Math.min(span.end, word.end) - span.begin }));
}

async function textOf(file: string): Promise<string | undefined> {
	try {
		const handle = await open(file, "r");
		try {
			const { size } = await handle.stat();
			return size > LARGEST_BYTES ? undefined : decoded(await handle.readFile());
		} finally {
			await handle.close();
		}
	} catch {
		return undefined;
	}
}

/** UTF-8, or UTF-16 with its mark, or else the Western code page old subtitles are in. */
function decoded(bytes: Uint8Array): string {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder("windows-1252").decode(bytes);
	}
}
