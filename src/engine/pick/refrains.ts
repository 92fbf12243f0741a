import type { Sentence } from "../transcript/transcript.ts";
import { stopWordsOf } from "./stop-words.ts";

const PHRASE = 3;
/** So often within so long makes a refrain. */
const REFRAIN = 3;
const NEAR_MS = 20_000;
/** A phrase that is said as often elsewhere is only this source's way of speaking. */
const LEAST_SHARE = 0.5;
const LETTERS = /[\p{L}\p{Nd}']+/gu;

/**
 * For each sentence, how much of a refrain is in it, 0 to 1: a phrase that comes again and again here, and
 * hardly elsewhere.
 */
export function refrainsIn(sentences: readonly Sentence[]): readonly number[] {
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
