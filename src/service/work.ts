import { StopFault } from "../model/fault.ts";
import { startCleanup } from "./cleanup/cleanup.ts";
import { completeConnections } from "./connections.ts";
import type { Core, Workers } from "./core.ts";
import { removeUnusedImages } from "./delivery/images.ts";
import { settleRestored } from "./delivery/restored.ts";
import { type DeliveryWorker, startDeliveries } from "./delivery/worker.ts";
import { type DeliveryParts, deliveryContext } from "./delivery-context.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { removeLeftovers } from "./leftovers.ts";
import { guarded } from "./store/books.ts";
import type { StoreLease } from "./store/lease.ts";
import { trimOf } from "./tenant-jobs.ts";
import { recordFinder } from "./webhooks/left.ts";
import type { Webhooks } from "./webhooks/webhooks.ts";

/** What is done for a tenant by one process at a time. */
export interface Work {
	readonly deliveries: DeliveryWorker;
	readonly webhooks: Webhooks;
	readonly lease: StoreLease;
	/** Aborts what is taken up again by whoever works next; resolves when it has stopped. */
	stop(): Promise<void>;
	/** Begins no delivery any more and waits for those under way, at most so many milliseconds. */
	close(waitMs: number): Promise<void>;
}

/** What a tenant's work is begun with. */
export interface WorkParts extends DeliveryParts {
	readonly core: Core;
	/** Everything that the workers write is written under it. */
	readonly lease: StoreLease;
	/** What works on tasks, where this process alone does that. */
	readonly jobs?: Jobs;
	/** Takes up what was left of tasks. */
	readonly resume: () => Promise<void>;
	readonly webhooks: Webhooks;
}

/** What another process may be making is written to at least this often. */
const UNTOUCHED_MS = 3_600_000;
const DAY_MS = 24 * UNTOUCHED_MS;

/** Takes up what a former process left, and works. Throws a `Fault` where a person is to be asked first. */
export async function beginWork(parts: WorkParts): Promise<Work> {
	const { core, count, webhooks } = parts;
	const { options, store } = core;
	await removeLeftovers(options, store.isShared ? UNTOUCHED_MS : 0);
	const work = openWork(parts);
	try {
		await settleRestored(core, count);
		await core.accounts.settle();
		await connectPrograms(core);
		await completeConnections(core);
		await removeUnusedImages(core.media, core.publishes, store.isShared ? DAY_MS : 0);
		webhooks.start(recordFinder(core));
		await parts.resume();
		await work.deliveries.resume();
		return withCleanup(parts, work);
	} catch (error) {
		await work.stop();
		await work.close(0);
		throw error;
	}
}

function openWork({ core, lease, jobs, webhooks, ...parts }: WorkParts): Work {
	const { publishes } = guarded(core, lease);
	const deliveries = startDeliveries({ ...deliveryContext(core, parts), publishes });
	return {
		...{ deliveries, webhooks, lease },
		stop: async () => void (await Promise.all([jobs?.close(), webhooks.close()])),
		close: (waitMs) => deliveries.close(waitMs),
	};
}

function withCleanup({ core, jobs, webhooks }: WorkParts, work: Work): Work {
	const cleanup = startCleanup({ core, work: { webhooks, trim: jobs?.trim ?? trimOf(core) } });
	return {
		...work,
		stop: async () => void (await Promise.all([cleanup.close(), work.stop()])),
	};
}

/** Its accounts stay connected: without the program their posts wait, and go nowhere else. */
async function connectPrograms({ accounts, options }: Core): Promise<void> {
	for (const { platform, username } of options.programs ?? []) {
		if ((await accounts.viaOf(accounts.idOf({ platform, username })))?.webhook !== undefined)
			throw new StopFault(`The settings declare a webhook for the account ${username} (${platform}).`, {
				remedy: "Delete it there (embedded.accounts), or leave the account to it.",
			});
		await accounts.connect({ platform, username, via: "program" }, options.clock.now());
	}
}

/** What requests need of work that this process alone does. */
export function ownWorkers({ deliveries, webhooks }: Work, jobs: Jobs): Omit<Workers, "newId"> {
	return {
		jobs: {
			...jobs,
			offer: async (task) => void jobs.take(task),
			progress: async (id) => jobs.progress(id),
			running: async () => jobs.running(),
			open: jobs.running,
		},
		deliveries: { ...deliveries, take: async (task) => deliveries.take(task) },
		...{ webhooks, isHere: () => true },
	};
}
