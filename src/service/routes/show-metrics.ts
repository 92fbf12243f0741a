import { expositionOf, type Sample, sampleOf, TEXT_FORMAT } from "../../metrics/exposition.ts";
import { PROCESS_METRICS, processSamples } from "../../metrics/process.ts";
import { diskSpaceOf } from "../../system/free-space.ts";
import type { Core, Workers } from "../core.ts";
import type { Handler } from "../http/exchange.ts";
import { SERVICE_METRICS } from "../http/metrics.ts";
import { readMembers } from "../sharing/members.ts";
import { type QueueLength, readQueues } from "../sharing/queues.ts";
import { FIRST_TENANT } from "../tenants/scopes.ts";

/** What is measured, for Prometheus. Needs a key: it tells how much is made and posted here. */
export const showMetrics: Handler = async (core) => {
	const { data, diskSpace = diskSpaceOf } = core.options;
	const space = await diskSpace(data).catch(() => undefined);
	const text = expositionOf(
		{ ...SERVICE_METRICS, ...PROCESS_METRICS },
		{
			...core.counters.samples(),
			...workSamples(core),
			...(await sharedSamples(core)),
			showrun_tenants_unopened: sampleOf(core.unopened.size),
			showrun_disk_free_bytes: sampleOf(space?.freeBytes),
			...processSamples(),
		},
	);
	return new Response(text, { headers: { "Content-Type": TEXT_FORMAT } });
};

/** Of a store that several processes share. */
async function sharedSamples({ store }: Core): Promise<Readonly<Record<string, readonly Sample[]>>> {
	if (!store.isShared) return {};
	const [queues, members, now] = await Promise.all([readQueues(store), readMembers(store), store.now()]);
	const byQueue = (read: (length: QueueLength) => number) =>
		queues.map((length) => ({ labels: { queue: length.queue }, value: read(length) }));
	return {
		showrun_queue_waiting: byQueue(({ waiting }) => waiting),
		showrun_queue_oldest_seconds: byQueue(({ since = now }) => Math.max(0, now - since) / 1_000),
		showrun_queue_processes: byQueue(
			({ queue }) => members.filter(({ queues: worked }) => worked.includes(queue)).length,
		),
		showrun_process_tasks: members
			.filter(({ queues: worked }) => worked.includes("tasks"))
			.map(({ host, pid, tasks }) => ({ labels: { process: `${host}/${pid}` }, value: tasks })),
	};
}

function workSamples({ workers, others }: Core): Readonly<Record<string, readonly Sample[]>> {
	if (workers === undefined) return {};
	const { jobs, deliveries } = workers;
	const byTenant = (read: (workers: Workers) => number) =>
		[[FIRST_TENANT, { workers }] as const, ...others].flatMap(([tenant, core]) =>
			core.workers ? [{ labels: { tenant }, value: read(core.workers) }] : [],
		);
	return {
		showrun_tasks_open: sampleOf(jobs.open()),
		showrun_tenant_tasks_open: byTenant((each) => each.jobs.open()),
		showrun_works: byTenant((each) => +each.isHere()),
		showrun_webhooks_sent_total: byTenant(({ webhooks }) => webhooks.counts().sent),
		showrun_webhooks_failed_total: byTenant(({ webhooks }) => webhooks.counts().failed),
		showrun_webhooks_waiting: byTenant(({ webhooks }) => webhooks.counts().waiting),
		showrun_webhooks_dead: byTenant(({ webhooks }) => webhooks.counts().dead),
		showrun_tasks_stuck: sampleOf(jobs.stuckTasks()),
		showrun_deliveries_open: sampleOf(deliveries.open()),
	};
}
