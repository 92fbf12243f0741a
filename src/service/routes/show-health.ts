import type { Core } from "../core.ts";
import { spaceShortage } from "../free-space.ts";
import type { Handler } from "../http/exchange.ts";

/** The process answers: anything else only a restart would help. Needs no key, and tells nothing else. */
export const showHealth: Handler = (_, exchange) => exchange.json({ status: "ok" });

/** Whether something new is taken, and why not. Needs no key: it names neither folders nor clients. */
export const showReadiness: Handler = async (core, exchange) => {
	const why = await obstacle(core);
	if (why !== "") return exchange.json({ status: "not ready", why }, 503);
	const { size } = core.unopened;
	// The others are served: a proxy in front must not take all of them away.
	const unserved = size === 0 ? "" : `${size} of the tenants cannot be opened: the log says why.`;
	return exchange.json({ status: "ready", why: unserved });
};

async function obstacle({ options, workers }: Core): Promise<string> {
	if (workers === undefined) return "This service was opened for reading only.";
	const stuck = workers.jobs.stuckTasks();
	if (stuck > 0) return `${stuck} tasks stand still: their outcome could not be written.`;
	return (await spaceShortage(options)) ?? "";
}
