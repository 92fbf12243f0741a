import { joinWords } from "../transcript/sentences.ts";

export interface RowLimits {
	/** Width of a text, and the most a row may have, in the same unit. */
	readonly width: (text: string) => number;
	readonly usable: number;
}

/** Steps between a row as wide as the average and one as wide as may be. */
const STEPS = 8;
/** How much wider a row may be, in shares of what is usable, for one to end where a phrase does. */
const PHRASE = 0.2;
/** What a reader takes for one letter, its marks included. */
const LETTERS = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Words in as few rows as they fit in, the rows about as wide as each other: renderers break lines at spaces
 * only, and not every script writes them.
 */
export function rowsOf(
	texts: readonly string[],
	{ width, usable }: RowLimits,
): readonly (readonly string[])[] {
	const filled = filledTo(texts, usable, width);
	if (filled.length === 2) return inTwo(texts, { width, usable }) ?? filled;
	const even = width(joinWords(texts)) / filled.length;
	for (let step = 0; step < STEPS; step += 1) {
		const rows = filledTo(texts, even + ((usable - even) * step) / STEPS, width);
		if (rows.length === filled.length) return rows;
	}
	return filled;
}

/** As even as can be; a row that ends with a phrase may be a little shorter. */
function inTwo(
	texts: readonly string[],
	{ width, usable }: RowLimits,
): readonly (readonly string[])[] | undefined {
	const choices = texts.slice(1).map((_, at) => {
		const rows = [texts.slice(0, at + 1), texts.slice(at + 1)];
		const widest = Math.max(...rows.map((row) => width(joinWords(row))));
		return { rows, widest, cost: widest - (/[\p{P}]["'”’»]?$/u.test(texts[at] ?? "") ? PHRASE * usable : 0) };
	});
	return choices.filter(({ widest }) => widest <= usable).sort((a, b) => a.cost - b.cost)[0]?.rows;
}

/**
 * A word that is wider than a row even at its smallest (an address, say), in as many parts as it takes, all
 * about as wide.
 */
export function partsOf(word: string, { width, usable }: RowLimits): readonly string[] {
	const count = Math.ceil(width(word) / usable);
	if (count <= 1) return [word];
	const letters = [...LETTERS.segment(word)].map(({ segment }) => segment);
	const each = Math.ceil(letters.length / count);
	return Array.from({ length: Math.ceil(letters.length / each) }, (_, at) =>
		letters.slice(at * each, (at + 1) * each).join(""),
	);
}

function filledTo(
	texts: readonly string[],
	most: number,
	width: RowLimits["width"],
): readonly (readonly string[])[] {
	const rows: string[][] = [];
	for (const text of texts) {
		const row = rows.at(-1);
		if (row && width(joinWords([...row, text])) <= most) row.push(text);
		else rows.push([text]);
	}
	return rows;
}
