import type { Sentence } from "../transcript/transcript.ts";
import { tokensOf } from "./tokens.ts";

/** Sentences on each side whose words are compared. */
const WINDOW = 5;
const LONG_PAUSE_MS = 1_200;
const STEM = 5;

/**
 * For each sentence, how much a new topic begins with it, 0 to 1: the words before and after it have less in
 * common than around (Hearst's TextTiling); a long pause and a new speaker say so too.
 */
export function topicStarts(sentences: readonly Sentence[], stop: ReadonlySet<string>): readonly number[] {
	const bags = sentences.map(({ text }) => stemsOf(text, stop));
	const cohesion = sentences.map((_, at) => (at === 0 ? 0 : similarity(bags, at)));
	return sentences.map((sentence, at) => {
		if (at === 0) return 1;
		const depth = peak(cohesion, at, -1) + peak(cohesion, at, 1) - 2 * (cohesion[at] ?? 0);
		const pause = sentence.begin - (sentences[at - 1]?.end ?? 0);
		const spoken = /^(?:>>|[-–—] |[\p{Lu}][\p{L} ]{1,20}: )/u.test(sentence.text) ? 0.2 : 0;
		return Math.min(1, depth + 0.25 * Math.min(1, Math.max(0, pause / LONG_PAUSE_MS - 0.4)) + spoken);
	});
}

/** The beginnings of the words that may say what a text is about. */
export function stemsOf(text: string, stop: ReadonlySet<string>): readonly string[] {
	return tokensOf(text)
		.filter((token) => token.length >= 4 && !stop.has(token))
		.map((token) => token.slice(0, STEM));
}

/** Cosine of the words before a sentence and those from it on. */
function similarity(bags: readonly (readonly string[])[], at: number): number {
	const before = counted(bags.slice(Math.max(0, at - WINDOW), at).flat());
	const after = counted(bags.slice(at, at + WINDOW).flat());
	let dot = 0;
	for (const [word, count] of before) dot += count * (after.get(word) ?? 0);
	const norm = (bag: ReadonlyMap<string, number>) =>
		Math.sqrt([...bag.values()].reduce((sum, count) => sum + count * count, 0));
	return dot / Math.max(1, norm(before) * norm(after));
}

function counted(words: readonly string[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	return counts;
}

/** The highest cohesion on one side before it falls again. */
function peak(cohesion: readonly number[], from: number, step: 1 | -1): number {
	let best = cohesion[from] ?? 0;
	for (let far = 1; far <= 2 * WINDOW; far += 1) {
		const near = cohesion[from + far * step];
		if (near === undefined || near < best) break;
		best = near;
	}
	return best;
}
