import { FEED } from "../delivery/feed.ts";
import type { Handler } from "../http/exchange.ts";
import { accountIn, OUTBOX_CACHING, plainPath } from "../http/outbox-path.ts";
import { sendParts } from "../http/send-file.ts";
import { openFile } from "../media/open-file.ts";

/**
 * The RSS feed of one account. Needs no key: feed readers have none, and nothing is in a feed but what is
 * public.
 */
export const sendFeed: Handler = async (core, exchange) => {
	const path = await plainPath(core, [...accountIn(exchange), FEED]);
	return sendParts(exchange, {
		open: () => openFile(path),
		type: "application/rss+xml; charset=utf-8",
		caching: OUTBOX_CACHING,
	});
};
