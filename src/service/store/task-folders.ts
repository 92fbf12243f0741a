import type { Announce } from "./announce.ts";
import type { Records } from "./records.ts";
import type { TaskRecord } from "./shapes.ts";
import type { Store } from "./store.ts";

export const TASK_KINDS = [
	"clipping",
	"moments",
	"export",
	"transcript",
	"summary",
] as const satisfies readonly TaskRecord["kind"][];

/** The folders of the data folder that records of tasks are in, by kind. */
export const TASK_FOLDERS: Readonly<Record<TaskRecord["kind"], string>> = {
	clipping: "tasks",
	moments: "moments",
	export: "exports",
	transcript: "transcripts",
	summary: "summaries",
};

/** The records of tasks, by kind. */
export type TaskBooks = Readonly<Record<TaskRecord["kind"], Records<TaskRecord>>>;

/** Opens the records of tasks. */
export function openTasks(store: Store, announce?: Announce<TaskRecord>): TaskBooks {
	return forEachKind((folder) => store.records<TaskRecord>(folder, announce));
}

/** A value for each kind of task, made from its folder. */
export function forEachKind<Value>(
	make: (folder: string, kind: TaskRecord["kind"]) => Value,
): Readonly<Record<TaskRecord["kind"], Value>> {
	const of = (kind: TaskRecord["kind"]) => make(TASK_FOLDERS[kind], kind);
	return {
		clipping: of("clipping"),
		moments: of("moments"),
		export: of("export"),
		transcript: of("transcript"),
		summary: of("summary"),
	};
}
