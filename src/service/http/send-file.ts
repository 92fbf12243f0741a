import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { Refusal } from "../refusal.ts";
import { type Conditions, isKnown, rangeFits, type Version } from "./conditions.ts";
import type { Exchange } from "./context.ts";
import { type Part, readRange } from "./range.ts";

/** A file and how it is sent. */
export interface Sendable {
	readonly path: string;
	/** Its media type. */
	readonly type: string;
	/** Value of `Cache-Control`. */
	readonly caching: string;
}

/** Never through a link, and never waiting for the other end of a pipe. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const MISSING = ["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "ENXIO", "EMLINK"];

/**
 * Sends a file, a part of it for players that seek, or word that the client has it already. Throws `Refusal`
 * 404 and 416.
 */
export async function sendParts(exchange: Exchange, file: Sendable): Promise<Response> {
	const handle = await openFile(file.path);
	try {
		// What is opened stays the same file, even when another takes its name meanwhile.
		const { size, version } = await lookAt(handle);
		const headers = headersOf(file, version);
		if (isKnown(conditionsOf(exchange), version))
			return await ended(handle, new Response(null, { status: 304, headers }));
		const part = partOf(exchange, { size, version });
		if (part === "unsatisfiable") {
			exchange.header("Content-Range", `bytes */${size}`);
			throw new Refusal(416, `The file has ${size} bytes.`);
		}
		if (exchange.req.method === "HEAD")
			return await ended(
				handle,
				new Response(null, { headers: { ...headers, "Content-Length": `${size}` } }),
			);
		if (part === "whole")
			return new Response(bodyOf(handle, undefined), {
				headers: { ...headers, "Content-Length": `${size}` },
			});
		const { from, to } = part;
		const partial = {
			...headers,
			"Content-Length": `${to - from + 1}`,
			"Content-Range": `bytes ${from}-${to}/${size}`,
		};
		return new Response(bodyOf(handle, part), { status: 206, headers: partial });
	} catch (error) {
		await handle.close();
		throw error;
	}
}

async function openFile(path: string): Promise<FileHandle> {
	try {
		return await open(path, FLAGS);
	} catch (error) {
		if (error instanceof Error && "code" in error && MISSING.includes(String(error.code)))
			throw new Refusal(404, "There is no such file any more.");
		throw error;
	}
}

async function lookAt(handle: FileHandle): Promise<{ readonly size: number; readonly version: Version }> {
	const found = await handle.stat({ bigint: true });
	if (!found.isFile()) throw new Refusal(404, "There is no such file.");
	const changedAt = Number(found.mtimeNs / 1_000_000_000n) * 1_000;
	return {
		size: Number(found.size),
		version: { tag: `"${found.size.toString(36)}-${found.mtimeNs.toString(36)}"`, changedAt },
	};
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

async function ended(handle: FileHandle, response: Response): Promise<Response> {
	await handle.close();
	return response;
}

/** The handle closes with the stream. */
function bodyOf(handle: FileHandle, part: Part | undefined): ReadableStream {
	return Readable.toWeb(
		handle.createReadStream(part && { start: part.from, end: part.to }),
	) as ReadableStream;
}
