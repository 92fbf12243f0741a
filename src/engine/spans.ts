/** A stretch of a source in whole milliseconds, end exclusive. */
export interface Span {
	readonly begin: number;
	readonly end: number;
}

/** The last of ordered spans that begins at or before a moment. */
export function lastFrom<Each extends Span>(spans: readonly Each[], at: number): Each | undefined {
	return spans[countFrom(spans, at) - 1];
}

/** Those of ordered spans, none overlapping another, that share time with a span. */
export function touching<Each extends Span>(spans: readonly Each[], { begin, end }: Span): readonly Each[] {
	const first = lastFrom(spans, begin);
	const from = countFrom(spans, begin) - (first && first.end > begin ? 1 : 0);
	return spans.slice(from, countFrom(spans, end - 1));
}

/** Time two spans share, in milliseconds. */
export function shared(a: Span, b: Span): number {
	return Math.max(0, Math.min(a.end, b.end) - Math.max(a.begin, b.begin));
}

/** How many of ordered spans begin at or before a moment. */
function countFrom(spans: readonly Span[], at: number): number {
	let low = 0;
	let high = spans.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((spans[middle]?.begin ?? 0) <= at) low = middle + 1;
		else high = middle;
	}
	return low;
}
