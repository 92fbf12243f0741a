import { defined } from "../../model/defined.ts";
import type { TaskRecord, Warning } from "./shapes.ts";

/** What is told about a task. Records of former versions hold sentences only. */
export function warningsOf({ warnings, notes }: Pick<TaskRecord, "warnings" | "notes">): readonly Warning[] {
	return warnings ?? notes.map((message) => ({ code: "other", message }));
}

/** The task with more to tell, each thing once. Its sentences alone stay for clients of 0.1.0. */
export function withWarnings(task: TaskRecord, more: readonly Warning[]): TaskRecord {
	return { ...task, ...warningFields([...warningsOf(task), ...more]) };
}

/** What a record holds of warnings. */
export function warningFields(given: readonly Warning[]): Required<Pick<TaskRecord, "warnings" | "notes">> {
	const unique = new Map(given.map((each) => [JSON.stringify([each.code, each.message, each.idx]), each]));
	return {
		warnings: [...unique.values()],
		notes: [...new Set(given.map(({ message }) => message))],
	};
}

/** Sentences of one kind, of one clip where `idx` is given. */
export function warningsFrom(
	code: Warning["code"],
	messages: readonly string[],
	idx?: number,
): readonly Warning[] {
	return messages.map((message) => defined({ code, message, idx }));
}
