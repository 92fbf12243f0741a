import { UNSPACED } from "../../transcripts/unspaced.ts";
import type { Sentence, Transcript, Word } from "./transcript.ts";

const PAUSE_MS = 700;
const LONG_PAUSE_MS = 1_500;
const MOST_WORDS = 40;
/** `[?]` and `(…)` stand for what was not understood. */
const GAP = /^[[(][^\p{L}\p{N}]*[\])]$/u;
/** Abbreviations whose full stop ends nothing. */
const ABBREVIATED = /^(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|z\.b|bzw|ca|nr|no|inc|jr|sr|[a-z])\.$/i;

/**
 * Groups words into sentences: at closing punctuation, at long pauses, and at any pause where the text has no
 * punctuation at all.
 */
export function sentencesOf(words: readonly Word[]): readonly Sentence[] {
	const pause = words.some((word) => endsSentence(word.text)) ? LONG_PAUSE_MS : PAUSE_MS;
	const sentences: Sentence[] = [];
	let current: Word[] = [];
	words.forEach((word, at) => {
		current.push(word);
		const next = words[at + 1];
		if (next && !endsSentence(word.text) && next.begin - word.end < pause && current.length < MOST_WORDS)
			return;
		sentences.push(sentenceOf(current));
		current = [];
	});
	return sentences;
}

/** A transcript of words: their sentences are found here. */
export function transcriptOf(words: readonly Word[]): Transcript {
	return { words, sentences: sentencesOf(words) };
}

/** Whether a word ends a sentence. */
export function endsSentence(word: string): boolean {
	return /[.!?…。！？।؟]["'”’»)\]]*$/.test(word) && !ABBREVIATED.test(word) && !GAP.test(word);
}

/**
 * Words as one text: a space between them, but none between those of scripts that write without. `decorate`
 * may put something around a word.
 */
export function joinWords(
	texts: readonly string[],
	decorate: (text: string, at: number) => string = (text) => text,
): string {
	return texts
		.map((text, at) => (at > 0 && !isUnspaced(texts[at - 1] ?? "", text) ? " " : "") + decorate(text, at))
		.join("");
}

const ENDS_UNSPACED = new RegExp(`[${UNSPACED}。，、！？：；」』）》〉】〕]$`, "u");
const BEGINS_UNSPACED = new RegExp(`^[${UNSPACED}「『（《〈【〔]`, "u");

/** Chinese and Japanese write no spaces; a word of Thai brings the one before it along. */
function isUnspaced(before: string, after: string): boolean {
	return /^\s/.test(after) || (ENDS_UNSPACED.test(before) && BEGINS_UNSPACED.test(after));
}

/** Words as one sentence. */
export function sentenceOf(words: readonly Word[]): Sentence {
	return {
		words,
		begin: words[0]?.begin ?? 0,
		end: words.at(-1)?.end ?? 0,
		text: joinWords(words.map((word) => word.text)).trim(),
	};
}
