import type { Clock } from "../system/clock.ts";

/** Who goes first when several wait. */
export type Priority = "write" | "read";

/** Lets requests through at the pace the service allows. */
export interface Limiter {
	/** Resolves when a request may leave. Rejects with the signal's reason. */
	turn(priority: Priority, signal: AbortSignal): Promise<void>;
}

/** When a token comes back: a minute after it was taken, and a second more, because requests travel at different speeds. Milliseconds. */
const BACK_MS = 61_000;

/**
 * A bucket of `perMinute` tokens for all requests, writes before reads, otherwise first come, first served. Each token comes back a minute after it was taken,
 * so no minute ever sees more than `perMinute` requests; a bucket that refilled evenly would let nearly twice as many through in its first minute, and
 * the service would refuse them (service-facts, "Errors and limits"). `Infinity`: no limit.
 */
export function createLimiter(perMinute: number, clock: Clock): Limiter {
	const line: Line = { bucket: { perMinute, clock, taken: [] }, waiting: [], pump: undefined };
	return {
		async turn(priority, signal) {
			signal.throwIfAborted();
			if (Number.isFinite(perMinute)) await queue(line, priority, signal);
		},
	};
}

interface Bucket {
	readonly perMinute: number;
	readonly clock: Clock;
	/** When each token that is not back yet was taken, oldest first; monotonic milliseconds. */
	readonly taken: number[];
}

interface Waiting {
	readonly priority: Priority;
	readonly go: () => void;
}

interface Line {
	readonly bucket: Bucket;
	readonly waiting: Waiting[];
	/** Ends the loop that lets requests through; there is one while somebody waits. */
	pump: AbortController | undefined;
}

function queue(line: Line, priority: Priority, signal: AbortSignal): Promise<void> {
	return new Promise((go, fail) => {
		const giveUp = () => {
			leave(line, each);
			fail(signal.reason);
		};
		const each: Waiting = {
			priority,
			go: () => {
				signal.removeEventListener("abort", giveUp);
				go();
			},
		};
		signal.addEventListener("abort", giveUp, { once: true });
		line.waiting.push(each);
		if (line.pump === undefined) pump(line);
	});
}

function pump(line: Line): void {
	const own = new AbortController();
	line.pump = own;
	letThrough(line, own.signal).catch((error: unknown) => {
		if (!own.signal.aborted) throw error;
	});
}

async function letThrough(line: Line, signal: AbortSignal): Promise<void> {
	const { bucket, waiting } = line;
	while (!signal.aborted) {
		const pause = untilFree(bucket);
		if (pause > 0) {
			await bucket.clock.sleep(pause, signal);
			continue;
		}
		const next = waiting.find(({ priority }) => priority === "write") ?? waiting[0];
		if (next === undefined) return;
		bucket.taken.push(bucket.clock.monotonic());
		leave(line, next);
		next.go();
	}
}

/** Milliseconds until a token is there. */
function untilFree({ perMinute, clock, taken }: Bucket): number {
	const now = clock.monotonic();
	while (taken[0] !== undefined && now - taken[0] >= BACK_MS) taken.shift();
	return taken[0] === undefined || taken.length < perMinute ? 0 : taken[0] + BACK_MS - now;
}

function leave(line: Line, each: Waiting): void {
	line.waiting.splice(line.waiting.indexOf(each), 1);
	if (line.waiting.length > 0) return;
	line.pump?.abort();
	line.pump = undefined;
}
