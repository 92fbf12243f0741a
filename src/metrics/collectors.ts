import type { Sample } from "./exposition.ts";

type Labels = Sample["labels"];

/** Counts up, by labels. */
export interface Counter {
	add(labels: Labels, by?: number): void;
	samples(): readonly Sample[];
}

/** Counts values by upper bounds, by labels. */
export interface Histogram {
	observe(labels: Labels, value: number): void;
	samples(): readonly Sample[];
}

/** `known`: what is 0 from the start, so that the first increase is seen. */
export function openCounter(known: readonly Labels[] = []): Counter {
	const counts = new Map<string, { readonly labels: Labels; value: number }>();
	const add = (labels: Labels, by = 1) => {
		const key = JSON.stringify(labels);
		const found = counts.get(key) ?? { labels, value: 0 };
		found.value += by;
		counts.set(key, found);
	};
	for (const labels of known) add(labels, 0);
	return { add, samples: () => [...counts.values()].map(({ labels, value }) => ({ labels, value })) };
}

/** `bounds`: ascending, in the unit of the metric. Counts nothing at first. */
export function openHistogram(bounds: readonly number[], known: readonly Labels[] = []): Histogram {
	const series = new Map<string, Series>();
	const seriesOf = (labels: Labels) => {
		const key = JSON.stringify(labels);
		const found = series.get(key) ?? { labels, within: bounds.map(() => 0), count: 0, sum: 0 };
		series.set(key, found);
		return found;
	};
	for (const labels of known) seriesOf(labels);
	return {
		observe(labels, value) {
			const found = seriesOf(labels);
			for (const [at, bound] of bounds.entries())
				if (value <= bound) found.within[at] = (found.within[at] ?? 0) + 1;
			found.count += 1;
			found.sum += value;
		},
		samples: () => [...series.values()].flatMap((each) => samplesOf(each, bounds)),
	};
}

interface Series {
	readonly labels: Labels;
	/** How many were at most each bound. */
	readonly within: number[];
	count: number;
	sum: number;
}

function samplesOf({ labels, within, count, sum }: Series, bounds: readonly number[]): readonly Sample[] {
	const bucket = (le: string, value: number): Sample => ({
		part: "_bucket",
		labels: { ...labels, le },
		value,
	});
	return [
		...bounds.map((bound, at) => bucket(String(bound), within[at] ?? 0)),
		bucket("+Inf", count),
		{ part: "_sum", labels, value: sum },
		{ part: "_count", labels, value: count },
	];
}
