import { Readable } from "node:stream";
import type { OpenMedia } from "../media/media.ts";
import { Refusal } from "../refusal.ts";
import { type Conditions, isKnown, rangeFits, type Version } from "./conditions.ts";
import type { Exchange } from "./context.ts";
import { type Part, readRange } from "./range.ts";

/** A file and how it is sent. */
export interface Sendable {
	/** Undefined: it is not there. */
	readonly open: () => Promise<OpenMedia | undefined>;
	/** Its media type. */
	readonly type: string;
	/** Value of `Cache-Control`. */
	readonly caching: string;
}

/**
 * Sends a file, a part of it for players that seek, or word that the client has it already. Throws `Refusal`
 * 404 and 416.
 */
export async function sendParts(exchange: Exchange, file: Sendable): Promise<Response> {
	const opened = await file.open();
	if (opened === undefined) throw new Refusal(404, "There is no such file any more.");
	try {
		const { size, version } = opened;
		const headers = headersOf(file, version);
		if (isKnown(conditionsOf(exchange), version))
			return await ended(opened, new Response(null, { status: 304, headers }));
		const part = partOf(exchange, { size, version });
		if (part === "unsatisfiable") {
			exchange.header("Content-Range", `bytes */${size}`);
			throw new Refusal(416, `The file has ${size} bytes.`);
		}
		if (exchange.req.method === "HEAD")
			return await ended(
				opened,
				new Response(null, { headers: { ...headers, "Content-Length": `${size}` } }),
			);
		if (part === "whole")
			return new Response(bodyOf(opened, undefined), {
				headers: { ...headers, "Content-Length": `${size}` },
			});
		const { from, to } = part;
		const partial = {
			...headers,
			"Content-Length": `${to - from + 1}`,
			"Content-Range": `bytes ${from}-${to}/${size}`,
		};
		return new Response(bodyOf(opened, part), { status: 206, headers: partial });
	} catch (error) {
		await opened.close();
		throw error;
	}
}

function headersOf({ type, caching }: Sendable, { tag, changedAt }: Version): Record<string, string> {
	return {
		"Content-Type": type,
		"Accept-Ranges": "bytes",
		"Cache-Control": caching,
		ETag: tag,
		"Last-Modified": new Date(changedAt).toUTCString(),
		"X-Content-Type-Options": "nosniff",
	};
}

function conditionsOf({ req }: Exchange): Conditions {
	return {
		ifNoneMatch: req.header("if-none-match"),
		ifModifiedSince: req.header("if-modified-since"),
		ifRange: req.header("if-range"),
	};
}

/** A range is for GET alone (RFC 9110, 14.2), and for the version whose other parts the client has. */
function partOf(
	exchange: Exchange,
	{ size, version }: { readonly size: number; readonly version: Version },
): Part | "whole" | "unsatisfiable" {
	const counts = exchange.req.method === "GET" && rangeFits(conditionsOf(exchange), version);
	return readRange(counts ? exchange.req.header("range") : undefined, size);
}

async function ended(opened: OpenMedia, response: Response): Promise<Response> {
	await opened.close();
	return response;
}

function bodyOf(opened: OpenMedia, part: Part | undefined): ReadableStream {
	return Readable.toWeb(opened.body(part)) as ReadableStream;
}
