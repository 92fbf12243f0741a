import { type EpochMs, epochMs } from "../model/brand.ts";
import type { Clock } from "../system/clock.ts";
import { NO_LEDGER, type RateLedger } from "./rate-ledger.ts";

/** Who goes first when several wait. */
export type Priority = "write" | "read";

/** Lets requests through at the pace the service allows. */
export interface Limiter {
	/** Resolves when a request may leave. Rejects with the signal's reason. */
	turn(priority: Priority, signal: AbortSignal): Promise<void>;
	/** The service asked for a pause: nothing leaves for so many milliseconds. */
	hold(ms: number): void;
	/** How many requests may leave at once now, by what is known here. `Infinity`: no limit. */
	left(): number;
}

/** Requests have to wait, and until when. */
export interface Pause {
	readonly forMs: number;
	readonly until: EpochMs;
	/** `limit`: so many requests a minute left already. `asked`: the service said too many. */
	readonly why: "limit" | "asked";
}

/** The other processes that share the limit, and who hears of pauses. */
export interface RateLimitPeers {
	readonly ledger?: RateLedger;
	readonly onPause?: (pause: Pause) => void;
}

/** Pauses shorter than this are not announced. Milliseconds. */
const SHORT_MS = 2_000;

/**
 * Nobody is held back longer by what another process was told; a clock may have been set since. Milliseconds.
 */
const LONGEST_HOLD_MS = 3_600_000;
/**
 * When a token comes back: a minute after it was taken, and a second more, because requests travel at
 * different speeds. Milliseconds.
 */
const BACK_MS = 61_000;

/**
 * A bucket of `perMinute` tokens for all requests, writes before reads, otherwise first come, first
 * served. Each token comes back a minute after it was taken, so no minute ever sees more than `perMinute`
 * requests; a bucket that refilled evenly would let nearly twice as many through in its first minute, and
 * the service would refuse them (service-facts, "Errors and limits"). `Infinity`: no limit.
 */
export function createLimiter(
	perMinute: number,
	clock: Clock,
	{ ledger = NO_LEDGER, onPause = () => {} }: RateLimitPeers = {},
): Limiter {
	const bucket: Bucket = { perMinute, clock, ledger, onPause, taken: [], heldUntil: 0, announcedUntil: 0 };
	const queue: Queue = { bucket, waiting: [], pump: undefined };
	return {
		async turn(priority, signal) {
			signal.throwIfAborted();
			if (Number.isFinite(perMinute) || bucket.heldUntil > clock.monotonic())
				await enter(queue, priority, signal);
		},
		hold(ms) {
			bucket.heldUntil = Math.max(bucket.heldUntil, clock.monotonic() + ms);
			ledger.recordHold(clock.now() + ms);
		},
		left() {
			const now = clock.monotonic();
			if (bucket.heldUntil > now) return 0;
			return Math.max(0, perMinute - bucket.taken.filter((at) => now - at < BACK_MS).length);
		},
	};
}

interface Bucket {
	readonly perMinute: number;
	readonly clock: Clock;
	readonly ledger: RateLedger;
	readonly onPause: (pause: Pause) => void;
	/** Nothing leaves before, monotonic. */
	heldUntil: number;
	/** End of the pause that was announced last, monotonic. */
	announcedUntil: number;
	/** When each token that is not back yet was taken, oldest first; monotonic milliseconds. */
	readonly taken: number[];
}

interface Waiting {
	readonly priority: Priority;
	readonly go: () => void;
}

interface Queue {
	readonly bucket: Bucket;
	readonly waiting: Waiting[];
	/** Ends the loop that lets requests through; there is one while somebody waits. */
	pump: AbortController | undefined;
}

function enter(queue: Queue, priority: Priority, signal: AbortSignal): Promise<void> {
	return new Promise((go, fail) => {
		const giveUp = () => {
			leave(queue, each);
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
		queue.waiting.push(each);
		if (queue.pump === undefined) pump(queue);
	});
}

function pump(queue: Queue): void {
	const own = new AbortController();
	queue.pump = own;
	letThrough(queue, own.signal).catch((error: unknown) => {
		if (!own.signal.aborted) throw error;
	});
}

async function letThrough(queue: Queue, signal: AbortSignal): Promise<void> {
	const { bucket, waiting } = queue;
	while (!signal.aborted) {
		readPeers(bucket);
		const pause = untilFree(bucket);
		if (pause.forMs > 0) {
			announce(bucket, pause);
			await bucket.clock.sleep(pause.forMs, signal);
			continue;
		}
		const { share } = bucket.ledger;
		const sharedMs = share === undefined ? 0 : await share(bucket.perMinute, BACK_MS);
		if (sharedMs > 0) {
			announce(bucket, { forMs: sharedMs, why: "limit" });
			await bucket.clock.sleep(sharedMs, signal);
			continue;
		}
		signal.throwIfAborted();
		const next = waiting.find(({ priority }) => priority === "write") ?? waiting[0];
		if (next === undefined) return;
		bucket.taken.push(bucket.clock.monotonic());
		bucket.ledger.recordRequest(bucket.clock.now());
		leave(queue, next);
		next.go();
	}
}

/**
 * What others took counts as taken here. Their clock is ours; what it cannot have shown yet was noted before
 * it was set back.
 */
function readPeers(bucket: Bucket): void {
	const { clock, ledger, taken } = bucket;
	const { taken: theirs, heldUntil } = ledger.readNew();
	const [wall, now] = [clock.now(), clock.monotonic()];
	const recent = theirs.filter((at) => at <= wall && wall - at < BACK_MS).map((at) => now - (wall - at));
	if (recent.length > 0) taken.splice(0, taken.length, ...[...taken, ...recent].sort((a, b) => a - b));
	if (heldUntil !== undefined && heldUntil - wall <= LONGEST_HOLD_MS)
		bucket.heldUntil = Math.max(bucket.heldUntil, now + (heldUntil - wall));
}

/** Until a token is there, and nothing is held back. */
function untilFree({ perMinute, clock, taken, heldUntil }: Bucket): Pick<Pause, "forMs" | "why"> {
	const now = clock.monotonic();
	while (taken[0] !== undefined && now - taken[0] >= BACK_MS) taken.shift();
	const last = taken[taken.length - perMinute];
	const [limit, asked] = [
		last === undefined ? 0 : Math.ceil(last + BACK_MS - now),
		Math.ceil(heldUntil - now),
	];
	return { forMs: Math.max(0, limit, asked), why: asked >= limit ? "asked" : "limit" };
}

/** Once a pause: who waits wants to know until when. */
function announce(bucket: Bucket, { forMs, why }: Pick<Pause, "forMs" | "why">): void {
	const { clock, onPause } = bucket;
	const end = clock.monotonic() + forMs;
	if (forMs < SHORT_MS || end - bucket.announcedUntil < SHORT_MS) return;
	bucket.announcedUntil = end;
	onPause({ forMs, until: epochMs(clock.now() + forMs), why });
}

/** Made once: without a reason each request would make an error of its own. */
const NOBODY_WAITS = new Error("nobody waits");

function leave(queue: Queue, each: Waiting): void {
	queue.waiting.splice(queue.waiting.indexOf(each), 1);
	if (queue.waiting.length > 0) return;
	queue.pump?.abort(NOBODY_WAITS);
	queue.pump = undefined;
}
