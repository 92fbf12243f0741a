import { Hono } from "hono";
import { parseClipName } from "../../model/clip-name.ts";
import type { NamedClip } from "../port.ts";
import { same } from "../session/sessions.ts";
import type { FrontParts } from "./ask.ts";
import { signOf } from "./clip-links.ts";
import type { Env, Exchange } from "./context.ts";

/** The videos of clips, and pictures of them. */
export function mediaRoutes(parts: FrontParts): Hono<Env> {
	const routes = new Hono<Env>();
	routes.get("/media", (exchange) => sendMedia(exchange, parts));
	routes.get("/poster", (exchange) => sendPoster(exchange, parts));
	return routes;
}

/** The clip of a link of this session. Undefined: it is none. */
function clipOf(exchange: Exchange): NamedClip | undefined {
	const { video = "", moment = "", sign = "" } = exchange.req.query();
	if (!same(sign, signOf(exchange.get("session"), video, moment))) return undefined;
	const named = parseClipName(`${video}@${moment}`);
	return named?.moment && { video: named.video, moment: named.moment };
}

const CACHED = { "Cache-Control": "private, max-age=3600" };

async function sendMedia(exchange: Exchange, { front }: FrontParts): Promise<Response> {
	const clip = clipOf(exchange);
	if (clip === undefined) return exchange.text("Not a link of this page.\n", 403);
	const found = await front.media(clip, exchange.req.header("range"));
	if (!found) return exchange.text("There is no rendered file of this clip.\n", 404);
	return new Response(found.body, { status: found.status, headers: { ...found.headers, ...CACHED } });
}

/** In the place of a picture that is not there yet. */
const NO_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 16"/>';

async function sendPoster(exchange: Exchange, { front }: FrontParts): Promise<Response> {
	const clip = clipOf(exchange);
	if (clip === undefined) return exchange.text("Not a link of this page.\n", 403);
	const picture = await front.poster(clip, exchange.req.query("kept") === undefined ? "made" : "kept");
	if (picture === undefined) return exchange.body(NO_PICTURE, 200, { "Content-Type": "image/svg+xml" });
	return exchange.body(Uint8Array.from(picture), 200, { "Content-Type": "image/jpeg", ...CACHED });
}
