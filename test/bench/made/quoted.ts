import type { Span } from "../../../src/engine/spans.ts";
import { withNumbers } from "../../../src/speech/numbers.ts";
import type { PlantedTalk } from "./planted-talk.ts";

/** What is said so far beside a clip may be in its title, in milliseconds. */
const BESIDE_MS = 3_000;
/** The recogniser writes American English, some talks are British. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
	[/isation/g, "ization"],
	[/ise(d|s|r|rs)?\b/g, "ize$1"],
	[/our(s|ed)?\b/g, "or$1"],
	[/metre/g, "meter"],
	[/\bcentre/g, "center"],
];

/** Whether a title is said in a clip or beside it, word for word; written numbers count like spoken ones. */
export function isQuoted(title: string, talk: PlantedTalk, clip: Span): boolean {
	const said = numbered(saidIn(talk, clip));
	const own = numbered(wordsOf(title));
	return said.some((_, at) => own.every((word, next) => said[at + next] === word));
}

/** Whether a tag is a word said in a clip or beside it, or two that follow each other. */
export function isTagSaid(tag: string, talk: PlantedTalk, clip: Span): boolean {
	const said = saidIn(talk, clip).map((word) => word.replace(/'.*/, ""));
	const [own] = wordsOf(tag);
	return said.some((word, at) => word === own || word + said[at + 1] === own);
}

/** The words of a clip and beside it. */
function saidIn({ timeline }: PlantedTalk, clip: Span): readonly string[] {
	const near = timeline.sentences.filter(
		([first, ...rest]) =>
			first !== undefined &&
			(rest.at(-1) ?? first).end > clip.begin - BESIDE_MS &&
			first.begin < clip.end + BESIDE_MS,
	);
	return wordsOf(near.flatMap((words) => words.map(({ text }) => text)).join(" "));
}

function wordsOf(text: string): readonly string[] {
	const plain = SPELLINGS.reduce(
		(all, [from, to]) => all.replace(from, to),
		text
			.toLowerCase()
			.replaceAll("-", " ")
			.replace(/[^\p{L}\p{N}' ]/gu, ""),
	);
	return plain.split(/\s+/).filter((word) => word !== "");
}

function numbered(words: readonly string[]): readonly string[] {
	const heard = words.map((word, at) => ({ text: word, begin: at, end: at, confidence: 1 }));
	return withNumbers(heard).map((word) => word.text.replace("%", ""));
}
