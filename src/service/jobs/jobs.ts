import pLimit from "p-limit";
import { logFailure } from "../failure-messages.ts";
import { isFinal } from "../lifecycle.ts";
import type { TaskRecord } from "../store/shapes.ts";
import { openTurns } from "./concurrency.ts";
import type { JobContext } from "./context.ts";
import { runTask } from "./run-task.ts";

/** The tasks being worked on, one after the other; videos are fetched meanwhile. */
export interface Jobs {
	/** Queues a task that is not final. Taking one twice does nothing. */
	take(task: TaskRecord): void;
	/** Takes up everything a former process left unfinished, oldest first. */
	resume(): Promise<void>;
	/** Share done of a task under way, 0 to 1. */
	progress(id: string): number | undefined;
	/** Why a task stands still until the next process takes it up; undefined: it does not. */
	stuck(id: string): string | undefined;
	/** How many tasks are queued or under way. */
	running(): number;
	/** Aborts what runs (it is taken up again by the next process) and resolves when it has stopped. */
	close(): Promise<void>;
}

const FETCHES_AT_ONCE = 3;

/** Opens an empty queue. */
export function openJobs(context: JobContext): Jobs {
	const closing = new AbortController();
	const oneAtATime = pLimit(1);
	const fetches = openTurns(FETCHES_AT_ONCE);
	const stuck = new Map<string, string>();
	const underWay = new Map<string, { share: number; readonly ended: Promise<void> }>();
	// In turn: no task is about to use what is removed.
	const trimmed = () =>
		oneAtATime(() => (closing.signal.aborted ? undefined : context.trim())).catch((error: unknown) =>
			logFailure(error, context.log),
		);
	const take = (task: TaskRecord) => {
		if (underWay.has(task.id) || isFinal(task.status) || closing.signal.aborted) return;
		const progress = (share: number) => {
			const job = underWay.get(task.id);
			if (job) job.share = share;
		};
		const ended = runTask(context, task, {
			signal: closing.signal,
			progress,
			turn: oneAtATime,
			fetchOnce: fetches.once,
		})
			.then((why) => void (why !== undefined && stuck.set(task.id, why)))
			.then(trimmed)
			.finally(() => underWay.delete(task.id));
		underWay.set(task.id, { share: 0, ended });
	};
	return {
		take,
		resume: async () => {
			await trimmed();
			const left = [...(await context.tasks.clipping.all()), ...(await context.tasks.export.all())].filter(
				(task) => !isFinal(task.status),
			);
			for (const task of left.sort((a, b) => (a.id < b.id ? -1 : 1))) take(task);
		},
		progress: (id) => underWay.get(id)?.share,
		stuck: (id) => stuck.get(id),
		running: () => underWay.size,
		close: async () => {
			closing.abort(new Error("the service is closing"));
			await Promise.all([...underWay.values()].map((job) => job.ended));
		},
	};
}
