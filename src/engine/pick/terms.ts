import { UNSPACED } from "../../transcripts/unspaced.ts";
import { isNumberWord } from "./amounts.ts";
import { tokensOf } from "./tokens.ts";

const WITHOUT_SPACES = new RegExp(`[${UNSPACED}]`, "u");

/** Words that may say what a text is about, and pairs of them that stand side by side. */
export function termsOf(text: string, stop: ReadonlySet<string>): readonly string[] {
	const isContentWord = (token: string) => isWord(token) && !stop.has(token);
	const tokens = tokensOf(text);
	const pairs = tokens.flatMap((token, at) => {
		const next = tokens[at + 1];
		return next !== undefined &&
			isContentWord(token) &&
			isContentWord(next) &&
			token !== next &&
			!WITHOUT_SPACES.test(token + next)
			? [`${token} ${next}`]
			: [];
	});
	return [...contentWordsOf(text, stop), ...pairs];
}

/** Words that may say what a text is about. */
export function contentWordsOf(text: string, stop: ReadonlySet<string>): readonly string[] {
	return tokensOf(text).filter((token) => isWord(token) && !stop.has(token));
}

/** A syllable of Chinese or Japanese says more than a letter: two are enough for a word. */
function isWord(token: string): boolean {
	const shape = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(token)
		? /^[\p{Script=Han}\p{Script=Katakana}ー]{2,15}$/u
		: /^[\p{L}\p{M}\p{Nd}]{4,30}$/u;
	return shape.test(token) && !/^\p{Nd}+$/u.test(token) && !isNumberWord(token);
}
