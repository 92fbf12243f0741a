import { joinWords } from "../transcript/sentences.ts";
import { hasRightToLeft } from "./scripts.ts";

/** Marks of direction: they take no room. */
const FROM_RIGHT = "\u202B";
const END = "\u202C";
const BARRIER = "\u200E";

export interface RowOptions {
	/** Whether the text that the row belongs to is read from right to left. */
	readonly fromRight: boolean;
	/** Puts something around a word. */
	readonly decorate?: (text: string, at: number) => string;
}

/**
 * The words of one row as a renderer has to be given them, decorated. Rows read from right to left are put
 * in the order they are seen in, word by word: renderers lay out what stands between two changes of look
 * by itself, and older ones do not.
 */
export function orderedRow(texts: readonly string[], { fromRight, decorate }: RowOptions): string {
	if (!fromRight || !hasRightToLeft(texts.join(" "))) return joinWords(texts, decorate);
	if (!decorate) return embedded(joinWords(texts));
	const seen = visualOrder(texts);
	return seen.map((at) => decorate(embedded(texts[at] ?? ""), at)).join(`${BARRIER} ${BARRIER}`);
}

/** Whether single words of a row may look otherwise: not where some among others are read the other way. */
export function canHighlight(texts: readonly string[], { fromRight }: RowOptions): boolean {
	return fromRight || !hasRightToLeft(texts.join(" "));
}

function embedded(text: string): string {
	return `${FROM_RIGHT}${text}${END}`;
}

/** From the last word to the first; words of the other direction that follow each other keep their order. */
function visualOrder(texts: readonly string[]): readonly number[] {
	const groups: number[][] = [];
	texts.forEach((text, at) => {
		const last = groups.at(-1);
		if (last && isOther(text) && isOther(texts[at - 1] ?? "")) last.push(at);
		else groups.push([at]);
	});
	return groups.reverse().flat();
}

function isOther(text: string): boolean {
	return /\p{L}/u.test(text) && !hasRightToLeft(text);
}
