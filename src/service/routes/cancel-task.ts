import { type Core, workersOf } from "../core.ts";
import { answer, type Handler } from "../http/exchange.ts";
import { originOf } from "../http/origin.ts";
import type { TaskRecord } from "../store/shapes.ts";
import { foundTask } from "../tasks/read-task.ts";
import { taskToWire } from "../tasks/task-to-wire.ts";

/** Extension: ends a clipping task that is not final. Doing so again changes nothing. */
export const cancelClippingTask: Handler = (core, exchange) => cancelTask(core, exchange, "clipping");

/** The same for one that looks for moments. */
export const cancelMoments: Handler = (core, exchange) => cancelTask(core, exchange, "moments");

/** The same for an export of existing clips. */
export const cancelExport: Handler = (core, exchange) => cancelTask(core, exchange, "export");

async function cancelTask(
	core: Core,
	exchange: Parameters<Handler>[1],
	kind: TaskRecord["kind"],
): Promise<Response> {
	const { jobs } = workersOf(core);
	const task = await jobs.cancel(await foundTask(core, kind, exchange.req.param("id") ?? ""));
	return answer(exchange, await taskToWire(core, task, originOf(core, exchange)));
}
