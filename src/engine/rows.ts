import { wordsJoined } from "./sentences.ts";

export interface RowLimits {
	/** Width of a text, and the most a row may have, in the same unit. */
	readonly width: (text: string) => number;
	readonly usable: number;
}

/** Steps between a row as wide as the average and one as wide as may be. */
const STEPS = 8;

/** Words in as few rows as they fit in, the rows about as wide as each other: renderers break lines at spaces only, and not every script writes them. */
export function rowsOf(texts: readonly string[], { width, usable }: RowLimits): readonly (readonly string[])[] {
	const filled = filledTo(texts, usable, width);
	const even = width(wordsJoined(texts)) / filled.length;
	for (let step = 0; step < STEPS; step += 1) {
		const rows = filledTo(texts, even + ((usable - even) * step) / STEPS, width);
		if (rows.length === filled.length) return rows;
	}
	return filled;
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
