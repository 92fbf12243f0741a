import { createReadStream, type Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { Refusal } from "../refusal.ts";
import { isMissing } from "../store/missing.ts";
import type { Exchange, Handler } from "./exchange.ts";
import { readRange } from "./range.ts";

const NAME = /^[0-9a-f]{64}$/;

/** A rendered clip or a thumbnail behind a signed link; parts of it for players that seek. */
export const sendFile: Handler = async (core, exchange) => {
	const { kind = "", name = "" } = exchange.req.param();
	core.signer.check(exchange.req.path, exchange.req.query());
	if (!NAME.test(name)) throw new Refusal(404, "There is no such file.");
	if (kind === "video") return sendParts(exchange, { path: core.renders.videoPath(name), type: "video/mp4", name });
	if (kind === "thumbnail") return sendParts(exchange, { path: core.renders.thumbnailPath(name), type: "image/jpeg", name });
	throw new Refusal(404, "There is no such file.");
};

async function sendParts(exchange: Exchange, { path, type, name }: { readonly path: string; readonly type: string; readonly name: string }): Promise<Response> {
	const { size, mtimeMs } = await aboutFile(path);
	// The name says what the file was made of; rendered again by another ffmpeg, its bytes may differ all the same.
	const tag = `"${name.slice(0, 32)}-${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;
	const part = readRange(isSame(exchange.req.header("if-range"), tag) ? exchange.req.header("range") : undefined, size);
	const about = { "Content-Type": type, "X-Content-Type-Options": "nosniff" };
	const headers = { ...about, "Accept-Ranges": "bytes", "Cache-Control": "private, no-store", ETag: tag };
	if (part === "unsatisfiable") {
		exchange.header("Content-Range", `bytes */${size}`);
		throw new Refusal(416, `The file has ${size} bytes.`);
	}
	if (part === "whole") return new Response(bodyOf(exchange, path), { headers: { ...headers, "Content-Length": `${size}` } });
	const { from, to } = part;
	const partial = { ...headers, "Content-Length": `${to - from + 1}`, "Content-Range": `bytes ${from}-${to}/${size}` };
	return new Response(bodyOf(exchange, path, { start: from, end: to }), { status: 206, headers: partial });
}

/** Nothing is opened for a HEAD request: nobody would read it to its end. */
function bodyOf(exchange: Exchange, path: string, part: { readonly start?: number; readonly end?: number } = {}): ReadableStream | null {
	if (exchange.req.method === "HEAD") return null;
	return Readable.toWeb(createReadStream(path, part)) as ReadableStream;
}

/** Parts are only for who has the beginning of the same bytes; dates are too coarse to say so (RFC 9110, 13.1.5). */
function isSame(ifRange: string | undefined, tag: string): boolean {
	return ifRange === undefined || ifRange.trim() === tag;
}

async function aboutFile(path: string): Promise<Stats> {
	try {
		return await stat(path);
	} catch (error) {
		if (isMissing(error)) throw new Refusal(404, "There is no such file any more.");
		throw error;
	}
}
