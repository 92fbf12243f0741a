import { defined } from "../../model/defined.ts";
import type { WireTaskPage, WireTaskSummary } from "../../wire/messages.gen.ts";
import { WIRE_TASK_STATUSES } from "../../wire/names.ts";
import type { Core } from "../core.ts";
import { answer, type Handler } from "../http/exchange.ts";
import { namesQuery, pageOf } from "../http/pages.ts";
import type { TaskRecord } from "../store/shapes.ts";
import { taskToWire } from "../tasks/task-to-wire.ts";

/** Extension: clipping tasks without their clips, newest first. */
export const listClippingTasks: Handler = (core, exchange) => listTasks(core, exchange, "clipping");

/** The same for exports of existing clips. */
export const listExports: Handler = (core, exchange) => listTasks(core, exchange, "export");

async function listTasks(
	core: Core,
	exchange: Parameters<Handler>[1],
	kind: TaskRecord["kind"],
): Promise<Response> {
	const statuses = namesQuery(exchange, "status", WIRE_TASK_STATUSES);
	const { entries, next_cursor } = await pageOf(
		exchange,
		core.tasks[kind],
		({ status }) => statuses === undefined || statuses.includes(status),
	);
	const tasks = await Promise.all(entries.map((task) => summaryOf(core, task)));
	return answer(exchange, { tasks, next_cursor } satisfies WireTaskPage);
}

async function summaryOf(core: Core, task: TaskRecord): Promise<WireTaskSummary> {
	const { id, name, status, error_message, cancelled, progress } = await taskToWire(
		core,
		{ ...task, ready: [] },
		"",
	);
	return defined({
		id,
		name,
		status,
		created_at: task.createdAt,
		expire_at: task.expireAt,
		cost_usage: task.costUsage ?? 0,
		error_message,
		cancelled,
		progress,
	});
}
