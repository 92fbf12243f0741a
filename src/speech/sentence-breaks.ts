import {
	beginsQuestion,
	CLAUSE_STARTERS,
	CONTINUERS,
	NEVER_LAST,
	SENTENCE_STARTERS,
	TOPIC_SHIFTS,
} from "./english-grammar.ts";

/** A word in lower case without marks, and the silence behind it in milliseconds. */
export interface SpokenWord {
	readonly text: string;
	readonly pauseMs: number;
}

/** How much a silence speaks for the end of a sentence: between two of these, in between. */
const PAUSES = [
	[0, -2.2],
	[60, -1.3],
	[150, -0.7],
	[250, 0],
	[350, 0.7],
	[500, 1.6],
	[700, 2.4],
	[1_000, 4],
	[2_000, 7],
] as const;
/** How much the words beside it do. */
const LEADS_ON = -3.2;
const CONTINUES = { and: -0.7, other: -1.5 } as const;
const STARTS = 0.6;
const TURNS = 1.4;
const STARTS_NOTHING = -0.5;
/** A sentence of 1, 2, 3 … words is that unlikely. */
const SHORT = [-3, -2.5, -2.2, -0.6] as const;
const TURNS_FROM = 10;
const LONG_FROM = 18;
const EACH_LONGER = 0.08;
const MOST_WORDS = 60;
/** How people pause is told from so many words on: about one in so many ends a sentence. */
const ENOUGH_WORDS = 120;
const USUAL_LENGTH = 12;
const USUAL_PAUSE_MS = 260;
const PACE = { least: 0.6, most: 2.5 } as const;

/**
 * After which words a sentence ends, where nobody wrote marks: the most likely division of all words, told by
 * the pauses of this speaker, by the words beside them (of English) and by how long sentences are.
 */
export function sentenceEnds(words: readonly SpokenWord[]): ReadonlySet<number> {
	const pace = paceOf(words);
	const ends = words.map((word, at) => endAfter(word, words.slice(at + 1, at + 4), pace));
	const best: { readonly score: number; readonly from: number }[] = [{ score: 0, from: 0 }];
	for (let to = 1; to <= words.length; to += 1) {
		let found = { score: Number.NEGATIVE_INFINITY, from: to - 1 };
		for (let from = Math.max(0, to - MOST_WORDS); from < to; from += 1) {
			const last = to === words.length;
			const score =
				(best[from]?.score ?? 0) +
				(last ? 0 : (ends[to - 1] ?? 0)) +
				lengthScore(to - from, { last, next: words[to] });
			if (score > found.score) found = { score, from };
		}
		best.push(found);
	}
	const breaks = new Set<number>();
	for (let to = words.length; to > 0; to = best[to]?.from ?? 0) breaks.add(to - 1);
	return breaks;
}

/** Who hardly pauses, pauses shorter between sentences too. */
function paceOf(words: readonly SpokenWord[]): number {
	if (words.length < ENOUGH_WORDS) return 1;
	const pauses = words.map(({ pauseMs }) => pauseMs).sort((a, b) => b - a);
	const usual = pauses[Math.floor(words.length / USUAL_LENGTH)] ?? USUAL_PAUSE_MS;
	return Math.min(PACE.most, Math.max(PACE.least, USUAL_PAUSE_MS / Math.max(1, usual)));
}

function endAfter({ text, pauseMs }: SpokenWord, following: readonly SpokenWord[], pace: number): number {
	const [next] = following;
	if (!next) return 0;
	const beside = CONTINUERS.has(next.text)
		? CONTINUES[next.text === "and" ? "and" : "other"]
		: beginsQuestion(following.map((each) => each.text)) ||
				SENTENCE_STARTERS.has(next.text) ||
				CLAUSE_STARTERS.has(next.text)
			? STARTS
			: STARTS_NOTHING;
	return pauseScore(pauseMs * pace) + beside + (NEVER_LAST.has(text) ? LEADS_ON : 0);
}

function pauseScore(pauseMs: number): number {
	const after = PAUSES.findIndex(([ms]) => ms > Math.max(0, pauseMs));
	const [low, high] = [PAUSES[after - 1], PAUSES[after]];
	if (!low || !high) return PAUSES[PAUSES.length - 1]?.[1] ?? 0;
	return low[1] + ((high[1] - low[1]) * (pauseMs - low[0])) / (high[0] - low[0]);
}

function lengthScore(
	count: number,
	{ last, next }: { readonly last: boolean; readonly next: SpokenWord | undefined },
): number {
	const turns = count >= TURNS_FROM && TOPIC_SHIFTS.has(next?.text ?? "") ? TURNS - STARTS : 0;
	const short = last ? 0 : (SHORT[count - 1] ?? 0);
	return short + turns - EACH_LONGER * Math.max(0, count - LONG_FROM);
}
