import { readFileSync, writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { STATUS_METRICS, WATCH_METRICS } from "../../src/metrics/catalogue.ts";
import type { Metric } from "../../src/metrics/exposition.ts";
import { PROCESS_METRICS } from "../../src/metrics/process.ts";
import { SERVICE_METRICS } from "../../src/service/http/metrics.ts";

type Metrics = Readonly<Record<string, Metric>>;
const PAGE = ".github/docs/metrics.md";
const FOLDER = "examples/monitoring";
const TABLES: Readonly<Record<string, Metrics>> = {
	"How things stand": STATUS_METRICS,
	"What happened": WATCH_METRICS,
	"The service": SERVICE_METRICS,
	"The process": PROCESS_METRICS,
};
const ALL: Metrics = Object.assign({}, ...Object.values(TABLES));
/** Labels that Prometheus adds, and the one of every histogram. */
const ADDED = ["instance", "job", "le"];

const documents = suite("documents of metrics");

for (const [heading, metrics] of Object.entries(TABLES))
	documents(`the table "${heading}" of ${PAGE} is what the code has`, () => {
		const text = readFileSync(PAGE, "utf8");
		const section = text.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
		const rows = section.split("\n").filter((line) => /^\| `/.test(line));
		const written = rows.map((row) => row.split("|").map((cell) => cell.trim()));
		const expected = Object.entries(metrics).map(([name, { type, labels, help }]) => [
			...["", `\`${name}\``, type, labels.map((label) => `\`${label}\``).join(", "), help, ""],
		]);
		if (process.env.UPDATE_GOLDEN) writeFileSync(PAGE, withTable(text, section, expected));
		assert.equal(written, expected);
	});

documents("names and labels are those of Prometheus", () => {
	for (const [name, { type, labels, help }] of Object.entries(ALL)) {
		assert.match(name, /^(showrun|process)(_[a-z]+)+$/);
		assert.is(name.endsWith("_total"), type === "counter", name);
		assert.not.match(name, /_(ms|milliseconds|minutes|hours|days|mb|percent)\b/);
		assert.match(help, /^[A-Z0-9].*\.$/);
		for (const label of labels)
			assert.ok(
				[
					...["campaign", "platform", "account", "kind", "status", "action", "outcome"],
					...["version", "state_format", "method", "code", "tenant", "queue", "process"],
				].includes(label),
				label,
			);
	}
});

const rules: readonly { readonly alert: string; readonly expr: string; readonly annotations: object }[] =
	parse(readFileSync(`${FOLDER}/alerts.yml`, "utf8")).groups[0].rules;
const panels: readonly {
	readonly title: string;
	readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}[] = JSON.parse(readFileSync(`${FOLDER}/dashboard.json`, "utf8")).panels;
const queries = [
	...rules.map(({ alert, expr, annotations }) => [alert, expr, JSON.stringify(annotations)] as const),
	...panels.flatMap(({ title, targets }) =>
		targets.map(({ expr, legendFormat }) => [title, expr, legendFormat] as const),
	),
];

for (const [at, [title, expr, text]] of queries.entries())
	documents(`query ${at + 1}, ${title}: every metric and label exists`, () => {
		const selectors = [...expr.matchAll(/(?<![\w"$])((?:showrun|process)_\w+|up)(?:\{([^}]*)\})?/g)];
		assert.ok(selectors.length > 0, expr);
		const labels = selectors.flatMap(([, name = "", matchers = ""]) => {
			const metric = metricOf(name);
			assert.ok(metric !== undefined, name);
			for (const [label = ""] of matchers.matchAll(/\w+(?==|!)/g))
				assert.ok([...ADDED, ...metric.labels].includes(label), `${name} has no ${label}`);
			return metric.labels;
		});
		const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(", "));
		const shown = [...text.matchAll(/\{\{ ?(?:\$labels\.)?(\w+) ?\}\}/g)].map(([, name = ""]) => name);
		for (const label of [...grouped, ...shown])
			assert.ok([...ADDED, ...labels].includes(label), `${label} in ${title}`);
		for (const label of shown)
			assert.ok(grouped.length === 0 || grouped.includes(label), `${label} is summed away`);
	});

documents("each alert has cases of its own", () => {
	const { tests } = parse(readFileSync(`${FOLDER}/alerts.test.yml`, "utf8"));
	const cases: readonly { readonly alertname: string; readonly exp_alerts?: readonly object[] }[] =
		tests.flatMap(({ alert_rule_test }: { readonly alert_rule_test: readonly object[] }) => alert_rule_test);
	const names = (fires: boolean) => [
		...new Set(
			cases.filter((each) => (each.exp_alerts !== undefined) === fires).map((each) => each.alertname),
		),
	];
	const alerts = rules.map(({ alert }) => alert).sort();
	assert.equal([names(true).sort(), names(false).sort()], [alerts, alerts]);
});

documents.run();

/** `up` is made by Prometheus itself. */
function metricOf(name: string): Pick<Metric, "labels"> | undefined {
	if (name === "up") return { labels: [] };
	const part = /_(bucket|sum|count)$/;
	const metric = ALL[name] ?? ALL[name.replace(part, "")];
	return metric === undefined || part.test(name) !== (metric.type === "histogram") ? undefined : metric;
}

function withTable(text: string, section: string, rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
	const table = [
		line(["Metric", "Type", "Labels", "What it is"]),
		line(["---", "---", "---", "---"]),
		...rows.map((cells) => line(cells.slice(1, -1))),
	].join("\n");
	const before = section.replace(/\n(<!-- \w+ -->|\|[\s\S]*?)\n*$/, "");
	return text.replace(section, `${before.trimEnd()}\n\n${table}\n`);
}
