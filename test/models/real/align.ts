/** How a recognised text stands to the true one. */
export interface Alignment {
	/** Words put in, left out or replaced, as a share of the true words. */
	readonly errorRate: number;
	/** Places of the words that are the same, in both. */
	readonly same: readonly { readonly truth: number; readonly heard: number }[];
}

/** The cheapest way from the true words to the heard ones. */
export function aligned(truth: readonly string[], heard: readonly string[]): Alignment {
	const width = heard.length + 1;
	const costs = new Uint32Array((truth.length + 1) * width);
	const cost = (row: number, column: number) => costs[row * width + column] ?? 0;
	for (let row = 0; row <= truth.length; row += 1) {
		for (let column = 0; column < width; column += 1) {
			const kept =
				row > 0 && column > 0
					? cost(row - 1, column - 1) + Number(truth[row - 1] !== heard[column - 1])
					: Number.POSITIVE_INFINITY;
			const left = row > 0 ? cost(row - 1, column) + 1 : Number.POSITIVE_INFINITY;
			const put = column > 0 ? cost(row, column - 1) + 1 : Number.POSITIVE_INFINITY;
			costs[row * width + column] = row + column === 0 ? 0 : Math.min(kept, left, put);
		}
	}
	const same: { truth: number; heard: number }[] = [];
	let [row, column] = [truth.length, heard.length];
	while (row > 0 && column > 0) {
		if (truth[row - 1] === heard[column - 1] && cost(row, column) === cost(row - 1, column - 1))
			same.push({ truth: --row, heard: --column });
		else if (cost(row, column) === cost(row - 1, column - 1) + 1) [row, column] = [row - 1, column - 1];
		else if (cost(row, column) === cost(row - 1, column) + 1) row -= 1;
		else column -= 1;
	}
	return { errorRate: cost(truth.length, heard.length) / Math.max(1, truth.length), same: same.reverse() };
}

/** The words of a text as a recogniser says them: lower case, no marks. */
export function plainWords(text: string): readonly string[] {
	return (
		text
			.toLowerCase()
			.replace(/[’]/g, "'")
			.match(/[a-z0-9$%.,']*[a-z0-9%]/g)
			?.map((word) => word.replace(/^'+/, "")) ?? []
	);
}
