import { clearTimeout, setTimeout } from "node:timers";
import type { Clock } from "../clock.ts";
import { Ending } from "./ending.ts";

/** Times of one attempt, in milliseconds. */
export interface SendLimits {
	/**
	 * All but the last byte is on its way this long before arming, so that a refusal by the other end can still
	 * be heard.
	 */
	readonly settleMs: number;
	/**
	 * The last byte leaves at most this long after arming began, else not at all: a paused process must not
	 * wake up and post.
	 */
	readonly windowMs: number;
	/** Connecting and sending, up to arming. */
	readonly beforeMs: number;
	/** The whole answer, from the last byte on. */
	readonly answerMs: number;
}

/** What one attempt is about. */
export interface AttemptStart {
	/** Sent with it, and names it for good. */
	readonly operation: string;
	/**
	 * Makes the armed record durable. Called once, when all but the last byte is out; if it throws, nothing can
	 * have been executed.
	 */
	readonly arm: () => Promise<void>;
	/** Settles when it may be armed, or when the attempt is over. Absent: at once. */
	readonly turn?: (over: Ending) => Promise<void>;
	/** Ends the attempt only until arming begins: what may already be executed is waited for, never cut off. */
	readonly signal: AbortSignal;
}

/** One attempt under way. */
export interface SendAttempt {
	readonly sending: AttemptStart;
	readonly clock: Clock;
	readonly limits: SendLimits;
	/** `sent` from the moment the last byte is given away; set nowhere else. */
	phase: "before" | "arming" | "armed" | "sent";
	/** Arming, until it is over. */
	arming: Promise<void>;
	armFault?: { readonly reason: unknown };
	/** Aborting ends the connection. */
	readonly connection: AbortController;
	/** Once the other end answered or went away: nothing more is sent. */
	readonly over: Ending;
	/** Once the answer is read, or there will be none. */
	readonly read: Ending;
}

/** An attempt of which nothing has left yet. */
export function newAttempt(start: Pick<SendAttempt, "sending" | "clock" | "limits">): SendAttempt {
	const [connection, over, read] = [new AbortController(), new Ending(), new Ending()];
	return { ...start, phase: "before", arming: Promise.resolve(), connection, over, read };
}

/** Why the connection of an attempt ends that came to its end: made once, because each post has one. */
const ENDED = new Error("the attempt is over");

/** Nothing more is sent: the other end answered or went away. */
export function endSending({ over }: Pick<SendAttempt, "over">): void {
	over.end();
}

/** The answer was read, or there will be none. */
export function endAttempt(attempt: Pick<SendAttempt, "over" | "read" | "connection">): void {
	endSending(attempt);
	attempt.read.end();
	attempt.connection.abort(ENDED);
}

/** A body that is read while it is sent, but for its end. */
export interface StreamedBody {
	/** Of the whole body, in bytes. */
	readonly length: number;
	/** Everything before the end. Rejects where it is not as long as was said. */
	readonly start: () => AsyncIterable<Buffer>;
	/** At least a byte. */
	readonly end: Buffer;
}

/** The body of a request. The last byte that it gives away is the commit point of the whole protocol. */
export async function* withLastByteHeld(
	body: Buffer | StreamedBody,
	attempt: SendAttempt,
): AsyncGenerator<Buffer> {
	const { clock, limits } = attempt;
	const bytes = Buffer.isBuffer(body) ? body : body.end;
	if (!Buffer.isBuffer(body)) yield* body.start();
	yield bytes.subarray(0, -1);
	await pause(limits.settleMs, attempt.over);
	await attempt.sending.turn?.(attempt.over);
	await throwIfOver(attempt);
	const started = clock.monotonic();
	attempt.arming = arm(attempt);
	await attempt.arming;
	if (attempt.armFault) throw new Error("the attempt could not be recorded");
	await throwIfOver(attempt);
	if (clock.monotonic() - started > limits.windowMs)
		throw new Error("recording took too long, so the last byte was held back");
	attempt.phase = "sent";
	limitAnswer(attempt);
	yield bytes.subarray(-1);
}

/** Never rejects: the fault is kept for `send` to throw. */
async function arm(attempt: SendAttempt): Promise<void> {
	attempt.phase = "arming";
	try {
		await attempt.sending.arm();
		attempt.phase = "armed";
	} catch (reason) {
		attempt.armFault = { reason };
	}
}

/** An answer that came early is read first: throwing here ends the connection. */
async function throwIfOver({ over, read }: SendAttempt): Promise<void> {
	if (!over.isOver) return;
	await new Promise<void>((settle) => read.onEnd(settle));
	throw new Error("the connection was over before the last byte");
}

/** From the last byte, or from an early answer's beginning. */
export function limitAnswer({ read, connection, limits: { answerMs } }: SendAttempt): void {
	after(answerMs, read, () => connection.abort(new Error(`no response within ${answerMs / 1000} s`)));
}

/** Acts after a time, unless `until` comes first. */
export function after(ms: number, until: Ending, act: () => void): void {
	if (until.isOver) return;
	const timer = setTimeout(act, ms);
	until.onEnd(() => clearTimeout(timer));
}

/** A time, or what is left of it when `until` comes. */
function pause(ms: number, until: Ending): Promise<void> {
	return new Promise((settle) => {
		after(ms, until, settle);
		until.onEnd(settle);
	});
}
