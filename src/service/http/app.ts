import { Hono } from "hono";
import { EXTENSIONS_HEADER } from "../../wire/names.ts";
import type { Core } from "../core.ts";
import { EXTENSIONS_LIST } from "../extensions.ts";
import type { Middleware } from "../options.ts";
import { Refusal } from "../refusal.ts";
import { ROUTES } from "../routes/routes.ts";
import type { Env } from "./context.ts";
import { answerError } from "./exchange.ts";
import { checkHeaders, checkHost, checkKey, openRateLimit } from "./guard.ts";
import { requestLog } from "./request-log.ts";

/**
 * The whole service as one request handler: a known path, then a key, then the headers, then the request
 * itself.
 */
export function buildApp(core: Core): Hono<Env> {
	const app = new Hono<Env>();
	const countRequest = openRateLimit(core);
	const { middleware = handleOnly } = core.options;
	app.onError((error, exchange) => answerError(core, error, exchange));
	app.notFound((exchange) => answerError(core, new Refusal(404, "There is nothing at this path."), exchange));
	app.use("*", requestLog(core));
	app.use("*", async (exchange, next) => {
		if (exchange.req.path.startsWith("/api/")) exchange.header(EXTENSIONS_HEADER, EXTENSIONS_LIST);
		checkHost(core, exchange);
		await next();
	});
	for (const { method, path, guard, handle } of ROUTES) {
		app.on(method, path, (exchange) => {
			if (guard === "key" || guard === "bearer") checkKey(core, exchange);
			return middleware(exchange, async () => {
				if (guard === "key") {
					countRequest(exchange);
					checkHeaders(core, exchange);
				}
				return handle(core, exchange);
			});
		});
	}
	for (const path of new Set(ROUTES.map((route) => route.path))) {
		const allowed = ROUTES.filter((route) => route.path === path)
			.map((route) => route.method)
			.sort();
		app.all(path, (exchange) => {
			exchange.header("Allow", allowed.join(", "));
			return answerError(core, new Refusal(405, `This path takes ${allowed.join(" and ")} only.`), exchange);
		});
	}
	return app;
}

const handleOnly: Middleware = (_, handle) => handle();
