import { createReadStream } from "node:fs";
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
	if (kind === "video") return sendParts(exchange, core.renders.videoPath(name), "video/mp4");
	if (kind === "thumbnail") return sendParts(exchange, core.renders.thumbnailPath(name), "image/jpeg");
	throw new Refusal(404, "There is no such file.");
};

async function sendParts(exchange: Exchange, path: string, type: string): Promise<Response> {
	const size = await sizeOf(path);
	const part = readRange(exchange.req.header("range"), size);
	const headers = { "Content-Type": type, "Accept-Ranges": "bytes", "Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff" };
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

async function sizeOf(path: string): Promise<number> {
	try {
		return (await stat(path)).size;
	} catch (error) {
		if (isMissing(error)) throw new Refusal(404, "There is no such file any more.");
		throw error;
	}
}
