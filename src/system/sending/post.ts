import type { ClientRequest, IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import { defined } from "../../model/defined.ts";
import { connectTo } from "../connect.ts";
import { type SendAttempt, type StreamedBody, withLastByteHeld } from "./last-byte.ts";

/** One write. */
export interface PostRequest {
	/** Absent: POST. */
	readonly method?: "PUT";
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	readonly bytes: Buffer | StreamedBody;
	/** Resolves the name of the host. Absent: as the machine does. */
	readonly lookup?: LookupFunction;
}

/** Longest time to connect, in milliseconds. */
const CONNECT_MS = 10_000;
/** Largest headers of an answer, in bytes. */
const HEADERS_SIZE = 256 * 1024;

/**
 * Sends a write over a connection of its own, the last byte when `attempt` allows it, and gives its answer.
 * Interim answers (1xx), asked for or not, are passed over (RFC 9110 15.2), which undici does not do with
 * 100.
 */
export async function post(write: PostRequest, attempt: SendAttempt): Promise<IncomingMessage> {
	const { signal } = attempt.connection;
	try {
		const { request } = await import("node:http");
		const options = defined({ timeoutMs: CONNECT_MS, signal, lookup: write.lookup });
		const socket = await connectTo(write.url, options);
		const { host, pathname, search } = write.url;
		const asked = request({
			createConnection: () => socket,
			method: write.method ?? "POST",
			path: `${pathname}${search}`,
			headers: { host, ...write.headers, "content-length": String(write.bytes.length) },
			maxHeaderSize: HEADERS_SIZE,
			insecureHTTPParser: false,
		});
		// Given the signal, it would make an error of its own for each connection that ends well.
		const stop = () => asked.destroy(attempt.read.isOver ? undefined : signal.reason);
		if (signal.aborted) stop();
		else signal.addEventListener("abort", stop, { once: true });
		give(asked, write.bytes, attempt).catch((error: Error) => asked.destroy(error));
		return await answerOf(asked);
	} catch (cause) {
		throw signal.aborted ? signal.reason : cause;
	}
}

async function give(asked: ClientRequest, bytes: PostRequest["bytes"], attempt: SendAttempt): Promise<void> {
	const { over } = attempt;
	let goOn = () => {};
	// Of a connection that is gone nothing is heard any more.
	over.onEnd(() => goOn());
	for await (const piece of withLastByteHeld(bytes, attempt))
		await new Promise<void>((settle) => {
			goOn = settle;
			asked.write(piece, () => settle());
			if (over.isOver) settle();
		});
	asked.end();
}

function answerOf(asked: ClientRequest): Promise<IncomingMessage> {
	return new Promise((settle, reject) => {
		let isAnswered = false;
		asked.once("response", (response) => {
			isAnswered = true;
			// A body that ends with its connection is whole only where the connection ended well.
			asked.on("error", (error) => !response.complete && response.destroy(error));
			settle(response);
		});
		asked.on("error", (error) => reject(error.message === "socket hang up" ? closed() : error));
		asked.once("close", () => isAnswered || reject(closed()));
	});
}

function closed(): Error {
	return new Error("connection closed without a response");
}
