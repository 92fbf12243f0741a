import type { Dispatcher } from "undici";
import type { Clock } from "../system/clock.ts";
import { type Connection, textOf } from "./connection.ts";
import { ReadFault, UnreachableFault } from "./faults.ts";
import type { Limiter } from "./limits.ts";
import { retryAfter } from "./send.ts";
import { errorWords, redact } from "./words.ts";

/** How often a read is tried, and the longest pause between two tries. */
const TRIES = 6;
const LONGEST_MS = 30_000;
const TIMEOUT_MS = 30_000;

/** Statuses that are worth another try. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** A request that changes nothing that costs or shows, so it may be made again. */
export interface ReadRequest {
	readonly method: "GET" | "POST";
	readonly path: string;
	readonly body?: string;
	readonly signal: AbortSignal;
}

/** What reading needs to know. */
export interface Reader {
	readonly connection: Connection;
	readonly headers: Readonly<Record<string, string>>;
	readonly limiter: Limiter;
	readonly clock: Clock;
	readonly dispatcher: Dispatcher;
}

/** Reads, with backoff and jitter for what passes. Gives the text of a 2xx. Throws `ReadFault` or `UnreachableFault`. */
export async function read(reader: Reader, request: ReadRequest): Promise<string> {
	for (let tries = 1; ; tries++) {
		const answer = await attempt(reader, request);
		if ("text" in answer && answer.status >= 200 && answer.status < 300) return answer.text;
		if (tries >= TRIES || ("status" in answer && !PASSING.has(answer.status))) throw faultOf(answer, reader.connection);
		const pause = Math.min(LONGEST_MS, 1000 * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
		await reader.clock.sleep(("status" in answer ? answer.retryAfterMs : undefined) ?? pause, request.signal);
	}
}

type Attempt = { readonly status: number; readonly text: string; readonly retryAfterMs?: number } | { readonly error: unknown };

async function attempt({ dispatcher, headers, limiter, connection }: Reader, { method, path, body, signal }: ReadRequest): Promise<Attempt> {
	await limiter.turn("read", signal);
	const { request } = await import("undici");
	try {
		const limits = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS, signal, dispatcher };
		const response = await request(`${connection.url}${path}`, { method, headers: { ...headers }, ...limits, ...(body !== undefined && { body }) });
		const retryAfterMs = retryAfter(response.headers["retry-after"]);
		return { status: response.statusCode, text: await textOf(response.body), ...(retryAfterMs !== undefined && { retryAfterMs }) };
	} catch (error) {
		signal.throwIfAborted();
		return { error };
	}
}

function faultOf(answer: Attempt, { url, apiKey }: Connection): ReadFault | UnreachableFault {
	if ("error" in answer) {
		const why = answer.error instanceof Error ? answer.error.message || String((answer.error as NodeJS.ErrnoException).code) : String(answer.error);
		return new UnreachableFault(`The service at ${redact(url, "")} cannot be reached: ${why}.`, {
			remedy: "Check service.url and the network; without service.url the embedded service is used.",
			cause: answer.error,
		});
	}
	const words = redact(errorWords(answer.status, answer.text), apiKey.reveal());
	if (answer.status === 401 || answer.status === 403)
		return new ReadFault(`The service refused the API key: ${words}.`, {
			next: "stop",
			fatal: true,
			remedy: "Check SHOWRUN_API_KEY (or service.api_key in the settings).",
		});
	const passing = PASSING.has(answer.status);
	return new ReadFault(`The service answered ${answer.status}: ${words}.`, {
		next: passing ? "retry" : "stop",
		fatal: passing,
		remedy: passing ? "Run the command again later." : "Check service.url, and whether what is asked for still exists there.",
	});
}
