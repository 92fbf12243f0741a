import type { Sentence } from "../transcript/transcript.ts";
import type { RatedSentence } from "./passages.ts";
import { stopWordsOf } from "./stop-words.ts";
import { tokensOf } from "./tokens.ts";

/** One thing that is looked for, and how telling it is: what is rarely said tells more. */
export interface Term {
	readonly weight: number;
	/** Numbers of the sentences that it is found in. */
	readonly sentences: ReadonlySet<number>;
}

/** What every query may say without looking for anything in particular. */
const GENERIC = new Set(
	(
		"best better clip clips engaging every fascinating find good great highlight highlights important " +
		"insight insights insightful interesting key memorable moment moments most part parts scene scenes segment " +
		"segments shareable show shows talk talking talks top valuable video viral where"
	).split(" "),
);

/** What can be told of a passage without its words. */
const KINDS: readonly {
	readonly words: readonly string[];
	readonly is: (sentence: RatedSentence) => boolean;
}[] = [
	{
		words: [
			"applause",
			"cheer",
			"clap",
			"funny",
			"hilarious",
			"humor",
			"humour",
			"joke",
			"laugh",
			"reaction",
		],
		is: ({ earned }) => earned >= 0.3,
	},
	{ words: ["answer", "question"], is: ({ kind }) => kind === "answer" },
	{ words: ["anecdote", "story", "stories"], is: ({ kind }) => kind === "story" },
	{ words: ["figure", "number", "statistic"], is: ({ kind }) => kind === "number" },
];

/** Letters two forms of one word have in common at least, and those at most that either has more. */
const STEM = 4;
const ENDING = 3;

/** The terms of a query, each with the sentences it is found in. None: it asks for nothing particular. */
export function termsOfQuery(
	query: string,
	sentences: readonly Sentence[],
	rated: readonly RatedSentence[],
): readonly Term[] {
	const texts = sentences.map(({ text }) => text);
	const stop = [stopWordsOf([query]), stopWordsOf(texts)];
	const wanted = [...new Set(tokensOf(query))].filter(
		(token) => token.length > 1 && !GENERIC.has(token) && !stop.some((words) => words.has(token)),
	);
	const spoken = texts.map((text) => new Set(tokensOf(text)));
	return wanted.map((word) => {
		const kind = KINDS.find(({ words }) => words.some((each) => isSameWord(each, word)));
		const found = new Set<number>();
		spoken.forEach((tokens, at) => {
			const is = rated[at];
			const isSaid = [...tokens].some((token) => isSameWord(token, word));
			if (isSaid || (is && kind?.is(is) === true)) found.add(at);
		});
		return { weight: Math.log(1 + sentences.length / Math.max(1, found.size)), sentences: found };
	});
}

/** Whether two tokens in lower case are forms of one word, as far as their letters tell. */
export function isSameWord(a: string, b: string): boolean {
	if (a === b) return true;
	const [short, long] = a.length < b.length ? [a, b] : [b, a];
	let common = 0;
	while (common < short.length && short[common] === long[common]) common += 1;
	if (common < STEM) return common === short.length && short.length >= 3 && long === `${short}s`;
	return long.length - common <= ENDING;
}
