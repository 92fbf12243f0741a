import { versionOf } from "../delivery/transitions.ts";
import { answer, type Handler } from "../http/exchange.ts";
import { tagVersion } from "../http/if-match.ts";
import { foundPost, publishToWire } from "../tasks/publish-to-wire.ts";

/** The declared extension: one publishing task with what became of it for each account. */
export const readPublishTask: Handler = async (core, exchange) => {
	const task = await foundPost(core, exchange.req.param("id") ?? "");
	tagVersion(exchange, versionOf(task));
	return answer(exchange, await publishToWire(core, task));
};
