import type { SourceVideo, TaskRecord } from "./shapes.ts";

/** A task whose source is here. */
export interface SourcedTask extends TaskRecord {
	readonly source: SourceVideo;
}

/** The task with its source, which every task has once it was analysed. A task without is a bug. */
export function sourced(task: TaskRecord): SourcedTask {
	const { source } = task;
	if (!source) throw new Error(`task ${task.id} has no source yet`);
	return { ...task, source };
}
