import type { MiddlewareHandler } from "hono";
import { ulid } from "ulid";
import { defined } from "../../model/defined.ts";
import type { Core } from "../core.ts";
import type { AnsweredRequest } from "../options.ts";
import type { Env, Exchange } from "./context.ts";
import { clientAddress } from "./origin.ts";

/** Clients may name their requests; anything else is no name. */
const NAME = /^[\w.-]{1,64}$/;
const REQUEST_ID = "X-Request-Id";

/** Gives each request an id, which its answer carries, and logs what became of it. */
export function requestLog(core: Core): MiddlewareHandler<Env> {
	const { requests, clock } = core.options;
	return async (exchange, next) => {
		const { method, path } = exchange.req;
		const named = exchange.req.header(REQUEST_ID) ?? "";
		const id = NAME.test(named) ? named : ulid();
		exchange.set("requestId", id);
		exchange.header(REQUEST_ID, id);
		const began = clock.monotonic();
		await next();
		const operation = exchange.req.header("idempotency-key")?.slice(0, 64);
		const ms = Math.round(clock.monotonic() - began);
		core.counters.count({ method, status: exchange.res.status, ms });
		const line: AnsweredRequest = { id, method, path, status: exchange.res.status, ms };
		requests?.({
			...line,
			...defined({ operation, client: clientAddress(core, exchange), key: keyName(exchange) }),
		});
	};
}

function keyName(exchange: Exchange): string | undefined {
	const key = exchange.get("key");
	return key && `${key.tenant}/${key.name}`;
}
