import { UNSPACED } from "../../transcripts/unspaced.ts";
import { touching } from "../spans.ts";
import { joinWords } from "../transcript/sentences.ts";
import type { Sentence, Transcript } from "../transcript/transcript.ts";
import { isNumberWord } from "./amounts.ts";
import { stopWordsOf } from "./stop-words.ts";
import { isQuotable } from "./sure-clauses.ts";
import { tokensOf } from "./tokens.ts";

export const MOST_TAGS = 6;
/** A word in more than this share of all sentences says nothing about one clip. */
const COMMON = 0.3;
/** A pair said twice tells more than either word. */
const PAIR = 1.3;
/**
 * So often a word is heard surely, in the clip or in the minutes around it, that was said. Measured on ten
 * talks of about ten minutes, to tune by: of 671 words heard less often 48 were others, of 137 none.
 */
const OFTEN = { here: 2, around: 3, withinMs: 5 * 60_000 };
const WITHOUT_SPACES = new RegExp(`[${UNSPACED}]`, "u");

/**
 * The words and pairs of words said most in the clip and least elsewhere. Ties in the order they are said.
 * Where words are in doubt, only what was heard more than once.
 */
export function tagsOf(said: readonly Sentence[], transcript: Transcript): readonly string[] {
	const stop = stopWordsOf(transcript.sentences.map(({ text }) => text));
	const everywhere = sentenceCounts(transcript.sentences, stop);
	const here = sureCounts(said, stop);
	const few = transcript.sentences.length < 8;
	const around = countsAround(said, transcript, stop);
	const contentTerms = [...here].filter(([term, count]) => {
		if (around && count < OFTEN.here && (around.get(term) ?? 0) < OFTEN.around) return false;
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

/** How often each term is said surely in the clip and near it. Undefined where nothing there is in doubt. */
function countsAround(
	said: readonly Sentence[],
	transcript: Transcript,
	stop: ReadonlySet<string>,
): ReadonlyMap<string, number> | undefined {
	const begin = (said[0]?.begin ?? 0) - OFTEN.withinMs;
	const end = (said.at(-1)?.end ?? 0) + OFTEN.withinMs;
	const near = touching(transcript.sentences, { begin, end });
	return near.every(isQuotable) ? undefined : sureCounts(near, stop);
}

/** How often each term is said surely. */
function sureCounts(sentences: readonly Sentence[], stop: ReadonlySet<string>): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const term of sentences.flatMap((sentence) => sureTermsOf(sentence, stop)))
		counts.set(term, (counts.get(term) ?? 0) + 1);
	return counts;
}

/** Terms that hold no unsure word, and none across one. */
function sureTermsOf(sentence: Sentence, stop: ReadonlySet<string>): readonly string[] {
	if (isQuotable(sentence)) return termsOf(sentence.text, stop);
	const runs: string[][] = [[]];
	for (const { text, unsure } of sentence.words) {
		if (unsure) runs.push([]);
		else runs.at(-1)?.push(text);
	}
	return runs.flatMap((run) => termsOf(joinWords(run), stop));
}

/** Words that may say what a text is about, and pairs of them that stand side by side. */
function termsOf(text: string, stop: ReadonlySet<string>): readonly string[] {
	const isContentWord = (token: string) => isWord(token) && !stop.has(token);
	const tokens = tokensOf(text);
	const pairs = tokens.flatMap((token, at) => {
		const next = tokens[at + 1];
		return next !== undefined &&
			isContentWord(token) &&
			isContentWord(next) &&
			token !== next &&
			!WITHOUT_SPACES.test(token + next)
			? [`${token} ${next}`]
			: [];
	});
	return [...tokens.filter(isContentWord), ...pairs];
}

/** A syllable of Chinese or Japanese says more than a letter: two are enough for a word. */
function isWord(token: string): boolean {
	const shape = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(token)
		? /^[\p{Script=Han}\p{Script=Katakana}ー]{2,15}$/u
		: /^[\p{L}\p{M}\p{Nd}]{4,30}$/u;
	return shape.test(token) && !/^\p{Nd}+$/u.test(token) && !isNumberWord(token);
}
