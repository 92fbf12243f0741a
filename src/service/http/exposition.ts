/** Labels as they stand between the braces, and the value. */
export type Sample = readonly [labels: string, value: number];

/** One metric in the text format of Prometheus 0.0.4. Without samples it is not there. */
export function metricLines(
	name: string,
	type: "counter" | "gauge",
	{ help, samples }: { readonly help: string; readonly samples: readonly Sample[] },
): readonly string[] {
	if (samples.length === 0) return [];
	const lines = samples.map(([labels, value]) => `${name}${labels === "" ? "" : `{${labels}}`} ${value}`);
	return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}

/** A histogram whose buckets count everything up to their bound. */
export function histogramLines(
	name: string,
	{
		help,
		buckets,
		count,
		sum,
	}: {
		readonly help: string;
		readonly buckets: readonly (readonly [bound: number, count: number])[];
		readonly count: number;
		readonly sum: number;
	},
): readonly string[] {
	return [
		`# HELP ${name} ${help}`,
		`# TYPE ${name} histogram`,
		...buckets.map(([bound, within]) => `${name}_bucket{le="${bound}"} ${within}`),
		`${name}_bucket{le="+Inf"} ${count}`,
		`${name}_sum ${sum}`,
		`${name}_count ${count}`,
	];
}

/** A text as the value of a label. */
export function escapeLabel(text: string): string {
	return text.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
}
