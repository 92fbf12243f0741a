import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { StopFault } from "../model/fault.ts";
import type { Clock } from "../system/clock.ts";
import { sha256 } from "../system/files.ts";
import { IDEMPOTENCY_HEADER } from "../wire/names.ts";
import { pauseIn } from "./backoff.ts";
import { type Connection, receive } from "./connection.ts";
import { type Answer, answeredOutcome, silentOutcome } from "./outcome.ts";
import type { Answers, Call, CallKind, Outcome, Sending } from "./port.ts";
import { isSuccess } from "./verdicts.ts";

/** Times of one attempt, in milliseconds. */
export interface SendLimits {
	/** All but the last byte is on its way this long before arming, so that a refusal by the other end can still be heard. */
	readonly settleMs: number;
	/** The last byte leaves at most this long after arming began, else it does not leave at all: a paused process must not wake up and post. */
	readonly windowMs: number;
	/** Connecting and sending, up to arming. */
	readonly beforeMs: number;
	/** The whole answer, from the last byte on. */
	readonly answerMs: number;
}
export const SEND_LIMITS: SendLimits = { settleMs: 30, windowMs: 2_000, beforeMs: 60_000, answerMs: 120_000 };

/** How much of an answer is kept, and read at all, in bytes. */
const ANSWER_SIZE = { keep: 1 << 20, most: 1 << 26 };

/** What sending needs to know. */
export interface Wire<Kind extends CallKind> {
	readonly connection: Connection;
	readonly headers: Readonly<Record<string, string>>;
	readonly clock: Clock;
	readonly limits: SendLimits;
	/** What a 2xx names. Undefined: nothing that can be read. */
	readonly answer: (body: string) => Answers[Kind] | undefined;
}

/** One attempt under way. */
interface Attempt {
	/** `sent` from the moment the last byte is given away; set nowhere else. */
	phase: "before" | "arming" | "armed" | "sent";
	/** Arming, until it is over. */
	arming: Promise<void>;
	armFault?: { readonly reason: unknown };
	/** Gives up: ends the connection. */
	readonly give: AbortController;
	/** The other end answered or went away: nothing more is sent. */
	readonly over: AbortController;
	/** The answer is read, or there will be none. */
	readonly read: AbortController;
}

/**
 * Sends a call that cannot be repeated over a connection of its own: all but the last byte, `arm`, the last byte. A JSON body without its closing brace cannot be
 * parsed, so whatever fails before was not executed. Follows no redirect, retries nothing. `sending.signal` counts only until arming begins. Throws what `arm`
 * threw, once nothing can be sent any more, and `StopFault` for a request that is not the recorded one.
 */
export async function send<Kind extends CallKind>(
	call: Call<Kind>,
	sending: Sending,
	wire: Wire<Kind>,
): Promise<Outcome<Kind>> {
	if (sha256(call.payload) !== call.payloadSha256)
		throw new StopFault("The request was changed after it was recorded, so it is not sent.");
	const [give, over, read] = [new AbortController(), new AbortController(), new AbortController()];
	const attempt: Attempt = { phase: "before", arming: Promise.resolve(), give, over, read };
	const came = await exchange(call, { attempt, sending, wire }).then(
		(answer) => ({ answer }),
		(cause: unknown) => ({ cause }),
	);
	// An answer may come while the armed record is still being written; whoever records the outcome must come after it.
	await attempt.arming;
	if (attempt.armFault) throw attempt.armFault.reason;
	const ended = { sent: attempt.phase === "sent", secret: wire.connection.apiKey.reveal() };
	return "answer" in came ? answeredOutcome(came.answer, ended) : silentOutcome(came.cause, ended);
}

interface Exchange<Kind extends CallKind> {
	readonly attempt: Attempt;
	readonly sending: Sending;
	readonly wire: Wire<Kind>;
}

