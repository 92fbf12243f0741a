import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { Evidence } from "../model/snapshot.ts";
import { IDEMPOTENCY_HEADER } from "../wire/names.ts";
import { judge } from "./classify.ts";
import { type Connection, textOf } from "./connection.ts";
import type { Answers, Call, CallKind, Outcome, Sending } from "./port.ts";
import { errorWords, evidenceBody, redact } from "./words.ts";

/** All but the last byte is on its way this long before arming, so that a refusal by the other end can still be heard. Milliseconds. */
const SETTLE_MS = 30;
/** The last byte leaves at most this long after arming began, else it does not leave at all: a paused process must not wake up and post. Milliseconds. */
const SEND_WINDOW_MS = 2_000;
/** Everything before arming, and the wait for the answer after it. Milliseconds. */
const BEFORE_MS = 60_000;
const ANSWER_MS = 120_000;

/** What sending needs to know. */
export interface Wire<Kind extends CallKind> {
	readonly connection: Connection;
	readonly headers: Readonly<Record<string, string>>;
	/** The id and status in the `data` of a 2xx. Undefined: there is none. */
	readonly answer: (data: unknown) => Answers[Kind] | undefined;
}

/** How far a request got: decided by us, never by an error code (the same ECONNRESET comes before and after execution). */
interface Progress {
	phase: "before" | "arming" | "armed";
	/** What `arm` threw. */
	armFault?: unknown;
	/** The other end answered or went away before the last byte. */
	ended: boolean;
}

/**
 * Sends a call that cannot be repeated over a connection of its own: all but the last byte, `arm`, the last byte. A JSON body without its closing brace cannot be
 * parsed, so whatever fails before `arm` was not executed. Follows no redirect, retries nothing. Throws only what `arm` threw.
 */
export async function send<Kind extends CallKind>(call: Call<Kind>, sending: Sending, wire: Wire<Kind>): Promise<Outcome<Kind>> {
	const progress: Progress = { phase: "before", ended: false };
	const give = new AbortController();
	const stop = () => progress.phase === "before" && give.abort(sending.signal.reason);
	sending.signal.addEventListener("abort", stop, { once: true });
	const limit = setTimeout(() => progress.phase === "before" && give.abort(new Error("connecting took too long")), BEFORE_MS);
	try {
		sending.signal.throwIfAborted();
		return await exchange(call, { sending, wire, progress, give });
	} catch (error) {
		if (progress.armFault !== undefined) throw progress.armFault;
		return silent(error, progress, wire);
	} finally {
		clearTimeout(limit);
		sending.signal.removeEventListener("abort", stop);
	}
}

interface Exchange<Kind extends CallKind> {
	readonly sending: Sending;
	readonly wire: Wire<Kind>;
	readonly progress: Progress;
	readonly give: AbortController;
}

async function exchange<Kind extends CallKind>(call: Call<Kind>, { sending, wire, progress, give }: Exchange<Kind>): Promise<Outcome<Kind>> {
	const { Client } = await import("undici");
	const client = new Client(wire.connection.url, {
		pipelining: 1,
		connect: { timeout: 10_000 },
		headersTimeout: 0,
		bodyTimeout: ANSWER_MS,
		maxHeaderSize: 64 * 1024,
	});
	const bytes = Buffer.from(call.payload, "utf8");
	const headers = { ...wire.headers, "content-length": String(bytes.length), [IDEMPOTENCY_HEADER]: sending.operation };
	try {
		// undici takes any async iterable and pulls it piece by piece; its types name streams only.
		const held = body(bytes, { sending, progress, give }) as unknown as Readable;
		const answering = client.request({ method: "POST", path: call.endpoint, headers, body: held, signal: give.signal, reset: true });
		const response = await answering.finally(() => {
			progress.ended = true;
		});
		return await judged(
			call.kind,
			{ status: response.statusCode, retryAfter: response.headers["retry-after"], text: await read(response.body) },
			{ wire, progress },
		);
	} finally {
		await client.destroy().catch(() => {});
	}
}

