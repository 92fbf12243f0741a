/** Inside of a character class: letters of scripts that write no spaces between words. */
export const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;

/** Scripts that put a space where others put a comma. */
const PHRASED = /^\s*[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Whether a text is in a script whose spaces part phrases, not words. */
export function isPhrased(text: string): boolean {
	return PHRASED.test(text);
}
