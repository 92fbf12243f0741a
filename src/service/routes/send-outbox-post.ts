import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { WIRE_PLATFORMS } from "../../wire/names.ts";
import type { Core } from "../core.ts";
import { FEED } from "../delivery/feed.ts";
import { publicPost } from "../delivery/posts.ts";
import type { Exchange } from "../http/context.ts";
import type { Handler } from "../http/exchange.ts";
import { sendParts } from "../http/send-file.ts";
import { Refusal } from "../refusal.ts";

/**
 * Posts and feeds change, so whoever keeps one asks whether it is still the same: one that became private is
 * gone at once.
 */
const CACHING = "public, no-cache";
const TYPES = new Map([
	["video.mp4", "video/mp4"],
	["thumbnail.jpg", "image/jpeg"],
]);
const ID = /^[0-9A-Za-z]{1,64}$/;

/**
 * The RSS feed of one account. Needs no key: feed readers have none, and nothing is in a feed but what is
 * public.
 */
export const sendFeed: Handler = async (core, exchange) => {
	const path = await plainPath(core, [...accountIn(exchange), FEED]);
	return sendParts(exchange, { path, type: "application/rss+xml; charset=utf-8", caching: CACHING });
};

/**
 * The video or the thumbnail of one public post. Anything else is not there, and nothing tells a private post
 * from none.
 */
export const sendPost: Handler = async (core, exchange) => {
	const account = accountIn(exchange);
	const { post = "", file = "" } = exchange.req.param();
	const type = TYPES.get(file);
	if (type === undefined || !ID.test(post)) throw notThere();
	const path = await plainPath(core, [...account, post, file]);
	if ((await publicPost(dirname(path))) === undefined) throw notThere();
	return sendParts(exchange, { path, type, caching: CACHING });
};

function accountIn(exchange: Exchange): readonly string[] {
	exchange.header("X-Content-Type-Options", "nosniff");
	const { platform = "", account = "" } = exchange.req.param();
	const platforms: readonly string[] = WIRE_PLATFORMS;
	const isName = account !== "" && !account.startsWith(".") && !/[/\\\0]/.test(account);
	if (!platforms.includes(platform) || !isName) throw notThere();
	return [platform, account];
}

/**
 * A path below the outbox, with links followed to the outbox but none below it: what everybody may read lies
 * in the outbox itself.
 */
async function plainPath(core: Core, parts: readonly string[]): Promise<string> {
	const path = join(await real(core.options.outbox), ...parts);
	if ((await real(path)) !== path) throw notThere();
	return path;
}

async function real(path: string): Promise<string> {
	return realpath(path).catch(() => {
		throw notThere();
	});
}

function notThere(): Refusal {
	return new Refusal(404, "There is no such feed or public post.");
}
