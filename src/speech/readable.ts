import { isQuestion, NEVER_LAST, PROPER_NAMES } from "./english-grammar.ts";
import { withNumbers } from "./numbers.ts";
import { pausesBehind } from "./pauses.ts";
import { sentenceEnds } from "./sentence-breaks.ts";
import { type HeardWord, type Utterance, withoutNoise } from "./utterances.ts";

const COMMA_MS = 240;
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
 * digits. Nothing is added but marks. `silences`: those that are heard in the sound, in order.
 */
export function readable(
	utterances: readonly Utterance[],
	silences: readonly { readonly begin: number; readonly end: number }[],
): readonly HeardWord[] {
	const words = withNumbers(spelled(joined(withoutNoise(utterances).flat())));
	const pauses = pausesBehind(words, silences);
	const ends = sentenceEnds(words.map(({ text }, at) => ({ text, pauseMs: pauses[at] ?? 0 })));
	let sentence: HeardWord[] = [];
	const written: HeardWord[] = [];
	words.forEach((word, at) => {
		sentence.push(word);
		if (ends.has(at)) {
			written.push(...closed(sentence, isQuestion(sentence.map(({ text }) => text)) ? "?" : "."));
			sentence = [];
		} else if ((pauses[at] ?? 0) >= COMMA_MS && sentence.length > 1 && !NEVER_LAST.has(word.text))
			sentence.splice(-1, 1, { ...word, text: `${word.text},` });
	});
	return written;
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
