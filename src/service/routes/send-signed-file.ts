import type { Handler } from "../http/exchange.ts";
import { sendParts } from "../http/send-file.ts";
import { imageName, thumbnailName, videoName } from "../media/names.ts";
import { Refusal } from "../refusal.ts";

const NAME = /^[0-9a-f]{64}$/;

/** Whoever has the link may read it once, so nobody in between may keep it. */
const CACHING = "private, no-store";

/** A rendered clip or a thumbnail behind a signed link. */
export const sendFile: Handler = async (core, exchange) => {
	const { kind = "", name = "" } = exchange.req.param();
	core.signer.check(exchange.req.path, exchange.req.query());
	const file = NAME.test(name) ? fileOf(kind, name) : undefined;
	if (file === undefined) throw new Refusal(404, "There is no such file.");
	return sendParts(exchange, { open: () => core.media.open(file.name), type: file.type, caching: CACHING });
};

function fileOf(kind: string, name: string): { readonly name: string; readonly type: string } | undefined {
	if (kind === "video") return { name: videoName(name), type: "video/mp4" };
	if (kind === "thumbnail") return { name: thumbnailName(name), type: "image/jpeg" };
	const extension = /^image-(jpg|png)$/.exec(kind)?.[1];
	if (extension === undefined) return undefined;
	const type = extension === "png" ? "image/png" : "image/jpeg";
	return { name: imageName({ sha256: name, extension }), type };
}
