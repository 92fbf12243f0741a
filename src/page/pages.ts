import { Hono } from "hono";
import { ASSET_PATHS } from "./assets/assets.ts";
import type { PageFront, PageSource } from "./port.ts";
import { changeRoutes } from "./routes/changes.ts";
import { clipRoutes } from "./routes/clips.ts";
import { answerFault, answerNotThere, type Env } from "./routes/context.ts";
import { pageRoutes } from "./routes/pages.ts";
import { openNotices } from "./session/notices.ts";

/** What pages are made from. */
export interface PagesOptions {
	readonly source: PageSource;
	readonly now: () => number;
	/** Hears of bugs. */
	readonly log: (text: string) => void;
}

/** Makes pages, and changes what their forms ask for; whoever asks was let in before. */
export function openPages({ source, now, log }: PagesOptions): PageFront["answer"] {
	const parts = { source, now, log, assets: ASSET_PATHS, notices: openNotices() };
	const routes = new Hono<Env>();
	routes.onError((error, exchange) => answerFault(error, exchange, parts));
	routes.notFound((exchange) => answerNotThere(exchange, parts));
	routes.use(async (exchange, next) => {
		exchange.set("session", exchange.env.session);
		await next();
	});
	for (const each of [pageRoutes, clipRoutes, changeRoutes]) routes.route("/", each(parts));
	return async ({ session, path, ...init }) => {
		const answer = await routes.fetch(new Request(`http://page${path}`, init), { session });
		return {
			status: answer.status,
			headers: Object.fromEntries(answer.headers),
			body: await answer.text(),
		};
	};
}
