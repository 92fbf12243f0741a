import { TOPIC_SHIFTS } from "./english-grammar.ts";
import { endOdds, isKnown } from "./sentence-odds.ts";

/** A word in lower case without marks, and the silence behind it in milliseconds. */
export interface SpokenWord {
	readonly text: string;
	readonly pauseMs: number;
}

/** How much a silence speaks for the end of a sentence: between two of these, in between. */
const PAUSES = [
	[0, -4.9],
	[60, -3.4],
	[150, -2.4],
	[250, -1.2],
	[350, 0],
	[500, 1.5],
	[700, 2.9],
	[1_000, 5.6],
	[2_000, 10.7],
] as const;
/** How much words count beside silences. */
const BY_WORDS = 0.5;
/** Texts are in English where so many of their words are known: of Dutch it is a quarter, of others less. */
const ENGLISH = 0.35;
/**
 * Who talks begins sentences with them, who reads takes them for the same sentence: log odds off those of
 * words.
 */
const GOES_ON = new Map([
	...["which", "who", "whose", "whom"].map((word) => [word, 4] as const),
	...["and", "or"].map((word) => [word, 3] as const),
	...["so", "but"].map((word) => [word, 1.5] as const),
]);
/** How much a word that turns to something else does behind a long sentence, in addition. */
const TURNS = 3.3;
/** A sentence of 1, 2, 3 … words is that unlikely. */
const SHORT = [-4.5, -3.8, -3.2, -1] as const;
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
	const byWords = isEnglish(words) ? BY_WORDS : 0;
	const ends = words.map(({ pauseMs }, at) => pauseScore(pauseMs * pace) + byWords * wordScore(words, at));
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

function isEnglish(words: readonly SpokenWord[]): boolean {
	return words.filter(({ text }) => isKnown(text)).length >= ENGLISH * words.length;
}

/** Who hardly pauses, pauses shorter between sentences too. */
function paceOf(words: readonly SpokenWord[]): number {
	if (words.length < ENOUGH_WORDS) return 1;
	const pauses = words.map(({ pauseMs }) => pauseMs).sort((a, b) => b - a);
	const usual = pauses[Math.floor(words.length / USUAL_LENGTH)] ?? USUAL_PAUSE_MS;
	return Math.min(PACE.most, Math.max(PACE.least, USUAL_PAUSE_MS / Math.max(1, usual)));
}

/** What two words up to this one and two behind it say; figures are all alike. */
function wordScore(words: readonly SpokenWord[], at: number): number {
	const around = [at - 1, at, at + 1, at + 2].map((place) =>
		(words[place]?.text ?? "").replace(/^[\d$].*/, "0"),
	);
	return endOdds(around) - (GOES_ON.get(around[2] ?? "") ?? 0);
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
	const turns = count >= TURNS_FROM && TOPIC_SHIFTS.has(next?.text ?? "") ? TURNS : 0;
	const short = last ? 0 : (SHORT[count - 1] ?? 0);
	return short + turns - EACH_LONGER * Math.max(0, count - LONG_FROM);
}
