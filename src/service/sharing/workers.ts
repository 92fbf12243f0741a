import type { Core, Workers } from "../core.ts";
import type { DeliveryContext } from "../delivery/context.ts";
import { openLanes } from "../delivery/lanes.ts";
import { changeAsAsked } from "../delivery/take-back.ts";
import { cancelledTask } from "../jobs/task-changes.ts";
import type { Work } from "../work.ts";
import type { Lead } from "./lead.ts";
import { forget, type KeptNews, readNews, tell } from "./news.ts";
import { countRunning, type UnderWay } from "./under-way.ts";

/** One of several processes, of which one works. */
export interface Sharing {
	readonly core: Core;
	readonly lead: () => Lead;
	readonly underWay: UnderWay;
	/** To change posts with, whoever works. */
	readonly context: DeliveryContext;
}

/** What requests need of the workers, whichever process these are in: they are told in the store. */
export function sharedWorkers({ core, lead, underWay, context }: Sharing): Omit<Workers, "newId"> {
	const { store, tasks } = core;
	const work = () => lead().work();
	const mover = moverOf(core, context);
	return {
		jobs: {
			take: ({ kind, id }) => tell(store, { kind, id }),
			open: () => work()?.jobs.running() ?? 0,
			running: () => countRunning(store),
			progress: (id) => work()?.jobs.progress(id) ?? underWay.now().shares[id],
			stuck: (id) => work()?.jobs.stuck(id) ?? underWay.now().stuck[id],
			stuckTasks: () => work()?.jobs.stuckTasks() ?? 0,
			cancel: ({ kind, id }) =>
				store.together(async () => {
					const task = await tasks[kind].change(id, cancelledTask);
					await tell(store, { kind, id });
					return task;
				}),
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

/** Takes what other processes told, and says what is under way here. */
export async function lookAtNews(
	{ core, underWay }: Pick<Sharing, "core" | "underWay">,
	work: Work | undefined,
): Promise<void> {
	if (work === undefined) return underWay.refresh();
	const news = await readNews(core.store);
	for (const each of news) await takeNews(core, work, each);
	await underWay.publish(work.jobs.underWay());
	// Until then a task is counted by what was told of it.
	for (const each of news) await forget(core.store, each);
}

async function takeNews({ tasks, publishes }: Core, work: Work, { kind, id }: KeptNews): Promise<void> {
	if (kind === "event") return work.webhooks.take(id);
	if (kind === "post") {
		const post = await publishes.get(id);
		if (post !== undefined) work.deliveries.take(post);
		return;
	}
	const task = await tasks[kind]?.get(id);
	if (task !== undefined) work.jobs.take(task);
}
