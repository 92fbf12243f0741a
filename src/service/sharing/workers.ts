import type { Core, Workers } from "../core.ts";
import type { DeliveryContext } from "../delivery/context.ts";
import { openLanes } from "../delivery/lanes.ts";
import { changeAsAsked } from "../delivery/take-back.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { StoreAwayFault } from "../store/fault.ts";
import type { Work } from "../work.ts";
import type { Lead } from "./lead.ts";
import { forget, type News, readNews, tell } from "./news.ts";
import type { SharedTasks } from "./shared-tasks.ts";

/** One of several processes, of which one works. */
export interface Sharing {
	readonly core: Core;
	readonly lead: () => Lead;
	readonly tasks: SharedTasks;
	/** What works on tasks in this process. */
	readonly jobs: Jobs;
	/** To change posts with, whoever works. */
	readonly context: DeliveryContext;
}

/** What requests need of the workers, whichever process these are in: they are told in the store. */
export function sharedWorkers({ core, lead, tasks, jobs, context }: Sharing): Omit<Workers, "newId"> {
	const { store } = core;
	const work = () => lead().work();
	const mover = moverOf(core, context);
	return {
		jobs: {
			offer: (task) => tasks.offer(task),
			open: () => tasks.here().length,
			running: () => tasks.count(),
			progress: async (id) => jobs.progress(id) ?? tasks.progress(id),
			stuck: (id) => jobs.stuck(id),
			stuckTasks: () => jobs.stuckTasks(),
			cancel: (task) => tasks.cancel(task),
			remake: jobs.remake,
		},
		deliveries: {
			take: ({ id }) => tell(store, { kind: "post", id }),
			change: (id, change) => work()?.deliveries.change(id, change) ?? changeAsAsked(mover, id, change),
			open: () => work()?.deliveries.open() ?? 0,
			given: async (signal, waiting) => {
				await lead().look();
				await work()?.deliveries.given(signal, waiting);
			},
		},
		isHere: () => work() !== undefined,
		webhooks: { counts: () => work()?.webhooks.counts() ?? NONE },
	};
}

/** Changes posts for who does not work on them: what it writes is told with it. */
function moverOf({ store, publishes }: Core, context: DeliveryContext): Parameters<typeof changeAsAsked>[0] {
	const change: DeliveryContext["publishes"]["change"] = (id, how) =>
		store.together(async () => {
			const post = await publishes.change(id, how);
			await tell(store, { kind: "post", id });
			return post;
		});
	return {
		context: { ...context, publishes: { ...publishes, change } },
		laneOf: openLanes(),
		aborting: new AbortController().signal,
	};
}

const NONE = { sent: 0, failed: 0, waiting: 0, dead: 0 };

/** Takes what other processes told the one that works. `failed`: told of a record that cannot be read. */
export async function takeNews(
	{ store, publishes }: Core,
	work: Work | undefined,
	failed: (error: unknown) => void,
): Promise<void> {
	if (work === undefined) return;
	const told = await readNews(store);
	if (told.length === 0) return;
	const take = async ({ kind, id }: News) => {
		if (kind === "event") return work.webhooks.take(id);
		const post = await publishes.get(id);
		if (post !== undefined) work.deliveries.take(post);
	};
	for (const news of told)
		await take(news).catch((error: unknown) => {
			if (error instanceof StoreAwayFault) throw error;
			failed(error);
		});
	// Who was replaced and does not know it yet leaves them to its successor.
	await store.under(work.lease, async () => {
		for (const news of told) await forget(store, news);
	});
}
