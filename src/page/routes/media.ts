import { createHmac } from "node:crypto";
import { Hono } from "hono";
import { parseClipName } from "../../model/clip-name.ts";
import { type Session, same } from "../session/sessions.ts";
import type { FrontParts } from "./ask.ts";
import type { Env, Exchange } from "./context.ts";

/** The videos of clips. */
export function mediaRoutes(parts: FrontParts): Hono<Env> {
	const routes = new Hono<Env>();
	routes.get("/media", (exchange) => sendMedia(exchange, parts));
	return routes;
}

/** Only what a page of this session showed is sent. */
export function mediaSign({ secret }: Session, video: string, moment: string): string {
	return createHmac("sha256", secret).update(`${video}@${moment}`).digest("base64url");
}

async function sendMedia(exchange: Exchange, { front }: FrontParts): Promise<Response> {
	const { video = "", moment = "", sign = "" } = exchange.req.query();
	if (!same(sign, mediaSign(exchange.get("session"), video, moment)))
		return exchange.text("Not a link of this page.\n", 403);
	const named = parseClipName(`${video}@${moment}`);
	const found =
		named?.moment &&
		(await front.media({ video: named.video, moment: named.moment }, exchange.req.header("range")));
	if (!found) return exchange.text("There is no rendered file of this clip.\n", 404);
	return new Response(found.body, {
		status: found.status,
		headers: { ...found.headers, "Cache-Control": "private, max-age=3600" },
	});
}
