import { type Core, workersOf } from "../core.ts";
import type { Exchange } from "../http/context.ts";
import { isOwnClient } from "../http/guard.ts";
import { Refusal } from "../refusal.ts";
import type { TaskRecord } from "../store/shapes.ts";

/** Throws `Refusal` 429 where as many tasks run as may. */
export async function checkRunning(core: Core, exchange: Exchange): Promise<void> {
	const limit = core.options.limits?.runningTasks;
	if (limit === undefined || isOwnClient(core, exchange)) return;
	if ((await workersOf(core).jobs.running()) >= limit)
		throw new Refusal(429, `Too many running projects: at most ${limit} at a time.`);
}

/** What every new task has. */
export function freshTask(core: Core, id: string) {
	const createdAt = core.options.clock.now();
	return {
		format: 1,
		id,
		status: "CREATED",
		createdAt,
		expireAt: createdAt + core.options.resultLifetimeMs,
		ready: [],
	} as const;
}

/** Puts a task on disk and has it worked on. */
export async function startTask(core: Core, task: TaskRecord): Promise<void> {
	await core.tasks[task.kind].put(task);
	await workersOf(core).jobs.offer(task);
}
