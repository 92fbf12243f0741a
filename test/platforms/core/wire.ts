/** Reads requests from sockets and writes answers to them, whole or as broken as a fault wants. */
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "./answer.ts";

export interface ReadBody {
	readonly body: Buffer;
	/** False: the client broke off. */
	readonly whole: boolean;
}

/**
 * The body as soon as its last byte is here, whatever becomes of the connection then: a platform would
 * execute it too.
 */
export function readBody(request: IncomingMessage): Promise<ReadBody> {
	const length = Number(request.headers["content-length"] ?? Number.NaN);
	const pieces: Buffer[] = [];
	let size = 0;
	return new Promise((settle) => {
		const end = (whole: boolean) => settle({ body: Buffer.concat(pieces), whole });
		request.on("data", (piece: Buffer) => {
			pieces.push(piece);
			size += piece.length;
			if (size === length) end(true);
		});
		request.on("end", () => end(request.complete));
		request.on("error", () => end(false));
		request.on("close", () => end(request.complete));
	});
}

const PIECES = 20;

export interface Sending {
	readonly answer: Answer;
	/** The time the `Date` header shows. */
	readonly now: number;
	/** `cut`: half of it is sent, then the connection ends. A number: milliseconds that all of it takes. */
	readonly how?: "cut" | number;
}

export async function send(response: ServerResponse, { answer, now, how }: Sending): Promise<void> {
	const { status, headers, body } = answer;
	response.sendDate = false;
	const length = status === 204 || status === 304 ? {} : { "content-length": String(body.length) };
	const all = { date: new Date(now).toUTCString(), ...headers, ...length };
	if (how === undefined) return void response.writeHead(status, all).end(body);
	if (how === "cut") return cut(response, { answer, all });
	response.writeHead(status, all);
	response.flushHeaders();
	const size = Math.max(1, Math.ceil(body.length / PIECES));
	for (let at = 0; at < body.length && !response.destroyed; at += size) {
		await sleep(how / PIECES);
		response.write(body.subarray(at, at + size));
	}
	response.end();
}

/** An answer without a body is cut in its head. */
async function cut(
	response: ServerResponse,
	{ answer, all }: { readonly answer: Answer; readonly all: Readonly<Record<string, string>> },
): Promise<void> {
	const { status, body } = answer;
	const { socket } = response;
	if (body.length === 0) socket?.end(`HTTP/1.1 ${status} `);
	else {
		response.writeHead(status, all);
		response.write(body.subarray(0, Math.floor(body.length / 2)), () => socket?.end());
	}
	await gone(response);
}

export async function reset(response: ServerResponse): Promise<void> {
	response.socket?.resetAndDestroy();
	await gone(response);
}

/** Until the client gives up. */
export async function gone(response: ServerResponse): Promise<void> {
	if (!response.closed && !response.destroyed && response.socket?.destroyed === false)
		await once(response, "close");
}
