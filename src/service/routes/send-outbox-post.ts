import { dirname } from "node:path";
import { publicPost } from "../delivery/posts.ts";
import type { Handler } from "../http/exchange.ts";
import { accountIn, notThere, OUTBOX_CACHING, plainPath } from "../http/outbox-path.ts";
import { sendParts } from "../http/send-file.ts";
import { openFile } from "../media/open-file.ts";

const TYPES = new Map([
	["video.mp4", "video/mp4"],
	["thumbnail.jpg", "image/jpeg"],
	["thumbnail.png", "image/png"],
]);
const ID = /^[0-9A-Za-z]{1,64}$/;

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
	return sendParts(exchange, { open: () => openFile(path), type, caching: OUTBOX_CACHING });
};
