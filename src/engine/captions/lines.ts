import { isPhrased } from "../../transcripts/unspaced.ts";
import type { Span } from "../spans.ts";
import { endsSentence, joinWords } from "../transcript/sentences.ts";
import type { Word } from "../transcript/transcript.ts";

/** Words shown together, and how long they stay. */
export interface CaptionLine extends Span {
	readonly words: readonly Word[];
}

export interface LineLimits {
	readonly words: number;
	/** Width of a text, and the most a line may have, in the same unit. */
	readonly width: (text: string) => number;
	readonly widest: number;
	/** Length of the clip in milliseconds. */
	readonly length: number;
	/** Times of the cuts, in order: no line goes over one. */
	readonly cuts: readonly number[];
	/** Whether one font draws a text: no line changes its look inside. */
	readonly isOne: (text: string) => boolean;
}

const PAUSE_MS = 600;
const STAYS_MS = 400;
const SHORTEST_MS = 300;

/**
 * Groups words into lines: never over the end of a sentence, a pause or a cut, never wider than the safe
 * area. A word left alone takes one from the line before.
 */
export function linesOf(words: readonly Word[], limits: LineLimits): readonly CaptionLine[] {
	const groups: Word[][] = [];
	for (const word of words) {
		const group = groups.at(-1);
		if (group && goesOn(group, word, limits) && fits([...group, word], limits)) group.push(word);
		else groups.push([word]);
	}
	avoidLoneWords(groups, limits);
	return groups.map((group, at) => ({ words: group, ...timesOf(group, groups[at + 1], limits) }));
}

/** Whether a word belongs to the same breath as those before it. */
function goesOn(group: readonly Word[], word: Word, { cuts }: LineLimits): boolean {
	const last = group.at(-1);
	return (
		last !== undefined &&
		!endsSentence(last.text) &&
		word.begin - last.end <= PAUSE_MS &&
		!cuts.some((cut) => cut > middleOf(last) && cut <= middleOf(word))
	);
}

/** A word that a cut is in belongs to where more of it is said. */
function middleOf({ begin, end }: Span): number {
	return (begin + end) / 2;
}

function fits(group: readonly Word[], limits: LineLimits): boolean {
	const text = joinWords(group.map((each) => each.text));
	return length(group) <= limits.words && limits.width(text) <= limits.widest && limits.isOne(text);
}

/** In words as English has them: those of Thai are shorter. */
function length(group: readonly Word[]): number {
	return group.reduce((sum, { text }) => sum + (isPhrased(text) ? 0.5 : 1), 0);
}

function avoidLoneWords(groups: Word[][], limits: LineLimits): void {
	groups.forEach((group, at) => {
		const before = groups[at - 1];
		const [lone] = group;
		const last = before?.at(-1);
		if (!before || !lone || !last || group.length > 1 || before.length < 3) return;
		if (goesOn(before, lone, limits) && fits([last, lone], limits)) group.unshift(...before.splice(-1));
	});
}

/** A line stays until the next one comes, or a little after its last word, and never over a cut. */
function timesOf(
	group: readonly Word[],
	next: readonly Word[] | undefined,
	{ length, cuts }: LineLimits,
): Span {
	const [first, last] = [group[0], group.at(-1)];
	if (!first || !last) return { begin: 0, end: 0 };
	const beginOf = (word: Word) =>
		Math.max(word.begin, cuts.filter((cut) => cut <= middleOf(word)).at(-1) ?? 0);
	const begin = beginOf(first);
	const after = cuts.find((cut) => cut > middleOf(last)) ?? length;
	const free = Math.min(next?.[0] ? beginOf(next[0]) : length, after);
	return { begin, end: Math.min(free, Math.max(last.end + STAYS_MS, begin + SHORTEST_MS)) };
}
