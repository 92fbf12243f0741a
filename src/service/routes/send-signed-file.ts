import { imagePath } from "../delivery/images.ts";
import type { Handler } from "../http/exchange.ts";
import { sendParts } from "../http/send-file.ts";
import { Refusal } from "../refusal.ts";

const NAME = /^[0-9a-f]{64}$/;

/** Whoever has the link may read it once, so nobody in between may keep it. */
const CACHING = "private, no-store";

/** A rendered clip or a thumbnail behind a signed link. */
export const sendFile: Handler = async (core, exchange) => {
	const { kind = "", name = "" } = exchange.req.param();
	core.signer.check(exchange.req.path, exchange.req.query());
	if (!NAME.test(name)) throw new Refusal(404, "There is no such file.");
	if (kind === "video")
		return sendParts(exchange, { path: core.renders.videoPath(name), type: "video/mp4", caching: CACHING });
	if (kind === "thumbnail")
		return sendParts(exchange, {
			path: core.renders.thumbnailPath(name),
			type: "image/jpeg",
			caching: CACHING,
		});
	const extension = /^image-(jpg|png)$/.exec(kind)?.[1];
	if (extension !== undefined)
		return sendParts(exchange, {
			path: imagePath(core.options.data, { sha256: name, extension }),
			type: extension === "png" ? "image/png" : "image/jpeg",
			caching: CACHING,
		});
	throw new Refusal(404, "There is no such file.");
};
