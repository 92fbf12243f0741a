import { sentenceOf } from "../transcript/sentences.ts";
import type { Sentence, Word } from "../transcript/transcript.ts";

/** Before one of the subjects, they join two clauses that are whole each. */
const JOINS = new Set(["and", "so", "because", "but"]);
/** What is said before them may mean something else without what is said behind them. */
const TURNS = new Set(["because", "but"]);
const SUBJECTS = new Set(
	(
		"i we you they he she it this there nobody everybody somebody everyone everything nothing the my your his " +
		"her our their every no most"
	).split(" "),
);
const FEWEST_WORDS = 5;

/** Whether each of its words is known, or was recognised with confidence. */
export function isQuotable({ words }: Pick<Sentence, "words">): boolean {
	return words.every(({ unsure }) => unsure !== true);
}

/** Whether it is long enough to stand alone. */
export function isLong({ words }: Pick<Sentence, "words">): boolean {
	return words.length >= FEWEST_WORDS;
}

/**
 * What can be quoted of a sentence: all of it, or where words in it are in doubt, what stands whole beside
 * them.
 */
export function quotableIn(sentence: Sentence): readonly Sentence[] {
	if (isQuotable(sentence)) return [sentence];
	const { words } = sentence;
	const joins = words.flatMap((word, at) => (isJoin(word, words[at + 1]) ? [at] : []));
	const clauses = [-1, ...joins].map((join, at) => ({
		words: words.slice(join + 1, joins[at]),
		next: textOf(words[joins[at] ?? words.length]),
	}));
	return clauses
		.filter((clause) => !TURNS.has(clause.next))
		.filter((clause) => isLong(clause) && isQuotable(clause))
		.map((clause) => sentenceOf(clause.words.map(withoutComma)));
}

function isJoin(word: Word, next: Word | undefined): boolean {
	return !word.unsure && next?.unsure !== true && JOINS.has(textOf(word)) && SUBJECTS.has(textOf(next));
}

function textOf(word: Word | undefined): string {
	return word?.text.toLowerCase() ?? "";
}

/** The last word of a clause ends nothing any more. */
function withoutComma(word: Word, at: number, { length }: readonly Word[]): Word {
	return at === length - 1 ? { ...word, text: word.text.replace(/[,;:]$/, "") } : word;
}
