import {
	CLAUSE_STARTERS,
	CONTINUERS,
	isQuestion,
	NEVER_LAST,
	PROPER_NAMES,
	SENTENCE_STARTERS,
	TOPIC_SHIFTS,
} from "./english-grammar.ts";
import { withNumbers } from "./numbers.ts";
import { type HeardWord, type Utterance, withoutNoise } from "./utterances.ts";

/**
 * Silence after which a sentence has ended if it can have, in milliseconds; a long one ends every sentence.
 */
const END_MS = 420;
const LONG_MS = 1_000;
const COMMA_MS = 240;
const SHORTEST_SENTENCE = 4;
const LONG_SENTENCE = 24;
/**
 * From this many words on, a hint of a break is enough before a word that turns to something else, or begins
 * a clause.
 */
const SOME_WORDS = 10;
const MANY_WORDS = 18;
const HINT_MS = 55;
const LETTERS_MS = 150;
/** What old texts taught the recogniser to write in two words. */
const ONE_WORD = new Set([
	"every body",
	"any body",
	"some body",
	"no body",
	"every thing",
	"any thing",
	"some thing",
	"every where",
	"can not",
	"to day",
]);

/**
 * What an English recogniser heard as one reads it: sentences by pauses and words, capitals, numbers in
 * digits. Nothing is added but marks.
 */
export function readable(utterances: readonly Utterance[]): readonly HeardWord[] {
	const words = withNumbers(spelled(joined(withoutNoise(utterances).flat())));
	let sentence: HeardWord[] = [];
	const written: HeardWord[] = [];
	words.forEach((word, at) => {
		sentence.push(word);
		const mark = markAfter(sentence, words[at + 1]);
		if (mark === "") return;
		if (mark === ",") sentence.splice(-1, 1, { ...word, text: `${word.text},` });
		else {
			written.push(...closed(sentence, mark));
			sentence = [];
		}
	});
	return written;
}

/** What stands between the last word and the next: a full stop or question mark, a comma or nothing. */
function markAfter(sentence: readonly HeardWord[], next: HeardWord | undefined): "" | "," | "." | "?" {
	const last = sentence.at(-1);
	if (!last) return "";
	const gap = next ? next.begin - last.end : Number.POSITIVE_INFINITY;
	const end = isQuestion(sentence.map(({ text }) => text)) ? "?" : ".";
	if (gap >= LONG_MS && (!NEVER_LAST.has(last.text) || gap >= 2 * LONG_MS)) return end;
	if (NEVER_LAST.has(last.text) || !next) return "";
	const enough = sentence.length >= SHORTEST_SENTENCE && !CONTINUERS.has(next.text);
	if (gap >= END_MS && enough) return end;
	// Somebody who hardly breathes still says one thing after another.
	if (gap >= COMMA_MS && sentence.length >= LONG_SENTENCE && SENTENCE_STARTERS.has(next.text)) return end;
	if (
		gap >= HINT_MS &&
		sentence.length >= (TOPIC_SHIFTS.has(next.text) ? SOME_WORDS : MANY_WORDS) &&
		(TOPIC_SHIFTS.has(next.text) || CLAUSE_STARTERS.has(next.text))
	)
		return end;
	return gap >= COMMA_MS && sentence.length > 1 ? "," : "";
}

function closed(sentence: readonly HeardWord[], mark: string): readonly HeardWord[] {
	return sentence.map((word, at) => {
		const cased = at === 0 ? capital(word.text) : nameOf(word.text);
		return { ...word, text: at === sentence.length - 1 ? cased + mark : cased };
	});
}

function nameOf(text: string): string {
	return /^i(?:'|,?$)/.test(text) || PROPER_NAMES.has(text.replace(/'s$|,$|'s,$/, "")) ? capital(text) : text;
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

function joined(words: readonly HeardWord[]): readonly HeardWord[] {
	const all: HeardWord[] = [];
	for (const word of words) {
		const last = all.at(-1);
		if (last && ONE_WORD.has(`${last.text} ${word.text}`))
			all.splice(-1, 1, merged([last, word], last.text + word.text));
		else all.push(word);
	}
	return all;
}

/** Letters said one after the other are an abbreviation. */
function spelled(words: readonly HeardWord[]): readonly HeardWord[] {
	const written: HeardWord[] = [];
	for (let at = 0; at < words.length; ) {
		let to = at;
		while (
			isLetter(words[to]) &&
			(to === at || (words[to]?.begin ?? 0) - (words[to - 1]?.end ?? 0) < LETTERS_MS)
		)
			to += 1;
		const letters = words.slice(at, to);
		const text = letters.map((word) => word.text).join("");
		if (letters.length >= 2) written.push(merged(letters, text.toUpperCase()));
		else written.push(...words.slice(at, at + 1));
		at += Math.max(1, letters.length >= 2 ? letters.length : 1);
	}
	return written;
}

function isLetter(word: HeardWord | undefined): boolean {
	return word !== undefined && /^[a-z]$/.test(word.text);
}

function merged(words: readonly HeardWord[], text: string): HeardWord {
	const [begin, end] = [
		Math.min(...words.map((word) => word.begin)),
		Math.max(...words.map((word) => word.end)),
	];
	return { begin, end, text, confidence: Math.min(...words.map((word) => word.confidence)) };
}
