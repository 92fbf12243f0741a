import { answer, type Handler } from "../http/exchange.ts";
import { Refusal } from "../refusal.ts";
import { publishToWire } from "../tasks/publish-to-wire.ts";

/** The declared extension: one publishing task with what became of it for each account. */
export const readPublishTask: Handler = async (core, exchange) => {
	const task = await core.publishes.get(exchange.req.param("id") ?? "");
	if (!task) throw new Refusal(404, "There is no publishing task with this id.");
	return answer(exchange, publishToWire(task));
};
