import { isFinal } from "../lifecycle.ts";
import { Refusal } from "../refusal.ts";
import type { TaskRecord } from "../store/shapes.ts";
import { withoutSignature } from "../store/sourced.ts";
import type { JobContext } from "./context.ts";

/** Ends a job whose task was cancelled meanwhile: nothing of it is recorded any more. */
export class TaskEnded extends Error {}

/** Changes the record of a task that is worked on. Throws `TaskEnded` where it is final by now. */
export function changeOpen(
	{ tasks }: Pick<JobContext, "tasks">,
	{ kind, id }: Pick<TaskRecord, "kind" | "id">,
	how: (before: TaskRecord) => TaskRecord,
): Promise<TaskRecord> {
	return tasks[kind].change(id, (before) => {
		if (isFinal(before.status)) throw new TaskEnded(`task ${id} is ${before.status}`);
		return how(before);
	});
}

/**
 * The task, never to be worked on again; the interface has no status of its own for that. The same task where
 * it was cancelled before. Throws `Refusal` 409 for one that has ended.
 */
export function cancelledTask(task: TaskRecord): TaskRecord {
	if (task.cancelled) return task;
	if (isFinal(task.status))
		throw new Refusal(409, `This task is ${task.status}: it can no longer be cancelled.`);
	const ended = {
		status: "FAILED",
		cancelled: true,
		error: "The task was cancelled.",
		costUsage: 0,
	} as const;
	return { ...withoutSignature(task), ...ended };
}
