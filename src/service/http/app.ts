import { Hono } from "hono";
import { EXTENSIONS_HEADER } from "../../wire/names.ts";
import type { Core } from "../core.ts";
import { EXTENSIONS_LIST } from "../extensions.ts";
import type { Middleware } from "../options.ts";
import { Refusal } from "../refusal.ts";
import { ROUTES, type Route } from "../routes/routes.ts";
import { allows } from "../tenants/scopes.ts";
import type { Tenancy } from "../tenants/tenancy.ts";
import type { Env, Exchange } from "./context.ts";
import { answerError } from "./exchange.ts";
import { checkHeaders, checkHost, openRateLimit } from "./guard.ts";
import { requestLog } from "./request-log.ts";

/**
 * The whole service as one request handler: a known path, then a key, then the headers, then the request
 * itself.
 */
export function buildApp(tenancy: Tenancy): Hono<Env> {
	const app = new Hono<Env>();
	const core = tenancy.first;
	const countRequest = rateLimits();
	const { middleware = handleOnly } = core.options;
	app.onError((error, exchange) => answerError(core, error, exchange));
	app.notFound((exchange) => answerError(core, new Refusal(404, "There is nothing at this path."), exchange));
	app.use("*", requestLog(core));
	app.use("*", async (exchange, next) => {
		if (exchange.req.path.startsWith("/api/")) exchange.header(EXTENSIONS_HEADER, EXTENSIONS_LIST);
		checkHost(core, exchange);
		await next();
	});
	for (const route of ROUTES) {
		app.on(route.method, route.path, async (exchange) => {
			const asked = await whoseRequest(tenancy, route, exchange);
			return middleware(exchange, async () => {
				if (route.guard === "key") {
					countRequest(asked, exchange);
					checkHeaders(asked, exchange);
				}
				return route.handle(asked, exchange);
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

/** The tenant whose request it is, by what the route is guarded with. Throws `Refusal` 403. */
async function whoseRequest(tenancy: Tenancy, route: Route, exchange: Exchange): Promise<Core> {
	const { guard, scope } = route;
	if (guard === "key" || guard === "bearer") {
		const { core, key } = await tenancy.callerOf(exchange);
		if (key !== undefined) exchange.set("key", key);
		const isRight = key === undefined || allows(key.scopes, scope ?? "read");
		// What the whole service tells of itself is the first tenant's to know.
		if (isRight && (guard === "key" || core === tenancy.first)) return core;
		throw new Refusal(403, `This API key is not good for that: it needs the scope ${scope ?? "read"}.`);
	}
	if (guard === "state") return tenancy.ofState(exchange.req.query("state") ?? "");
	if (guard === "link") return tenancy.ofLink(exchange);
	const tenant = exchange.req.param("tenant");
	return tenant === undefined ? tenancy.first : tenancy.named(tenant);
}

/** Each tenant has a rate of its own. */
function rateLimits(): (core: Core, exchange: Exchange) => void {
	const limits = new WeakMap<Core, (exchange: Exchange) => void>();
	return (core, exchange) => {
		const limit = limits.get(core) ?? openRateLimit(core);
		limits.set(core, limit);
		limit(exchange);
	};
}

const handleOnly: Middleware = (_, handle) => handle();
