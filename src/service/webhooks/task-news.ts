import { defined } from "../../model/defined.ts";
import type { WireTaskEventData } from "../../wire/messages.gen.ts";
import { isFinal } from "../lifecycle.ts";
import type { TaskRecord } from "../store/shapes.ts";
import { cleanText, type EventNews } from "./event.ts";

/** What a change of a task says to others. Pure. */
export function taskNews(before: TaskRecord | undefined, task: TaskRecord): readonly EventNews[] {
	const wasFinal = before !== undefined && isFinal(before.status);
	if (wasFinal || !isFinal(task.status)) return [];
	const { id, kind, name, status, createdAt, expireAt, error, ready } = task;
	const type = endOf(task);
	const data: WireTaskEventData = defined({
		task_id: id,
		kind,
		name: cleanText(name),
		status,
		created_at: createdAt,
		expire_at: expireAt,
		clips: type === "task.succeeded" && HAS_CLIPS[kind] ? ready.length : undefined,
		error_message: cleanText(error),
	});
	return [{ type, data: { ...data } }];
}

const HAS_CLIPS: Readonly<Record<TaskRecord["kind"], boolean>> = {
	clipping: true,
	moments: true,
	export: true,
	transcript: false,
	summary: false,
};

function endOf({ status, cancelled }: TaskRecord): EventNews["type"] {
	if (cancelled) return "task.cancelled";
	return status === "SUCCEEDED" ? "task.succeeded" : "task.failed";
}
