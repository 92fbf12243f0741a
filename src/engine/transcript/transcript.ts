import { type Span, touching } from "../spans.ts";

/** One spoken word and when it is said. */
export interface Word extends Span {
	readonly text: string;
	/** Recognised with little confidence. */
	readonly unsure?: true;
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

/** Words none of which begins before the one before has ended, all inside the source. */
export function inOrder(all: readonly Word[], durationMs: number): readonly Word[] {
	const words: Word[] = [];
	for (const word of all) {
		const begin = Math.max(word.begin, words.at(-1)?.end ?? 0);
		const end = Math.min(Math.max(word.end, begin + 1), durationMs);
		if (begin < end) words.push({ ...word, begin, end });
	}
	return words;
}

/** The words said inside a span, with times relative to its begin. */
export function wordsWithin(transcript: Pick<Transcript, "words">, span: Span): readonly Word[] {
	const middle = (word: Word) => (word.begin + word.end) / 2;
	return touching(transcript.words, span)
		.filter((word) => middle(word) >= span.begin && middle(word) < span.end)
		.map((word) => ({
			text: word.text,
			begin: Math.max(0, word.begin - span.begin),
			end: Math.min(span.end, word.end) - span.begin,
		}));
}
