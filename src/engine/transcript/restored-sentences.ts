import { sentenceEnds } from "../../speech/sentence-breaks.ts";
import { type Span, touching } from "../spans.ts";
import { endsSentence, sentenceOf } from "./sentences.ts";
import type { Transcript, Word } from "./transcript.ts";

/** With fewer marks than one in so many words, a text has none that can be relied on. */
const MARKED = 60;
/** With fewer pauses than one in so many words, nothing tells where sentences end. */
const PAUSED = 60;
const PAUSE_MS = 150;

/** A transcript nobody put marks into, divided into sentences by its words and the pauses that are heard. */
export function restored(transcript: Transcript, gaps: readonly Span[]): Transcript {
	const { words } = transcript;
	const marks = words.filter(({ text }) => endsSentence(text)).length;
	if (marks * MARKED >= words.length) return transcript;
	const spoken = words.map((word, at) => ({
		text: plain(word.text),
		pauseMs: pauseBehind(word, words[at + 1], gaps),
	}));
	if (spoken.filter(({ pauseMs }) => pauseMs >= PAUSE_MS).length * PAUSED < words.length) return transcript;
	const ends = [...sentenceEnds(spoken)].sort((a, b) => a - b);
	return {
		words,
		sentences: ends.map((last, at) => sentenceOf(words.slice((ends[at - 1] ?? -1) + 1, last + 1))),
	};
}

/** The silence between two words: by their times, or the one heard before the second sets in, about then. */
function pauseBehind(word: Word, next: Word | undefined, gaps: readonly Span[]): number {
	if (!next) return Number.POSITIVE_INFINITY;
	const onset = { begin: (word.begin + next.begin) / 2, end: (next.begin + next.end) / 2 };
	const heard = touching(gaps, onset)
		.filter(({ end }) => end >= onset.begin && end <= onset.end)
		.map(({ begin, end }) => end - begin);
	return Math.max(next.begin - word.end, 0, ...heard);
}

function plain(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}']/gu, "");
}
