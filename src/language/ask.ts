import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { Endpoint } from "../model/endpoint.ts";
import { connector } from "../system/connect.ts";
import { decoded } from "../system/decoded.ts";
import { EndpointFault } from "./endpoint-fault.ts";

/** One request to an endpoint, whole in memory, so that it can be sent again. */
export interface EndpointRequest {
	readonly endpoint: Endpoint;
	readonly path: "/chat/completions" | "/audio/transcriptions";
	readonly type: string;
	readonly body: Uint8Array;
}

/** How long things may take, in milliseconds, and how much an answer may be, in bytes. */
export interface AskLimits {
	/** Everything, repetitions included. */
	readonly totalMs: number;
	/** One answer's first byte, and the pause between two pieces of it. */
	readonly answerMs: number;
	/** Before the first repetition; each further one waits twice as long. */
	readonly pauseMs: number;
	readonly answerBytes: number;
}
export const ASK_LIMITS: AskLimits = {
	totalMs: 180_000,
	answerMs: 90_000,
	pauseMs: 1_000,
	answerBytes: 4 * 1024 * 1024,
};

const CONNECT_MS = 10_000;
const REPETITIONS = 2;
/** What may go well the next time. Asking costs at most money, never a post, so it may be repeated. */
const PASSING = [408, 429, 500, 502, 503, 504];

/**
 * The text an endpoint answers with status 200. Throws `EndpointFault`, or the signal's reason. Follows no
 * redirect: it would carry the key elsewhere.
 */
export async function sendToEndpoint(
	question: EndpointRequest,
	limits: AskLimits,
	signal: AbortSignal,
): Promise<string> {
	signal.throwIfAborted();
	const { Agent, interceptors } = await import("undici");
	const agent = new Agent({
		connect: connector({ timeoutMs: CONNECT_MS }),
		headersTimeout: limits.answerMs,
		bodyTimeout: limits.answerMs,
		maxResponseSize: limits.answerBytes,
	});
	const retry = interceptors.retry({
		methods: ["POST"],
		statusCodes: PASSING,
		maxRetries: REPETITIONS,
		minTimeout: limits.pauseMs,
		maxTimeout: 20_000,
	});
	try {
		const ended = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)]);
		return await textOf(await ask(agent.compose(retry), question, ended), limits.answerBytes);
	} catch (error) {
		signal.throwIfAborted();
		throw error instanceof EndpointFault
			? error
			: new EndpointFault(`${nameOf(question)} ${failureOf(error)}`, { cause: withoutData(error) });
	} finally {
		await agent.destroy();
	}
}

/** The text of an answer, unpacked; `maxResponseSize` counts what it was on the way. */
async function textOf(body: Readable, most: number): Promise<string> {
	const pieces: Buffer[] = [];
	let size = 0;
	for await (const piece of body) {
		size += piece.length;
		if (size > most)
			throw Object.assign(new Error("too much data"), { code: "UND_ERR_RES_EXCEEDED_MAX_SIZE" });
		pieces.push(piece);
	}
	return Buffer.concat(pieces)
		.toString("utf8")
		.replace(/^\ufeff/, "");
}

async function ask(
	dispatcher: Dispatcher,
	question: EndpointRequest,
	signal: AbortSignal,
): Promise<Readable> {
	const { endpoint, path, type, body } = question;
	const { origin, pathname } = new URL(endpoint.url);
	const authorization = endpoint.key && { authorization: `Bearer ${endpoint.key.reveal()}` };
	const headers = {
		"content-type": type,
		accept: "application/json",
		"accept-encoding": "identity",
		...authorization,
	};
	const response = await dispatcher.request({
		origin,
		path: `${pathname.replace(/\/$/, "")}${path}`,
		method: "POST",
		headers,
		body,
		signal,
	});
	if (response.statusCode === 200) return decoded(response.body, response.headers);
	// What it says is not wanted, and may be without end.
	response.body.on("error", () => {}).destroy();
	throw new EndpointFault(
		`${nameOf(question)} ${statusWords(response.statusCode)}`,
		[400, 422].includes(response.statusCode) ? { choosy: true } : {},
	);
}

function nameOf({ endpoint, path }: EndpointRequest): string {
	return (
		`the ${path === "/chat/completions" ? "language model" : "transcription endpoint"} at ` +
		`${new URL(endpoint.url).host}`
	);
}

function failureOf(error: unknown): string {
	const { code, name, statusCode } =
		error instanceof Error
			? (error as Error & { readonly code?: unknown; readonly statusCode?: unknown })
			: {};
	if (typeof statusCode === "number" && statusCode !== 200 && code === "UND_ERR_REQ_RETRY")
		return statusWords(statusCode);
	if (name === "TimeoutError" || code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT")
		return "took too long to answer";
	if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") return "answered with too much data";
	if (code === "ERR_PROXY" && error instanceof Error) return `cannot be reached: ${error.message}`;
	return `cannot be reached${typeof code === "string" && /^[A-Z_]{3,40}$/.test(code) ? ` (${code})` : ""}`;
}

function statusWords(status: number): string {
	if (status === 401 || status === 403) return `rejected the key (${status})`;
	if (status === 404) return "does not know this model or address (404)";
	if (status === 413) return "does not accept sound of this size (413)";
	if (status === 429) return "answered that there were too many requests (429)";
	return `answered with status ${status}`;
}

/** Errors of the HTTP client may carry headers and bodies along: those never leave here. */
function withoutData(error: unknown): Error | undefined {
	return error instanceof Error ? new Error(error.name) : undefined;
}
