import { type Span, touching } from "../spans.ts";
import type { Sentence, Transcript } from "../transcript/transcript.ts";
import { asksSomething, hasReaction } from "./sentence-features.ts";
import { stopWordsOf } from "./stop-words.ts";
import { namesAmount, strongWordsIn } from "./strong-words.ts";

/** A sentence that stands out, and how much among all sentences of its source: over 0, at most 1. */
export interface NotableSentence extends Span {
	readonly worth: number;
}

const WORTH = { question: 1, number: 0.9, hook: 0.45, repeated: 1, reaction: 0.9 } as const;
const PHRASE = 3;
/** So often within so long makes a refrain. */
const REFRAIN = 3;
const NEAR_MS = 20_000;
/** A phrase that is said as often elsewhere is only this source's way of speaking. */
const LEAST_SHARE = 0.5;
const LETTERS = /[\p{L}\p{Nd}']+/gu;

/**
 * What stands out in a transcript: questions, amounts, strong words, refrains. Where every sentence asks,
 * asking is worth little.
 */
export function notableSentences(transcript: Transcript): readonly NotableSentence[] {
	const refrains = refrainsIn(transcript.sentences);
	const values = transcript.sentences.map(
		(sentence, at) => pointsOf(sentence.text) + WORTH.repeated * (refrains[at] ?? 0),
	);
	const share = rarity(values);
	return transcript.sentences.flatMap(({ begin, end }, at) => {
		const value = values[at] ?? 0;
		return value > 0 ? [{ begin, end, worth: Math.min(1, value) * share(value) }] : [];
	});
}

/** What the sentences that begin inside a span are worth together. */
export function notableWithin(sentences: readonly NotableSentence[], span: Span): number {
	return touching(sentences, span)
		.filter((each) => each.begin >= span.begin)
		.reduce((sum, each) => sum + each.worth, 0);
}

function pointsOf(text: string): number {
	const asked = asksSomething(text) ? WORTH.question : 0;
	const named = namesAmount(text) ? WORTH.number : 0;
	const reaction = hasReaction(text) ? WORTH.reaction : 0;
	return Math.max(asked, named, reaction) + Math.min(1, WORTH.hook * strongWordsIn(text));
}

/** Share of all values that are smaller. */
function rarity(values: readonly number[]): (value: number) => number {
	const smaller = new Map<number, number>();
	[...values]
		.sort((a, b) => a - b)
		.forEach((value, at) => {
			if (!smaller.has(value)) smaller.set(value, at);
		});
	return (value) => (smaller.get(value) ?? 0) / Math.max(1, values.length);
}

/**
 * For each sentence, how much of a refrain is in it, 0 to 1: a phrase that comes again and again here, and
 * hardly elsewhere.
 */
function refrainsIn(sentences: readonly Sentence[]): readonly number[] {
	const stop = stopWordsOf(sentences.map(({ text }) => text));
	const places = new Map<string, number[]>();
	sentences.forEach((sentence, at) => {
		for (const phrase of new Set(phrasesOf(sentence.text, stop))) {
			const known = places.get(phrase);
			if (known) known.push(at);
			else places.set(phrase, [at]);
		}
	});
	const refrains = sentences.map(() => 0);
	const begins = sentences.map((sentence) => sentence.begin);
	for (const said of places.values()) {
		if (said.length < REFRAIN) continue;
		const near = nearby(said.map((at) => begins[at] ?? 0));
		said.forEach((at, index) => {
			const count = near[index] ?? 0;
			const here = (count / said.length - LEAST_SHARE) / (1 - LEAST_SHARE);
			if (count >= REFRAIN) refrains[at] = Math.max(refrains[at] ?? 0, here);
		});
	}
	return refrains;
}

/** For each of ordered moments, how many of them are near it, itself included. */
function nearby(moments: readonly number[]): readonly number[] {
	let first = 0;
	let after = 0;
	return moments.map((moment) => {
		while ((moments[first] ?? moment) < moment - NEAR_MS) first += 1;
		while (after < moments.length && (moments[after] ?? 0) <= moment + NEAR_MS) after += 1;
		return after - first;
	});
}

/** Every three words in a row that say something. */
function phrasesOf(text: string, stop: ReadonlySet<string>): readonly string[] {
	const words = text.toLowerCase().match(LETTERS) ?? [];
	return words.flatMap((_, at) => {
		const phrase = words.slice(at, at + PHRASE);
		const contentWords = phrase.filter((word) => word.length >= 4 && !stop.has(word)).length;
		return phrase.length === PHRASE && contentWords > 0 ? [phrase.join(" ")] : [];
	});
}
