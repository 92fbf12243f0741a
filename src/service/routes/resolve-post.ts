import { defined } from "../../model/defined.ts";
import { readFields } from "../check/read-fields.ts";
import { type Resolution, resolved } from "../delivery/resolution.ts";
import { type Handler, parseJson, readBody } from "../http/exchange.ts";
import { changePost } from "../tasks/change-post.ts";

/** Extension: records what a person found of a post whose outcome is unknown. */
export const resolvePost: Handler = async (core, exchange) => {
	const resolution = readResolution(parseJson(await readBody(core, exchange)));
	const now = core.options.clock.now();
	return changePost(core, exchange, (task) => resolved(task, resolution, now));
};

/** Throws `Refusal` 422 with every wrong field named. */
function readResolution(body: unknown): Resolution {
	const fields = readFields("Resolution", body);
	fields.end();
	const { account_id = "", outcome = "not_posted", url } = fields.given;
	return defined({ accountId: account_id, outcome, url });
}
