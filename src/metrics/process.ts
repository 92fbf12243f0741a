import { type Metric, type Sample, sampleOf } from "./exposition.ts";

/** What every Prometheus client tells of its process, by the names that dashboards know. */
export const PROCESS_METRICS = {
	process_cpu_seconds_total: {
		type: "counter",
		help: "User and system CPU time spent in seconds.",
		labels: [],
	},
	process_resident_memory_bytes: { type: "gauge", help: "Resident memory size in bytes.", labels: [] },
	process_start_time_seconds: {
		type: "gauge",
		help: "Start time of the process since unix epoch in seconds.",
		labels: [],
	},
} as const satisfies Readonly<Record<string, Metric>>;

/** Of this process, now. */
export function processSamples(): Readonly<Record<keyof typeof PROCESS_METRICS, readonly Sample[]>> {
	const { user, system } = process.cpuUsage();
	return {
		process_cpu_seconds_total: sampleOf((user + system) / 1e6),
		process_resident_memory_bytes: sampleOf(process.memoryUsage.rss()),
		process_start_time_seconds: sampleOf(Math.round(Date.now() / 1000 - process.uptime())),
	};
}
