import { Hono } from "hono";
import type { Asset } from "./assets/assets.ts";
import { type FrontParts, passOn } from "./routes/ask.ts";
import { assetRoutes } from "./routes/assets.ts";
import { answerFault, answerNotThere, type Env } from "./routes/context.ts";
import { entranceRoutes, signOutRoutes, whoIsIn } from "./routes/entrance.ts";
import { liveRoutes } from "./routes/live.ts";
import { mediaRoutes } from "./routes/media.ts";
import { guard, type Reached } from "./session/guard.ts";

/**
 * What listens. It lets people in, sends files and says when something has changed; everything else is passed
 * on to who makes the pages. Everything but the entrance and the files it loads needs a session.
 */
export function pageApp(parts: FrontParts, assets: readonly Asset[], reached: Reached): Hono<Env> {
	const app = new Hono<Env>();
	app.use(guard(reached));
	app.onError((error, exchange) => answerFault(error, exchange, parts));
	app.notFound((exchange) => answerNotThere(exchange, parts));
	app.route("/", assetRoutes(assets));
	app.route("/", entranceRoutes(parts));
	const inside = new Hono<Env>();
	inside.use(whoIsIn(parts));
	for (const routes of [signOutRoutes, mediaRoutes, liveRoutes]) inside.route("/", routes(parts));
	inside.all("*", passOn(parts));
	app.route("/s/:key", inside);
	return app;
}
