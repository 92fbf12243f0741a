import type { Dispatcher } from "undici";
import { defined } from "../model/defined.ts";
import type { Clock } from "../system/clock.ts";
import { decoded } from "../system/decoded.ts";
import { httpClient } from "../system/http-client.ts";
import { backoff, pauseIn, untilAllowed } from "./backoff.ts";
import { type Connection, type Received, receive } from "./connection.ts";
import type { Declaration } from "./declaration.ts";
import type { Limiter } from "./rate-limit.ts";
import { readFault } from "./read-fault.ts";
import type { SkewMeter } from "./skew-meter.ts";
import { isSuccess } from "./verdicts.ts";

/** How often a read is tried. */
const TRIES = 6;
/**
 * A read waits for answers so many times the longest silence, all its tries together: one that drips must not
 * hold up whoever holds the lock.
 */
const LIMIT = 4;
/**
 * How long a service that was never reached is tried to connect to, in milliseconds: a wrong address should
 * not keep a person waiting.
 */
const CONTACT_MS = 8_000;
/** Longest Retry-After that a read waits out, in milliseconds; the caller decides about longer ones. */
const PATIENCE_MS = 120_000;
/** How much of an answer is kept, in bytes. */
const SIZE = { keep: 1 << 23, most: 1 << 23 };

/** A request that changes nothing that costs or shows, so it may be made again. */
export interface ReadRequest {
	readonly method: "GET" | "POST" | "PATCH";
	readonly path: string;
	readonly body?: string;
	/** The version that is changed: a repeated change finds another one. */
	readonly ifMatch?: string;
	readonly signal: AbortSignal;
}

/** What reading needs to know. */
export interface Reader {
	readonly connection: Connection;
	readonly headers: Readonly<Record<string, string>>;
	readonly limiter: Limiter;
	readonly clock: Clock;
	readonly skew: SkewMeter;
	readonly declaration: Declaration;
	readonly dispatcher: Dispatcher;
	/** Longest silence of the other end, and four times that for a whole answer, in milliseconds. */
	readonly timeoutMs: number;
	/** Whether anything was ever answered. */
	readonly contact: { made: boolean };
}

/**
 * Reads, with backoff for what passes. Gives the text of a 2xx. Throws `ReadFault`, `UnreachableFault` or the
 * signal's reason.
 */
export async function read(reader: Reader, request: ReadRequest): Promise<string> {
	const started = reader.clock.monotonic();
	const limit = reader.timeoutMs * LIMIT;
	for (let [tries, tooMany, spent] = [1, 0, 0]; ; tries++) {
		await reader.limiter.turn("read", request.signal);
		const departed = reader.clock.monotonic();
		const answer = await attempt(reader, request, Math.max(1, limit - spent));
		spent += reader.clock.monotonic() - departed;
		if ("status" in answer) reader.contact.made = true;
		if ("status" in answer && answer.complete && isSuccess(answer.status)) return answer.text;
		if ("status" in answer && answer.status === 429) {
			// Too many requests are nobody's failure: the next try is not counted, and everybody waits for it.
			reader.limiter.hold(untilAllowed(answer.retryAfterMs, { times: ++tooMany, chance: Math.random() }));
			tries--;
			continue;
		}
		const pause = ("status" in answer ? answer.retryAfterMs : undefined) ?? backoff(tries, Math.random());
		const late =
			!reader.contact.made && unconnected(answer) && reader.clock.monotonic() - started + pause > CONTACT_MS;
		if (tries >= TRIES || spent >= limit || pause > PATIENCE_MS || late || !mayPass(answer))
			throw readFault(answer, { ...reader.connection, mayPass: mayPass(answer) });
		await reader.clock.sleep(pause, request.signal);
	}
}

type Attempt =
	| (Received & { readonly status: number; readonly retryAfterMs: number | undefined })
	| { readonly cause: unknown };

async function attempt(reader: Reader, request: ReadRequest, limitMs: number): Promise<Attempt> {
	const own = new AbortController();
	const giveUp = () => own.abort(request.signal.reason);
	const limit = setTimeout(() => own.abort(new Error("the response took too long")), limitMs);
	request.signal.addEventListener("abort", giveUp);
	try {
		return await ask(reader, { ...request, signal: own.signal });
	} catch (cause) {
		request.signal.throwIfAborted();
		return { cause };
	} finally {
		clearTimeout(limit);
		request.signal.removeEventListener("abort", giveUp);
	}
}

async function ask(
	{ connection, headers, dispatcher, timeoutMs, clock, skew, declaration }: Reader,
	{ method, path, body, ifMatch, signal }: ReadRequest,
): Promise<Attempt> {
	const { request } = httpClient();
	const departure = skew.start();
	const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, signal, dispatcher };
	const options = defined({ method, headers: defined({ ...headers, "if-match": ifMatch }), ...limits, body });
	const response = await request(`${connection.url}${path}`, options);
	departure.answered(response.headers);
	declaration.heard(response.statusCode, response.headers);
	const received = await receive(decoded(response.body, response.headers), SIZE);
	return { ...received, status: response.statusCode, retryAfterMs: pauseIn(response.headers, clock.now()) };
}

/** Whether nothing took the connection. */
function unconnected(answer: Attempt): boolean {
	const codes = [
		"ECONNREFUSED",
		"ENOTFOUND",
		"EAI_AGAIN",
		"EHOSTUNREACH",
		"ENETUNREACH",
		"ETIMEDOUT",
		"ERR_PROXY",
	];
	return (
		"cause" in answer &&
		answer.cause instanceof Error &&
		"code" in answer.cause &&
		codes.includes(String(answer.cause.code))
	);
}

/** Whether another try may go better: nothing came, the response was cut off, or the status says so. */
function mayPass(answer: Attempt): boolean {
	if ("cause" in answer) return true;
	if (answer.cut) return false;
	return (
		[408, 425].includes(answer.status) ||
		(answer.status >= 500 && answer.status !== 501) ||
		(!answer.complete && isSuccess(answer.status))
	);
}