async function* body(bytes: Buffer, { sending, progress, give }: Omit<Exchange<CallKind>, "wire">): AsyncGenerator<Buffer> {
	yield bytes.subarray(0, -1);
	await wait(SETTLE_MS);
	if (progress.ended || give.signal.aborted) throw new Error("the connection ended before the last byte was sent");
	progress.phase = "arming";
	const started = performance.now();
	await sending.arm().catch((error: unknown) => {
		progress.armFault = error;
		throw error;
	});
	progress.phase = "armed";
	if (performance.now() - started > SEND_WINDOW_MS) throw new Error("recording took too long, so the last byte was not sent");
	setTimeout(() => give.abort(new Error(`no answer within ${ANSWER_MS / 1000} s`)), ANSWER_MS).unref();
	yield bytes.subarray(-1);
}

/** The text of an answer; undefined when it broke off. */
async function read(stream: AsyncIterable<Uint8Array>): Promise<string | undefined> {
	return textOf(stream).catch(() => undefined);
}

interface Answer {
	readonly status: number;
	readonly retryAfter: string | string[] | undefined;
	readonly text: string | undefined;
}

function judged<Kind extends CallKind>(
	kind: Kind,
	answer: Answer,
	{ wire, progress }: { readonly wire: Wire<Kind>; readonly progress: Progress },
): Outcome<Kind> {
	const secret = wire.connection.apiKey.reveal();
	const { status, text } = answer;
	const evidence: Evidence = { httpStatus: status, ...(text === undefined ? { error: "the answer broke off" } : { rawBody: evidenceBody(text, secret) }) };
	const words = redact(errorWords(status, text ?? ""), secret);
	if (progress.phase === "before") return early(words, evidence);
	const found = status < 300 && text !== undefined ? wire.answer(dataIn(text)) : undefined;
	// A refusal that broke off is not a complete answer, and only complete answers prove anything.
	if (text === undefined && status >= 300)
		return {
			class: "unknown",
			evidence,
			message: `the answer (status ${status}) broke off`,
			remedy: "Look in the service whether it was executed.",
			next: "stop",
		};
	const verdict = judge(kind, { status, hasId: found !== undefined, words });
	const retryAfterMs = retryAfter(answer.retryAfter);
	return {
		class: verdict.class,
		evidence,
		message: verdict.class === "done" ? "accepted" : words,
		...(found !== undefined && { answer: found }),
		...(verdict.next ? { next: verdict.next } : verdict.class === "unknown" ? { next: "stop" as const } : {}),
		...(verdict.remedy !== undefined && { remedy: verdict.remedy }),
		...(retryAfterMs !== undefined && { retryAfterMs }),
	};
}

/** An answer to a request that was never complete: whatever it says, nothing was executed. */
function early<Kind extends CallKind>(words: string, evidence: Evidence): Outcome<Kind> {
	return { class: "not-sent", evidence, message: words, next: (evidence.httpStatus ?? 500) >= 500 || evidence.httpStatus === 429 ? "retry" : "stop" };
}

function silent<Kind extends CallKind>(error: unknown, { phase }: Progress, { connection }: Wire<Kind>): Outcome<Kind> {
	const said = redact(
		error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code ?? error.name) : String(error),
		connection.apiKey.reveal(),
	);
	const evidence = { error: said };
	if (phase === "armed")
		return { class: "unknown", evidence, message: `${said} after the request was sent`, remedy: "Look in the service whether it was executed.", next: "stop" };
	return { class: "not-sent", evidence, message: said, next: "retry", remedy: "Check the network and service.url." };
}

function dataIn(text: string): unknown {
	try {
		return (JSON.parse(text) as { readonly data?: unknown } | null)?.data;
	} catch {
		return undefined;
	}
}

/** Seconds or a date, as HTTP allows, in milliseconds from now. At most an hour. */
export function retryAfter(header: string | string[] | undefined): number | undefined {
	const value = Array.isArray(header) ? header[0] : header;
	if (value === undefined || value.trim() === "") return undefined;
	const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
	return Number.isFinite(ms) ? Math.min(3_600_000, Math.max(0, ms)) : undefined;
}
