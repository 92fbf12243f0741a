import { channel } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { WireError } from "../../wire/messages.gen.ts";
import type { Core } from "../core.ts";
import { failureMessage } from "../failure-messages.ts";
import { Refusal, type RefusalStatus } from "../refusal.ts";
import { AwayFault } from "../store/fault.ts";
import type { Exchange } from "./context.ts";

export type Handler = (core: Core, exchange: Exchange) => Response | Promise<Response>;

const BODY_LIMIT = 1024 * 1024;
/** How long a body may take. */
export const BODY_MS = 10_000;
const NAMES: Readonly<Record<number, string>> = {
	400: "Bad Request",
	403: "Forbidden",
	404: "Not Found",
	405: "Method Not Allowed",
	408: "Request Timeout",
	409: "Conflict",
	410: "Gone",
	411: "Length Required",
	412: "Precondition Failed",
	413: "Content Too Large",
	416: "Range Not Satisfiable",
	422: "Unprocessable Content",
	428: "Precondition Required",
	429: "Too Many Requests",
	503: "Service Unavailable",
};

/** Name of the diagnostics channel that every JSON answer is published on; tests listen. */
export const ANSWERS = "showrun:service:answers";
const answers = channel(ANSWERS);

export interface PublishedAnswer {
	readonly method: string;
	readonly path: string;
	readonly status: number;
	readonly body: unknown;
}

/** A successful answer (interface 4): the result wrapped in `data`. */
export function answer<Data>(exchange: Exchange, data: Data): Response {
	publish(exchange, 200, { data });
	return exchange.json({ data });
}

/** What came so far of something that comes in parts: no redirect, although its status is elsewhere one. */
export function stillIncomplete<Data>(exchange: Exchange, data: Data): Response {
	publish(exchange, 308, { data });
	return exchange.json({ data }, 308);
}

/**
 * Any failure as the error body of service-facts. What is not a refusal may have been executed, and says so
 * by a 500, or by a 503 where the database or the media are away.
 */
export function answerError(core: Core, error: unknown, exchange: Exchange): Response {
	const status = statusOf(error);
	if (status === 503) exchange.header("Retry-After", AGAIN_S);
	const log = (text: string) => core.options.log?.(`request ${exchange.get("requestId") ?? ""}: ${text}`);
	const body: WireError = {
		timestamp: new Date(core.options.clock.now()).toISOString(),
		status,
		error: NAMES[status] ?? "Internal Server Error",
		message: failureMessage(error, log),
		path: exchange.req.path,
	};
	publish(exchange, status, body);
	return exchange.json(body, status);
}

/** When to ask again, in seconds. */
const AGAIN_S = "5";

function statusOf(error: unknown): RefusalStatus | 500 | 503 {
	if (error instanceof Refusal) return error.status;
	return error instanceof AwayFault ? 503 : 500;
}

function publish({ req: { method, path } }: Exchange, status: number, body: unknown): void {
	if (answers.hasSubscribers) answers.publish({ method, path, status, body } satisfies PublishedAnswer);
}

/**
 * The whole body, at most 1 MB. Throws `Refusal` 413, 408 when it takes too long, or 400 when it was cut off.
 */
export async function readBody(core: Core, exchange: Exchange): Promise<Buffer> {
	if (Number(exchange.req.header("content-length") ?? 0) > BODY_LIMIT) throw tooLarge();
	const limitMs = core.options.bodyMs ?? BODY_MS;
	const ended = new AbortController();
	const late = sleep(limitMs, undefined, { signal: ended.signal }).then(() => {
		exchange.header("Connection", "close");
		throw new Refusal(408, `The body took longer than ${limitMs / 1000} s.`);
	});
	const body = receive(exchange.env.incoming);
	try {
		return await Promise.race([body, late]);
	} finally {
		ended.abort();
		// Whichever was slower may still fail, and nobody waits for it.
		void Promise.allSettled([body, late]);
	}
}

async function receive(incoming: IncomingMessage): Promise<Buffer> {
	const pieces: Buffer[] = [];
	let size = 0;
	try {
		for await (const piece of incoming.iterator({ destroyOnReturn: false })) {
			size += piece.length;
			if (size > BODY_LIMIT) break;
			pieces.push(piece);
		}
	} catch {
		throw new Refusal(400, "The body was cut off.");
	}
	if (size > BODY_LIMIT) throw tooLarge();
	return Buffer.concat(pieces);
}

function tooLarge(): Refusal {
	return new Refusal(413, "The body is larger than 1 MB.");
}

/** The value a JSON body holds. Throws `Refusal` 400. */
export function parseJson(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString("utf8"));
	} catch {
		throw new Refusal(400, "The body is not valid JSON.");
	}
}
