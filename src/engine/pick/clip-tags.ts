import type { Sentence, Transcript } from "../transcript/transcript.ts";
import { stopWordsOf } from "./stop-words.ts";
import { heardOften, sureCounts } from "./sure-terms.ts";
import { termsOf } from "./terms.ts";

export const MOST_TAGS = 6;
/** A word in more than this share of all sentences says nothing about one clip. */
const COMMON = 0.3;
/** A pair said twice tells more than either word. */
const PAIR = 1.3;

/**
 * The words and pairs of words said most in the clip and least elsewhere. Ties in the order they are said.
 * Where words are in doubt, only what was heard more than once.
 */
export function tagsOf(said: readonly Sentence[], transcript: Transcript): readonly string[] {
	const stop = stopWordsOf(transcript.sentences.map(({ text }) => text));
	const everywhere = sentenceCounts(transcript.sentences, stop);
	const here = sureCounts(said, stop);
	const few = transcript.sentences.length < 8;
	const wasSaid = heardOften(said, transcript, stop);
	const contentTerms = [...here].filter(([term, count]) => {
		if (!wasSaid(term)) return false;
		if (isPair(term)) return count > 1;
		return few || (everywhere.get(term) ?? 0) / transcript.sentences.length <= COMMON;
	});
	const weight = ([term, count]: readonly [string, number]) =>
		count *
		Math.log(1 + transcript.sentences.length / (everywhere.get(term) ?? 1)) *
		(term.length > 5 ? 1.2 : 1) *
		(isPair(term) ? PAIR : 1);
	const best = contentTerms.sort((a, b) => weight(b) - weight(a)).map(([term]) => term);
	return withoutParts(best)
		.slice(0, MOST_TAGS)
		.map((term) => term.replaceAll(" ", ""));
}

/** A pair says what its words say. */
function withoutParts(terms: readonly string[]): readonly string[] {
	const pairs = terms.slice(0, MOST_TAGS).filter(isPair);
	return terms.filter((term) => isPair(term) || !pairs.some((pair) => pair.split(" ").includes(term)));
}

function isPair(term: string): boolean {
	return term.includes(" ");
}

function sentenceCounts(
	sentences: readonly Sentence[],
	stop: ReadonlySet<string>,
): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const sentence of sentences)
		for (const term of new Set(termsOf(sentence.text, stop))) counts.set(term, (counts.get(term) ?? 0) + 1);
	return counts;
}
