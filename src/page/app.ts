import { Hono } from "hono";
import { Fault } from "../model/fault.ts";
import type { Asset } from "./assets/assets.ts";
import { assetRoutes } from "./routes/assets.ts";
import { changeRoutes } from "./routes/changes.ts";
import { clipRoutes } from "./routes/clips.ts";
import { answerPlain, type Env, type Exchange, type PageParts } from "./routes/context.ts";
import { entranceRoutes, whoIsIn } from "./routes/entrance.ts";
import { liveRoutes } from "./routes/live.ts";
import { pageRoutes } from "./routes/pages.ts";
import { guard, type Reached } from "./session/guard.ts";
import { html } from "./views/html.ts";
import { sentences } from "./views/sentences.ts";

/** All routes of the page. Everything but the entrance and the files it loads needs a session. */
export function pageApp(parts: PageParts, assets: readonly Asset[], reached: Reached): Hono<Env> {
	const app = new Hono<Env>();
	app.use(guard(reached));
	app.onError((error, exchange) => failed(error, exchange, parts));
	app.notFound((exchange) =>
		answerPlain(exchange, parts, {
			title: "Not there",
			body: html`<p>There is no such page.</p>`,
			status: 404,
		}),
	);
	app.route("/", assetRoutes(assets));
	app.route("/", entranceRoutes(parts));
	const inside = new Hono<Env>();
	inside.use(whoIsIn(parts));
	for (const routes of [pageRoutes, clipRoutes, changeRoutes, liveRoutes]) inside.route("/", routes(parts));
	app.route("/s/:key", inside);
	return app;
}

/** A person looks at the answer, whatever goes wrong. */
function failed(error: Error, exchange: Exchange, parts: PageParts): Response | Promise<Response> {
	const isKnown = error instanceof Fault;
	if (!isKnown) parts.log(`${error.stack ?? error.message}\n`);
	const body = isKnown
		? html`<p>${sentences(error.message)}</p>${error.remedy !== undefined && html`<p class="fix">${sentences(error.remedy)}</p>`}`
		: html`<p>This is a bug of showrun; the terminal has the details. Nothing was changed by looking.</p>`;
	return answerPlain(exchange, parts, { title: "This did not work", body, status: 500 });
}
