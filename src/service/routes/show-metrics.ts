import { expositionOf, type Sample, sampleOf, TEXT_FORMAT } from "../../metrics/exposition.ts";
import { PROCESS_METRICS, processSamples } from "../../metrics/process.ts";
import { diskSpaceOf } from "../../system/free-space.ts";
import type { Core, Workers } from "../core.ts";
import type { Handler } from "../http/exchange.ts";
import { SERVICE_METRICS } from "../http/metrics.ts";
import { type Member, readMembers } from "../sharing/members.ts";
import { type QueueLength, readQueues } from "../sharing/queues.ts";
import { StoreAwayFault } from "../store/fault.ts";
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
			// While the database is away, what this process knows is told all the more.
			...(await sharedSamples(core).catch(noneWhileAway)),
			showrun_tenants_unopened: sampleOf(core.unopened.size),
			showrun_disk_free_bytes: sampleOf(space?.freeBytes),
			...processSamples(),
		},
	);
	return new Response(text, { headers: { "Content-Type": TEXT_FORMAT } });
};

function noneWhileAway(error: unknown): Readonly<Record<string, readonly Sample[]>> {
	if (error instanceof StoreAwayFault) return {};
	throw error;
}

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
		showrun_process_tasks: tasksByProcess(members),
	};
}

/** Containers on the network of their host have its name, and all the same pid: one sample for them. */
function tasksByProcess(members: readonly Member[]): readonly Sample[] {
	const tasks = new Map<string, number>();
	for (const { host, pid, queues, ...member } of members) {
		const process = `${host}/${pid}`;
		if (queues.includes("tasks") || member.tasks > 0)
			tasks.set(process, (tasks.get(process) ?? 0) + member.tasks);
	}
	return [...tasks].map(([process, value]) => ({ labels: { process }, value }));
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