async function exchange<Kind extends CallKind>(
	call: Call<Kind>,
	{ attempt, sending, wire }: Exchange<Kind>,
): Promise<Answer<Kind>> {
	const { give, over, read } = attempt;
	const giveUp = () => attempt.phase === "before" && give.abort(sending.signal.reason);
	if (sending.signal.aborted) throw sending.signal.reason;
	sending.signal.addEventListener("abort", giveUp);
	after(
		wire.limits.beforeMs,
		over.signal,
		() => attempt.phase === "before" && give.abort(new Error("connecting and sending took too long")),
	);
	const { Client } = await import("undici");
	const { origin, pathname } = new URL(wire.connection.url);
	const client = new Client(origin, {
		pipelining: 1,
		allowH2: false,
		connect: { timeout: 10_000 },
		headersTimeout: 0,
		bodyTimeout: 0,
		maxHeaderSize: 64 * 1024,
	});
	const bytes = Buffer.from(call.payload, "utf8");
	const headers = {
		...wire.headers,
		"content-length": String(bytes.length),
		[IDEMPOTENCY_HEADER]: sending.operation,
	};
	try {
		// undici takes any async iterable and pulls it piece by piece; its types name streams only, and a stream would read ahead.
		const body = held(bytes, { attempt, sending, wire }) as unknown as Readable;
		const path = `${pathname.replace(/\/$/, "")}${call.endpoint}`;
		const response = await client
			.request({ method: "POST", path, headers, body, signal: give.signal, reset: true })
			.finally(() => over.abort());
		// An answer may also begin before the last byte, and drip.
		limitAnswer(attempt, wire.limits);
		const { text, complete } = await receive(response.body, ANSWER_SIZE);
		const named = isSuccess(response.statusCode) && complete ? wire.answer(text) : undefined;
		const retryAfterMs = pauseIn(response.headers, wire.clock.now());
		return { kind: call.kind, status: response.statusCode, text, complete, named, retryAfterMs };
	} finally {
		over.abort();
		read.abort();
		sending.signal.removeEventListener("abort", giveUp);
		await client.destroy();
	}
}

/** The body. What it gives away last is the commit point of the whole protocol. */
async function* held(bytes: Buffer, { attempt, sending, wire }: Exchange<CallKind>): AsyncGenerator<Buffer> {
	const { clock, limits } = wire;
	yield bytes.subarray(0, -1);
	await wait(limits.settleMs, undefined, { signal: attempt.over.signal }).catch(() => {});
	await throwIfOver(attempt);
	const started = clock.monotonic();
	attempt.arming = arm(attempt, sending);
	await attempt.arming;
	if (attempt.armFault) throw new Error("it could not be recorded");
	await throwIfOver(attempt);
	if (clock.monotonic() - started > limits.windowMs)
		throw new Error("recording took too long, so the last byte was held back");
	attempt.phase = "sent";
	limitAnswer(attempt, limits);
	yield bytes.subarray(-1);
}

/** Never rejects: the fault is kept for `send` to throw. */
async function arm(attempt: Attempt, sending: Sending): Promise<void> {
	attempt.phase = "arming";
	try {
		await sending.arm();
		attempt.phase = "armed";
	} catch (reason) {
		attempt.armFault = { reason };
	}
}

/** An answer that came early is read first: throwing here ends the connection. */
async function throwIfOver({ over, read }: Attempt): Promise<void> {
	if (!over.signal.aborted) return;
	if (!read.signal.aborted) await once(read.signal, "abort");
	throw new Error("the connection was over before the last byte");
}

/** From the last byte, or from an early answer's beginning. */
function limitAnswer({ read, give }: Attempt, { answerMs }: SendLimits): void {
	after(answerMs, read.signal, () => give.abort(new Error(`nothing came within ${answerMs / 1000} s`)));
}

/** Acts after a time, unless `until` comes first. */
function after(ms: number, until: AbortSignal, act: () => void): void {
	wait(ms, undefined, { signal: until }).then(act, () => {});
}
