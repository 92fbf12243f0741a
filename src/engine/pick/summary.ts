import type { Span } from "../spans.ts";
import type { Sentence, Transcript } from "../transcript/transcript.ts";
import { clipTextsFor, truncated } from "./clip-texts.ts";
import type { RatedSentence } from "./passages.ts";
import type { Section } from "./sections.ts";
import { refersBack } from "./sentence-features.ts";
import { spokenOf } from "./spoken.ts";
import { stopWordsOf } from "./stop-words.ts";
import { isQuotable } from "./sure-clauses.ts";
import { stemsOf } from "./topics.ts";

/** What a talk is about, taken from what is said: nothing is made up. */
export interface ExtractedSummary {
	readonly summary: string;
	/** Without `#`. */
	readonly tags: readonly string[];
	readonly highlights: readonly Highlight[];
}

/** A part of a talk, and what is told in it. Times in milliseconds. */
export interface Highlight extends Span {
	readonly title: string;
	readonly events: readonly { readonly at: number; readonly text: string }[];
}

/** What a sentence gains by saying what the talk says most, and loses where it cannot stand alone. */
const CENTRAL = 0.6;
const UNFIT = 0.4;
const WORDS = { least: 6, most: 45 } as const;
const MOST_AGAIN = 8;
const LIMITS = { events: 3, sentences: 5, summary: 900, event: 240 } as const;

/** The sentences that tell most, section by section. Sections where none is sure are left out. */
export function summaryOf(
	sections: readonly Section[],
	transcript: Transcript,
	title: string,
): ExtractedSummary {
	const weights = centralityOf(transcript);
	const quoted = sections.flatMap((section) => {
		const best = bestOf(section, transcript, weights);
		if (best.length === 0) return [];
		const { begin, end } = section;
		const events = inTime(best.slice(0, LIMITS.events)).map(({ sentence }) => ({
			at: sentence.begin,
			text: truncated(sentence.text, LIMITS.event),
		}));
		return [
			{
				top: best[0],
				section: { begin, end, title: clipTextsFor(section, transcript, title).title, events },
			},
		];
	});
	const leading = quoted.flatMap(({ top }) => top ?? []);
	const chosen = [...leading].sort((a, b) => b.weight - a.weight).slice(0, LIMITS.sentences);
	const whole = { begin: 0, end: Number.POSITIVE_INFINITY };
	return {
		summary: truncated(
			inTime(chosen)
				.map(({ sentence }) => sentence.text)
				.join(" "),
			LIMITS.summary,
		),
		tags: clipTextsFor(whole, transcript, title).tags,
		highlights: quoted.map(({ section }) => section),
	};
}

interface Quoted {
	readonly sentence: Sentence;
	readonly rated: RatedSentence;
	readonly weight: number;
}

/** What can be quoted of a section, the best first. */
function bestOf(
	{ sentences }: Section,
	transcript: Transcript,
	weights: readonly number[],
): readonly Quoted[] {
	return sentences
		.flatMap((rated): readonly Quoted[] => {
			const written = transcript.sentences[rated.at];
			const sentence = written && spokenOf(written);
			return sentence && !rated.housekeeping && isQuotable(sentence)
				? [{ sentence, rated, weight: rated.worth + (weights[rated.at] ?? 0) }]
				: [];
		})
		.sort((a, b) => b.weight - a.weight || a.rated.at - b.rated.at);
}

/**
 * How much each sentence tells of the whole talk: by its words that come again, and whether it can stand
 * alone.
 */
function centralityOf({ sentences }: Transcript): readonly number[] {
	const stop = stopWordsOf(sentences.map(({ text }) => text));
	const bags = sentences.map(({ text }) => [...new Set(stemsOf(text, stop))]);
	const counts = new Map<string, number>();
	for (const stem of bags.flat()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
	const again = (stem: string) => Math.min(MOST_AGAIN, (counts.get(stem) ?? 1) - 1);
	const central = bags.map((bag) => bag.reduce((sum, stem) => sum + again(stem), 0) / (bag.length + 3));
	const most = Math.max(Number.EPSILON, ...central);
	return sentences.map(({ text, words }, at) => {
		const isShort = words.length < WORDS.least;
		const isLong = words.length > WORDS.most;
		const lost = (isShort || isLong ? UNFIT : 0) + (refersBack(text) ? UNFIT : 0);
		return (CENTRAL * (central[at] ?? 0)) / most - lost;
	});
}

function inTime(quoted: readonly Quoted[]): readonly Quoted[] {
	return [...quoted].sort((a, b) => a.rated.at - b.rated.at);
}
