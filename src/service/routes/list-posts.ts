import type { WirePublishPage } from "../../wire/messages.gen.ts";
import { WIRE_PUBLISH_STATUSES } from "../../wire/names.ts";
import { answer, type Handler } from "../http/exchange.ts";
import { namesQuery, pageOf, wholeQuery } from "../http/pages.ts";
import { publishToWire } from "../tasks/publish-to-wire.ts";

/** Extension: publishing tasks, newest first. */
export const listPosts: Handler = async (core, exchange) => {
	const statuses = namesQuery(exchange, "status", WIRE_PUBLISH_STATUSES);
	const since = wholeQuery(exchange, "since", { least: 0, most: Number.MAX_SAFE_INTEGER }) ?? 0;
	const account = exchange.req.query("account");
	const { entries, next_cursor } = await pageOf(
		exchange,
		core.publishes,
		({ status, createdAt, targets }) =>
			(statuses === undefined || statuses.includes(status)) &&
			createdAt >= since &&
			(account === undefined || targets.some(({ accountId }) => accountId === account)),
	);
	const tasks = await Promise.all(entries.map((task) => publishToWire(core, task)));
	return answer(exchange, { tasks, next_cursor } satisfies WirePublishPage);
};
