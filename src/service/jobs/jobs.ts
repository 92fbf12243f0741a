import pLimit, { type LimitFunction } from "p-limit";
import type { Cache } from "../cache/trim.ts";
import { logFailure } from "../failure-messages.ts";
import { isFinal } from "../lifecycle.ts";
import type { TaskRecord } from "../store/shapes.ts";
import { type Concurrency, limitConcurrency } from "./concurrency.ts";
import type { JobContext } from "./context.ts";
import { isExpress } from "./cost.ts";
import { openRemakes, type Remakes } from "./remake.ts";
import { runTask, type TaskRun } from "./run-task.ts";
import { byStarts, isSuspect } from "./starts.ts";
import { cancelledTask } from "./task-changes.ts";

/**
 * The tasks of a tenant. They are worked on one after the other, those in express mode beside the others and
 * with their steps first; videos are fetched meanwhile.
 */
export interface Jobs {
	/** Queues a task that is not final, once; resolves when it is worked on no more. */
	take(task: TaskRecord): Promise<void>;
	/** Ends the work on a task of which nothing can be written any more. */
	drop(id: string, why: Error): void;
	/** Takes up everything a former process left unfinished. */
	resume(): Promise<void>;
	/** Share done of a task under way, 0 to 1. */
	progress(id: string): number | undefined;
	/**
	 * Ends a task for good: durable before its work is aborted. Gives the task as it is then. Throws `Refusal`
	 * 409 for one that has ended.
	 */
	cancel(task: Pick<TaskRecord, "kind" | "id">): Promise<TaskRecord>;
	/** Why a task stands still until the next process takes it up; undefined: it does not. */
	stuck(id: string): string | undefined;
	/** How many tasks stand still until the next process takes them up. */
	stuckTasks(): number;
	/** Brings the cache back within its limits, once no task is about to use it. */
	trim(given: Pick<Cache, "behindMs">): Promise<void>;
	/** Renders a clip again that a task made and that is lost. */
	remake: Remakes["take"];
	/** How many tasks are queued or under way. */
	running(): number;
	/** Aborts what runs (it is taken up again by the next process) and resolves when it has stopped. */
	close(): Promise<void>;
}

const FETCHES_AT_ONCE = 3;

/** A task that is queued or under way. */
interface Job {
	share: number;
	readonly cancelling: AbortController;
	readonly ended: Promise<void>;
}

type Lane = "express" | "task";

/** What the jobs of one queue share. */
interface Queue {
	readonly context: JobContext;
	readonly closing: AbortController;
	readonly lanes: Readonly<Record<Lane, LimitFunction>>;
	readonly fetches: Concurrency;
	readonly jobs: Map<string, Job>;
	/** Why tasks stand still until the next process takes them up, by id. */
	readonly stuck: Map<string, string>;
}

/** Opens an empty queue. */
export function openJobs(context: JobContext): Jobs {
	const queue: Queue = {
		context,
		closing: new AbortController(),
		lanes: { express: pLimit(context.atOnce), task: pLimit(context.atOnce) },
		fetches: limitConcurrency(FETCHES_AT_ONCE),
		jobs: new Map(),
		stuck: new Map(),
	};
	const { jobs, closing } = queue;
	const remakes = openRemakes(context, closing.signal);
	return {
		remake: remakes.take,
		take: (task) => take(queue, task),
		resume: async () => {
			await trim(queue);
			for (const task of await unfinished(context)) void take(queue, task);
		},
		progress: (id) => jobs.get(id)?.share,
		drop: (id, why) => drop(queue, id, why),
		cancel: (task) => cancel(queue, task),
		stuck: (id) => queue.stuck.get(id),
		stuckTasks: () => queue.stuck.size,
		trim: (given) => trim(queue, given),
		running: () => [...jobs.values()].filter(({ cancelling }) => !cancelling.signal.aborted).length,
		close: async () => {
			closing.abort(new Error("the service is closing"));
			await Promise.all([...[...jobs.values()].map((job) => job.ended), remakes.ended()]);
		},
	};
}

function take(queue: Queue, task: TaskRecord): Promise<void> {
	const { context, closing, lanes, fetches, jobs, stuck } = queue;
	const before = jobs.get(task.id)?.ended;
	if (before !== undefined || isFinal(task.status) || closing.signal.aborted) return before ?? NOTHING;
	const progress = (share: number) => {
		const job = jobs.get(task.id);
		if (job) job.share = share;
	};
	const cancelling = new AbortController();
	const signal = AbortSignal.any([closing.signal, cancelling.signal]);
	const kind: Lane = isExpress(task) ? "express" : "task";
	const inTurn: TaskRun["inTurn"] = (work) =>
		isSuspect(task) ? context.suspects(() => lanes[kind](work)) : lanes[kind](work);
	const fetchOnce: TaskRun["fetchOnce"] = (address, fetch) =>
		fetches.runNamed(address, () => context.fetchAlone(address, fetch, signal));
	const run = { signal, progress, turn: () => ({ kind }), inTurn, fetchOnce };
	const ended = runTask(context, task, run)
		.then((why) => void (why !== undefined && stuck.set(task.id, why)))
		.then(() => trim(queue))
		.finally(() => jobs.delete(task.id));
	jobs.set(task.id, { share: 0, cancelling, ended });
	return ended;
}

const NOTHING = Promise.resolve();

async function cancel(queue: Queue, { kind, id }: Pick<TaskRecord, "kind" | "id">): Promise<TaskRecord> {
	const task = await queue.context.tasks[kind].change(id, cancelledTask);
	drop(queue, id, new Error("the task was cancelled"));
	return task;
}

function drop({ jobs, stuck }: Queue, id: string, why: Error): void {
	jobs.get(id)?.cancelling.abort(why);
	stuck.delete(id);
}

/** Waits for the tasks that run: no task is about to use what is removed. */
async function trim({ context, closing, lanes }: Queue, given: Pick<Cache, "behindMs"> = {}): Promise<void> {
	const work = () => (closing.signal.aborted ? undefined : context.trim(given));
	await lanes.task(() => lanes.express(work)).catch((error: unknown) => logFailure(error, context.log));
}

/** Tasks that a former process left open: those first that it did not die over, then the oldest. */
async function unfinished({ tasks }: JobContext): Promise<readonly TaskRecord[]> {
	const isOpen = ({ status }: TaskRecord) => !isFinal(status);
	const open = await Promise.all(Object.values(tasks).map((book) => book.current(isOpen)));
	return open.flat().sort(byStarts);
}
