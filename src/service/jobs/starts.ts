import { AwayFault } from "../store/fault.ts";
import type { TaskRecord } from "../store/shapes.ts";
import type { JobContext } from "./context.ts";
import { CrashedFault } from "./crashed-fault.ts";
import { changeOpen } from "./task-changes.ts";

/** So often the process may die over a task before anything of it is done. */
const MOST_STARTS = 20;
/** From then on a task is worked on beside no other such one: only what ends the process counts on. */
const SUSPECT = 3;

/** Whether the process died over this task, or one beside it, again and again. */
export function isSuspect({ starts = 0 }: TaskRecord): boolean {
	return starts >= SUSPECT;
}

/** Those first that the process died over least often: whoever ends it every time keeps nobody waiting. */
export function byStarts(a: TaskRecord, b: TaskRecord): number {
	return (a.starts ?? 0) - (b.starts ?? 0) || (a.id < b.id ? -1 : 1);
}

/** The task once something of it is done. */
export function goingOn({ starts: _, ...task }: TaskRecord): TaskRecord {
	return task;
}

/**
 * Works on a task, and records before that it did: where the process dies meanwhile, nobody else can. Throws
 * `CrashedFault` for a task that it died over too often.
 */
export async function countingStarts(
	context: JobContext,
	{ kind, id }: TaskRecord,
	{ signal, work }: { readonly signal: AbortSignal; readonly work: () => Promise<void> },
): Promise<void> {
	signal.throwIfAborted();
	const { starts = 0 } = await changeOpen(context, { kind, id }, (before) => ({
		...before,
		starts: (before.starts ?? 0) + 1,
	}));
	if (starts > MOST_STARTS) throw new CrashedFault(MOST_STARTS);
	try {
		await work();
	} catch (error) {
		// A service that is ended in order did not die, nor one that waits for others.
		if (signal.aborted || error instanceof AwayFault) await changeOpen(context, { kind, id }, oneLess);
		throw error;
	}
}

function oneLess(task: TaskRecord): TaskRecord {
	const { starts = 0, ...rest } = task;
	return starts > 1 ? { ...rest, starts: starts - 1 } : rest;
}
