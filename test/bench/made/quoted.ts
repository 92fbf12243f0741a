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
export function isQuoted(title: string, { timeline }: PlantedTalk, clip: Span): boolean {
	const near = timeline.sentences.filter(
		([first, ...rest]) =>
			first !== undefined &&
			(rest.at(-1) ?? first).end > clip.begin - BESIDE_MS &&
			first.begin < clip.end + BESIDE_MS,
	);
	const said = wordsOf(near.flatMap((words) => words.map(({ text }) => text)).join(" "));
	const own = wordsOf(title);
	return said.some((_, at) => own.every((word, next) => said[at + next] === word));
}

function wordsOf(text: string): readonly string[] {
	const plain = SPELLINGS.reduce(
		(all, [from, to]) => all.replace(from, to),
		text.toLowerCase().replace(/[^\p{L}\p{N}' ]/gu, ""),
	);
	const words = plain.split(/\s+/).filter((word) => word !== "");
	const numbered = withNumbers(words.map((word, at) => ({ text: word, begin: at, end: at, confidence: 1 })));
	return numbered.map((word) => word.text.replace("%", ""));
}
