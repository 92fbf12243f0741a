import { setTimeout as sleep } from "node:timers/promises";
import type { Jobs } from "../jobs/jobs.ts";
import { StoreAwayFault } from "../store/fault.ts";
import { LOOK_MS, nextLook } from "./next-look.ts";
import type { OpenTask, SharedTasks } from "./shared-tasks.ts";

/** Tasks of one tenant, and what works on them here. */
export interface TenantTasks {
	readonly tasks: SharedTasks;
	readonly jobs: Jobs;
}

/** Takes tasks of all tenants, as long as there is room. */
export interface Taker {
	/** Takes none any more, waits so long for those under way, and gives back the rest. */
	close(waitMs: number): Promise<void>;
}

/** How long after something failed is looked again. Milliseconds. */
const FAILED_MS = 5_000;

/** How a process takes tasks. */
export interface TakerOptions {
	/** How many tasks. */
	readonly atOnce: number;
	/** Whether it takes any now. */
	readonly mayTake: () => boolean;
	readonly failed: (error: unknown) => void;
}

/** `tenants`: those there are now. */
export function openTaker(tenants: () => readonly TenantTasks[], options: TakerOptions): Taker {
	const { failed } = options;
	const closing = new AbortController();
	const ended = goOn(tenants, { ...options, signal: closing.signal });
	return {
		close: async (waitMs) => {
			closing.abort();
			await ended;
			const until = performance.now() + waitMs;
			while (hereOf(tenants()).length > 0 && performance.now() < until) {
				await lookAll(tenants()).catch(failed);
				await sleep(LOOK_MS);
			}
			await Promise.all(tenants().map(({ jobs, tasks }) => jobs.close().then(tasks.givenBack)));
		},
	};
}

interface Taking extends TakerOptions {
	readonly signal: AbortSignal;
}

async function goOn(
	tenants: () => readonly TenantTasks[],
	{ atOnce, mayTake, failed, signal }: Taking,
): Promise<void> {
	while (!signal.aborted) {
		await nextLook(signal);
		try {
			await lookAll(tenants());
			if (!signal.aborted && mayTake()) await takeAll(tenants(), atOnce);
		} catch (error) {
			// It comes back by itself, and says so elsewhere.
			if (error instanceof StoreAwayFault) continue;
			failed(error);
			await sleep(FAILED_MS, undefined, { signal }).catch(() => undefined);
		}
	}
}

async function lookAll(tenants: readonly TenantTasks[]): Promise<void> {
	for (const { tasks, jobs } of tenants) await tasks.look(jobs);
}

function hereOf(tenants: readonly TenantTasks[]): readonly OpenTask[] {
	return tenants.flatMap(({ tasks }) => tasks.here());
}

/** As many in express mode as may be, and as many others beside them. */
async function takeAll(tenants: readonly TenantTasks[], atOnce: number): Promise<void> {
	const hasRoom = (express: boolean) =>
		hereOf(tenants).filter(({ isExpress }) => isExpress === express).length < atOnce;
	if (!hasRoom(true) && !hasRoom(false)) return;
	const all = await Promise.all(tenants.map(async (each) => ({ ...each, ...(await each.tasks.waiting()) })));
	for (const express of [true, false]) {
		// What stands still here is for another process.
		const isForHere = ({ jobs }: TenantTasks, { id, isExpress }: OpenTask) =>
			isExpress === express && jobs.stuck(id) === undefined;
		const wanting = all.map((each) => ({ ...each, left: each.free.filter((task) => isForHere(each, task)) }));
		await takeFairly(wanting, () => hasRoom(express));
	}
}

interface Wanting extends TenantTasks {
	readonly left: OpenTask[];
	claimed: number;
}

/** One of each tenant at a time, first of the one of whose tasks the fewest are worked on, wherever. */
async function takeFairly(wanting: readonly Wanting[], hasRoom: () => boolean): Promise<void> {
	while (hasRoom()) {
		const [next] = wanting.filter(({ left }) => left.length > 0).sort((a, b) => a.claimed - b.claimed);
		const task = next?.left.shift();
		if (next === undefined || task === undefined) return;
		// Of one that another process took meanwhile nothing is known but that.
		await next.tasks.begin(next.jobs, task);
		next.claimed += 1;
	}
}
