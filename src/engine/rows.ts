import { wordsJoined } from "./sentences.ts";

export interface RowLimits {
	/** Width of a text, and the most a row may have, in the same unit. */
	readonly width: (text: string) => number;
	readonly usable: number;
}

/** Steps between a row as wide as the average and one as wide as may be. */
const STEPS = 8;
/** How much wider a row may be, in shares of what is usable, for one to end where a phrase does. */
const PHRASE = 0.2;

/** Words in as few rows as they fit in, the rows about as wide as each other: renderers break lines at spaces only, and not every script writes them. */
export function rowsOf(texts: readonly string[], { width, usable }: RowLimits): readonly (readonly string[])[] {
	const filled = filledTo(texts, usable, width);
	if (filled.length === 2) return inTwo(texts, { width, usable }) ?? filled;
	const even = width(wordsJoined(texts)) / filled.length;
	for (let step = 0; step < STEPS; step += 1) {
		const rows = filledTo(texts, even + ((usable - even) * step) / STEPS, width);
		if (rows.length === filled.length) return rows;
	}
	return filled;
}

/** As even as can be; a row that ends with a phrase may be a little shorter. */
function inTwo(texts: readonly string[], { width, usable }: RowLimits): readonly (readonly string[])[] | undefined {
	const choices = texts.slice(1).map((_, at) => {
		const rows = [texts.slice(0, at + 1), texts.slice(at + 1)];
		const widest = Math.max(...rows.map((row) => width(wordsJoined(row))));
		return { rows, widest, cost: widest - (/[\p{P}]["'”’»]?$/u.test(texts[at] ?? "") ? PHRASE * usable : 0) };
	});
	return choices.filter(({ widest }) => widest <= usable).sort((a, b) => a.cost - b.cost)[0]?.rows;
}

function filledTo(texts: readonly string[], most: number, width: RowLimits["width"]): readonly (readonly string[])[] {
	const rows: string[][] = [];
	for (const text of texts) {
		const row = rows.at(-1);
		if (row && width(wordsJoined([...row, text])) <= most) row.push(text);
		else rows.push([text]);
	}
	return rows;
}
