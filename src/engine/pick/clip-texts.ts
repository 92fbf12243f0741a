import { placeInSource } from "../../model/clock-time.ts";
import { UNSPACED } from "../../transcripts/unspaced.ts";
import { capitalised } from "../captions/scripts.ts";
import { type Span, shared, touching } from "../spans.ts";
import { joinWords } from "../transcript/sentences.ts";
import type { Sentence, Transcript } from "../transcript/transcript.ts";
import { nearHousekeeping } from "./near-housekeeping.ts";
import { titleStrength } from "./sentence-features.ts";
import { stopWordsOf } from "./stop-words.ts";
import { isLong, isQuotable, quotableIn } from "./sure-clauses.ts";
import { tokensOf } from "./tokens.ts";

/** What is said about a clip. */
export interface ClipTexts {
	readonly title: string;
	readonly description: string;
	/** Without `#`. */
	readonly tags: readonly string[];
}

/** Longest texts, in characters, and most tags. */
export const TEXT_LIMITS = { title: 80, description: 300, hook: 70, tags: 6 } as const;
/** A word in more than this share of all sentences says nothing about one clip. */
const COMMON = 0.3;
/** What a title loses that may belong to the housekeeping beside it. */
const BESIDE = 3;
/** A pair said twice tells more than either word. */
const PAIR = 1.3;
const WITHOUT_SPACES = new RegExp(`[${UNSPACED}]`, "u");
const SEGMENTS = new Intl.Segmenter("en", { granularity: "word" });

/** Title, description and tags taken from what is said in the clip; nothing is made up. */
export function clipTextsFor(span: Span, transcript: Transcript | undefined, title: string): ClipTexts {
	const said = transcript ? sentencesInside(transcript, span) : [];
	if (!transcript || said.length === 0) return untranscribedTexts(span, title);
	const best = strongest(said, transcript);
	const unsaid = untranscribedTexts(span, title);
	return {
		title: best === undefined ? unsaid.title : sentenceCase(truncated(best, TEXT_LIMITS.title)),
		description: said.some(isQuotable) ? describe(firstRun(said)) : unsaid.description,
		tags: tagsOf(said, transcript),
	};
}

/**
 * The sentence of the clip that best makes one stay, short enough to read at a glance. Undefined when nothing
 * is said, or nothing that is sure, or only housekeeping.
 */
export function hookFor(span: Span, transcript: Transcript): string | undefined {
	const best = strongest(sentencesInside(transcript, span), transcript);
	return best === undefined ? undefined : sentenceCase(truncated(best, TEXT_LIMITS.hook));
}

/**
 * Text cut at the end of a word, with an ellipsis when something was left out; also in scripts that write no
 * spaces. Only one word longer than the limit is cut inside.
 */
export function truncated(text: string, limit: number): string {
	const clean = text.replace(/\s+/g, " ").trim();
	if (clean.length <= limit) return clean;
	const at = lastEnd(clean, limit - 1);
	if (at > 0) return `${clean.slice(0, at).replace(/[\s,;:、，；：–—-]+$/u, "")}…`;
	return [...clean]
		.slice(0, limit - 2)
		.join("")
		.concat("…");
}

/** The last place, at most so far, where a word ends; 0 where there is none. */
function lastEnd(text: string, most: number): number {
	if (!WITHOUT_SPACES.test(text)) return Math.max(0, text.lastIndexOf(" ", most));
	const ends = [...SEGMENTS.segment(text.slice(0, most + 20))].map(
		({ index, segment }) => index + segment.length,
	);
	return ends.filter((end) => end <= most).at(-1) ?? 0;
}

/**
 * Nothing was said or nothing is known of it: the name of the source and the place in it are all that is
 * true.
 */
function untranscribedTexts(span: Span, title: string): ClipTexts {
	const place = placeInSource({ from: span.begin, to: span.end });
	const name = truncated(title, TEXT_LIMITS.title - place.length - 2);
	return {
		title: name === "" ? place : `${name}, ${place}`,
		description: name === "" ? place : `${name}, ${place}`,
		tags: [],
	};
}

/** Sentences of which more than half is inside the span. */
export function sentencesInside(transcript: Transcript, span: Span): readonly Sentence[] {
	return touching(transcript.sentences, span).filter(
		(sentence) => shared(sentence, span) > (sentence.end - sentence.begin) / 2,
	);
}

/** The first sentences that can be quoted together: nothing between them is left out. */
function firstRun(said: readonly Sentence[]): readonly Sentence[] {
	const from = said.findIndex(isQuotable);
	const length = said.slice(from).findIndex((sentence) => !isQuotable(sentence));
	return said.slice(from, length < 0 ? undefined : from + length);
}

/**
 * What is part of housekeeping is never quoted, what is beside it only where there is nothing better. Where
 * words are in doubt, a few sure ones may be a piece of something else.
 */
function strongest(said: readonly Sentence[], { sentences }: Transcript): string | undefined {
	const isInDoubt = !said.every(isQuotable);
	const rated = said.flatMap((sentence, at) => {
		const quotable = quotableIn(sentence).filter((each) => !isInDoubt || isLong(each));
		const near = quotable.length > 0 && nearHousekeeping(sentences, sentences.indexOf(sentence));
		if (near === "part") return [];
		return quotable.map((each) => {
			const text = tidy(each.text);
			return { text, points: titleStrength(text, at) - (near === "beside" ? BESIDE : 0) };
		});
	});
	const [best] = rated.sort((one, other) => other.points - one.points);
	return best?.text;
}

/** Without marks that open or close something left outside, and without the final full stop. */
function tidy(text: string): string {
	const bare = text.replace(/^[\s"'“”‘’«»„>–—-]+/u, "").replace(/[\s"“”«»]+$/u, "");
	return bare.replace(/^(?:\[[^\]]*\]|\([^)]*\))\s*/u, "").replace(/(?<![.])[.。]$/u, "") || text.trim();
}

function sentenceCase(text: string): string {
	const [first = "", ...rest] = text;
	return capitalised(first, text) + rest.join("");
}

function describe(said: readonly Sentence[]): string {
	const texts: string[] = [];
	for (const sentence of said) {
		if ([...texts, sentence.text].join(" ").length > TEXT_LIMITS.description) break;
		texts.push(sentence.text);
	}
	return sentenceCase(
		truncated(texts.length > 0 ? texts.join(" ") : (said[0]?.text ?? ""), TEXT_LIMITS.description),
	);
}

/**
 * The words and pairs of words said most in the clip and least elsewhere. Ties in the order they are said.
 */
function tagsOf(said: readonly Sentence[], transcript: Transcript): readonly string[] {
	const stop = stopWordsOf(transcript.sentences.map(({ text }) => text));
	const everywhere = sentenceCounts(transcript.sentences, stop);
	const here = new Map<string, number>();
	for (const term of said.flatMap((sentence) => sureTermsOf(sentence, stop)))
		here.set(term, (here.get(term) ?? 0) + 1);
	const few = transcript.sentences.length < 8;
	const contentTerms = [...here].filter(([term, count]) => {
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
		.slice(0, TEXT_LIMITS.tags)
		.map((term) => term.replaceAll(" ", ""));
}

/** A pair says what its words say. */
function withoutParts(terms: readonly string[]): readonly string[] {
	const pairs = terms.slice(0, TEXT_LIMITS.tags).filter(isPair);
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
	return shape.test(token) && !/^\p{Nd}+$/u.test(token);
}
