import { diskSpaceOf } from "../../system/free-space.ts";
import type { Core } from "../core.ts";
import type { Handler } from "../http/exchange.ts";
import { metricLines, type Sample } from "../http/exposition.ts";

const TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** What is measured, for Prometheus. Needs a key: it tells how much is made and posted here. */
export const showMetrics: Handler = async (core) => {
	const lines = [...core.counters.lines(), ...workLines(core), ...(await diskLines(core)), ...processLines()];
	return new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": TYPE } });
};

function workLines({ workers }: Core): readonly string[] {
	if (workers === undefined) return [];
	const { jobs, deliveries } = workers;
	return [
		...gauge("showrun_tasks_open", "Tasks that are queued or under way.", jobs.running()),
		...gauge("showrun_tasks_stuck", "Tasks that stand still until a restart.", jobs.stuckTasks()),
		...gauge("showrun_deliveries_open", "Deliveries that wait or are under way.", deliveries.open()),
	];
}

async function diskLines({ options: { data, diskSpace = diskSpaceOf } }: Core): Promise<readonly string[]> {
	const space = await diskSpace(data).catch(() => undefined);
	if (space === undefined) return [];
	return gauge("showrun_disk_free_bytes", "Free space on the disk of the data folder.", space.freeBytes);
}

function processLines(): readonly string[] {
	const { user, system } = process.cpuUsage();
	const help = "User and system CPU time spent in seconds.";
	const cpu: Sample = ["", (user + system) / 1e6];
	return [
		...metricLines("process_cpu_seconds_total", "counter", { help, samples: [cpu] }),
		...gauge("process_resident_memory_bytes", "Resident memory size in bytes.", process.memoryUsage.rss()),
		...gauge(
			"process_start_time_seconds",
			"Start time of the process since unix epoch in seconds.",
			Math.round(Date.now() / 1000 - process.uptime()),
		),
	];
}

function gauge(name: string, help: string, value: number): readonly string[] {
	return metricLines(name, "gauge", { help, samples: [["", value]] });
}
