import type { Span } from "../spans.ts";

interface HeardText extends Span {
	readonly text: string;
}

/** A word this far from where it was expected counts half. */
const FAR_MS = 6_000;

/**
 * Which of the expected words, by their numbers, are which of the heard ones: as many as possible, in order,
 * and near where they are expected.
 */
export function matchWords<Each extends HeardText>(
	expected: readonly { readonly text: string; readonly begin: number | undefined }[],
	heard: readonly Each[],
): ReadonlyMap<number, Each> {
	const width = heard.length + 1;
	const best = new Float64Array((expected.length + 1) * width);
	const value = (row: number, column: number) => best[row * width + column] ?? 0;
	const worth = (row: number, column: number) => {
		const [one, other] = [expected[row], heard[column]];
		if (!one || !other || one.text !== other.text) return 0;
		return 1 - 0.5 * Math.min(1, Math.abs((one.begin ?? other.begin) - other.begin) / FAR_MS);
	};
	for (let row = expected.length - 1; row >= 0; row -= 1) {
		for (let column = heard.length - 1; column >= 0; column -= 1) {
			const same = worth(row, column);
			best[row * width + column] = Math.max(
				value(row + 1, column),
				value(row, column + 1),
				same > 0 ? same + value(row + 1, column + 1) : 0,
			);
		}
	}
	const pairs = new Map<number, Each>();
	for (let [row, column] = [0, 0]; row < expected.length && column < heard.length; ) {
		const other = heard[column];
		const same = worth(row, column);
		if (other && same > 0 && value(row, column) === same + value(row + 1, column + 1)) {
			pairs.set(row, other);
			row += 1;
			column += 1;
		} else if (value(row, column) === value(row + 1, column)) row += 1;
		else column += 1;
	}
	return pairs;
}
