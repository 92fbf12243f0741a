import { stableUrl } from "../../model/stable-url.ts";
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

/** The task without the signatures and tokens of its address, which are kept only while they are needed. */
export function withoutSignature(task: TaskRecord): TaskRecord {
	return task.address === undefined ? task : { ...task, address: stableUrl(task.address) };
}
