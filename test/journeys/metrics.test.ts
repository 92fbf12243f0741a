import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { STATUS_METRICS, WATCH_METRICS } from "../../src/metrics/catalogue.ts";
import type { Metric } from "../../src/metrics/exposition.ts";
import { PROCESS_METRICS } from "../../src/metrics/process.ts";
import { type Running, start, until } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { deliveredIn, renderedWorkspace, SETTINGS, video } from "./workspace.ts";

const TALK = video("talk", { seconds: 4 });
/** Only where a service limits requests, or counts the uploads of its app. */
const NOT_HERE = ["showrun_requests_left", "showrun_account_posts_left"];

/** Where a watch serves its metrics. */
async function metricsOf(running: Running): Promise<string> {
	await until(() => /"url":"[^"]+","msg":"metrics"/.test(running.said()), { running });
	return /"url":"([^"]+)","msg":"metrics"/.exec(running.said())?.[1] ?? "";
}

/** The names of an exposition with the labels of their series. */
function namesIn(text: string): Readonly<Record<string, readonly string[]>> {
	const names: Record<string, readonly string[]> = {};
	for (const [, name = ""] of text.matchAll(/^# TYPE (\w+) /gm)) {
		const series = new RegExp(`^${name}(?:_bucket|_sum|_count)?(?:\\{(.*)\\})? \\S+$`, "m").exec(text);
		const labels = [...(series?.[1] ?? "").matchAll(/(\w+)="/g)].map(([, label = ""]) => label);
		names[name] = labels.filter((label) => label !== "le");
	}
	return names;
}

const expected = (...catalogues: readonly Readonly<Record<string, Metric>>[]) =>
	Object.fromEntries(
		Object.entries(Object.assign({}, ...catalogues) as Record<string, Metric>)
			.filter(([name]) => !NOT_HERE.includes(name))
			.map(([name, { labels }]) => [name, labels]),
	);

const metrics = suite("showrun metrics");
metrics(
	"watch serves every metric with its labels, and a scraper that reads nothing holds nothing up",
	async () => {
		const cwd = renderedWorkspace(TALK, { "showrun.config.yaml": `${SETTINGS}daemon: { metrics: 1 }\n` });
		const running = start(["watch", "--metrics", "0"], { cwd });
		const url = await metricsOf(running);
		const slow = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
		slow.pause().write("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(50));
		const scrape = async () => (await fetch(url)).text();
		await until(async () => (await scrape()).includes('showrun_posts{campaign="talk",status="done"} 3'), {
			running,
		});
		const text = await scrape();
		slow.destroy();
		running.kill("SIGTERM");
		assert.is((await running.ended).code, 0);
		assert.is(deliveredIn(cwd).length, 3);
		assert.equal(namesIn(text), expected(STATUS_METRICS, WATCH_METRICS, PROCESS_METRICS));
		for (const line of [
			'showrun_actions_total{action="submit",outcome="done"} 1',
			'showrun_actions_total{action="publish",outcome="done"} 3',
			'showrun_task_duration_seconds_count{kind="video"} 1',
			'showrun_account_token_valid{platform="youtube",account="acme"} 1',
			"showrun_suspended 0",
		])
			assert.match(text, `${line}\n`);
	},
);
metrics("apply leaves a file for a collector, whole or not at all", async () => {
	const cwd = renderedWorkspace(TALK);
	const args = ["apply", "--auto-approve", "--metrics-file"];
	const done = await showrunWarm([...args, "showrun.prom"], { cwd });
	const text = readFileSync(join(cwd, "showrun.prom"), "utf8");
	const unwritten = await showrunWarm([...args, "talk.campaign.yaml/x.prom"], { cwd });
	assert.equal([done.code, unwritten.code], [0, 0]);
	assert.match(text, 'showrun_posts{campaign="talk",status="done"} 3\n');
	assert.match(text, /^showrun_last_successful_pass_timestamp_seconds \d+/m);
	assert.equal(
		Object.keys(namesIn(text)).filter((name) => !(name in STATUS_METRICS)),
		[],
	);
	assert.match(unwritten.err, /could not be written to talk\.campaign\.yaml\/x\.prom/);
});
metrics.run();
