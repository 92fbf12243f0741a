import { StopFault } from "../../model/fault.ts";
import type { Core } from "../core.ts";
import type { Exchange } from "../http/context.ts";
import { answer } from "../http/exchange.ts";
import { originOf } from "../http/origin.ts";
import { isFinal } from "../lifecycle.ts";
import { Refusal } from "../refusal.ts";
import type { TaskRecord } from "../store/shapes.ts";
import { taskToWire } from "./task-to-wire.ts";

/** A task, expired or not. Throws `Refusal` 404 where there is none. */
export async function foundTask(core: Core, kind: TaskRecord["kind"], id: string): Promise<TaskRecord> {
	const task = await core.tasks[kind].get(id);
	if (task) return task;
	throw new Refusal(404, `There is no ${kind} task with the id ${JSON.stringify(id.slice(0, 64))}.`);
}

/** A task whose clips can be exported and published, found ones or moments. Throws likewise. */
export async function readableProject(core: Core, id: string): Promise<TaskRecord> {
	const isMoments = (await core.tasks.moments.get(id)) !== undefined;
	return readableTask(core, isMoments ? "moments" : "clipping", id);
}

/** A task whose results can still be read. Throws `Refusal`: 404 when there is none, 410 past `expire_at`. */
export async function readableTask(core: Core, kind: TaskRecord["kind"], id: string): Promise<TaskRecord> {
	const task = await foundTask(core, kind, id);
	if (core.options.clock.now() > task.expireAt)
		throw new Refusal(410, `The results of this task expired on ${new Date(task.expireAt).toISOString()}.`);
	return task;
}

/** Nothing comes of a task before the service is started again. */
class StuckFault extends StopFault {}

/** Answers with a task and the clips made so far. */
export async function answerTask(
	core: Core,
	exchange: Exchange,
	kind: TaskRecord["kind"],
): Promise<Response> {
	const task = await goingTask(core, exchange, kind);
	return answer(exchange, await taskToWire(core, task, originOf(core, exchange)));
}

/** A task whose results can be read, and which goes on unless it is final. Throws `Refusal`, `StuckFault`. */
export async function goingTask(
	core: Core,
	exchange: Exchange,
	kind: TaskRecord["kind"],
): Promise<TaskRecord> {
	const task = await readableTask(core, kind, exchange.req.param("id") ?? "");
	const stuck = core.workers?.jobs.stuck(task.id);
	// Another process may have finished it.
	if (stuck !== undefined && !isFinal(task.status)) throw new StuckFault(stuck);
	return task;
}
