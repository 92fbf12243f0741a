/** What a metric is, whoever measures it. Names follow Prometheus: base units, `_total` for counters. */
export interface Metric<Label extends string = string> {
	readonly type: "counter" | "gauge" | "histogram";
	readonly help: string;
	/** Each has few values: no ids, no titles. */
	readonly labels: readonly Label[];
}

/** One line of a metric. `part`: what follows the name in a histogram. */
export interface Sample {
	readonly part?: "_bucket" | "_sum" | "_count";
	readonly labels: Readonly<Record<string, string>>;
	readonly value: number;
}

/** The content type of the text format. */
export const TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

/** The text format of Prometheus 0.0.4. A metric without samples is not there. Pure. */
export function expositionOf(
	metrics: Readonly<Record<string, Metric>>,
	samples: Readonly<Record<string, readonly Sample[] | undefined>>,
): string {
	return Object.entries(metrics)
		.flatMap(([name, metric]) => linesOf(name, metric, samples[name] ?? []))
		.map((line) => `${line}\n`)
		.join("");
}

/** The only sample of a metric without labels; none where nothing is known. */
export function sampleOf(value: number | undefined): readonly Sample[] {
	return value === undefined ? [] : [{ labels: {}, value }];
}

function linesOf(name: string, { type, help }: Metric, samples: readonly Sample[]): readonly string[] {
	if (samples.length === 0) return [];
	const lines = samples.map(({ part = "", labels, value }) => `${name}${part}${labelsText(labels)} ${value}`);
	return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}

function labelsText(labels: Sample["labels"]): string {
	const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
	return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(text: string): string {
	return text.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
}
