import { suite } from "uvu";
import * as assert from "uvu/assert";
import { expositionOf } from "../../src/metrics/exposition.ts";
import { openCounters } from "../../src/service/http/counters.ts";
import { SERVICE_METRICS } from "../../src/service/http/metrics.ts";
import { submit, type World, withWorld } from "./world.ts";

const health = suite("health and metrics of the service");

function open(world: World, path: string, headers: Record<string, string> = {}): Promise<Response> {
	return fetch(`${world.service.url}${path}`, { headers });
}

health("/healthz and /readyz need no key", () =>
	withWorld({}, async (world) => {
		const answers = [await open(world, "/healthz"), await open(world, "/readyz")];
		assert.equal(await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()])), [
			[200, { status: "ok" }],
			[200, { status: "ready", why: "" }],
		]);
	}),
);

health("a service that takes nothing new for want of room is alive and not ready", () =>
	withWorld(
		{ minFreeBytes: 1e9, diskSpace: async () => ({ freeBytes: 1e8, totalBytes: 1e12 }) },
		async (world) => {
			assert.is((await open(world, "/healthz")).status, 200);
			const answer = await open(world, "/readyz");
			assert.is(answer.status, 503);
			assert.match(await answer.text(), /has 95 MiB free, and takes nothing new/);
		},
	),
);

health("/metrics needs the key and nothing else, and is what Prometheus reads", () =>
	withWorld({}, async (world) => {
		assert.is((await open(world, "/metrics")).status, 403);
		await submit(world);
		const authorization = `Bearer ${world.service.apiKey.reveal()}`;
		const answer = await open(world, "/metrics", { authorization });
		const text = await answer.text();
		assert.match(answer.headers.get("content-type") ?? "", "text/plain; version=0.0.4");
		assert.match(text, /^showrun_http_requests_total\{method="PUT",code="200"\} 1$/m);
		assert.match(text, /^showrun_http_requests_total\{method="GET",code="403"\} 1$/m);
		assert.match(text, /^showrun_http_request_duration_seconds_count [1-9]/m);
		assert.match(text, /^showrun_deliveries_open 0$/m);
		assert.match(text, /^process_resident_memory_bytes \d+$/m);
	}),
);

health("methods that clients invent are one, and buckets count all that is as fast", () => {
	const counters = openCounters();
	for (const [method, ms] of [
		["GET", 4],
		["BREW", 40],
		['X"\n', 40_000],
	] as const)
		counters.count({ method, status: 200, ms });
	const lines = expositionOf(SERVICE_METRICS, counters.samples())
		.split("\n")
		.filter((line) => !line.startsWith("#"));
	assert.equal(lines.slice(0, 2), [
		'showrun_http_requests_total{method="GET",code="200"} 1',
		'showrun_http_requests_total{method="other",code="200"} 2',
	]);
	const bucket = (bound: string) =>
		lines.find((line) => line.startsWith("showrun_http") && line.includes(`le="${bound}"`))?.split(" ")[1];
	assert.equal(["0.005", "0.025", "0.05", "10", "+Inf"].map(bucket), ["1", "1", "2", "2", "3"]);
});

health.run();
