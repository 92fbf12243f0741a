import { type EpochMs, epochMs } from "../model/brand.ts";
import type { Clock } from "../system/clock.ts";
import { ALONE, type Spent } from "./rate-ledger.ts";

/** Who goes first when several wait. */
export type Priority = "write" | "read";

/** Lets requests through at the pace the service allows. */
export interface Limiter {
	/** Resolves when a request may leave. Rejects with the signal's reason. */
	turn(priority: Priority, signal: AbortSignal): Promise<void>;
	/** The service asked for a pause: nothing leaves for so many milliseconds. */
	hold(ms: number): void;
}

/** Requests have to wait, and until when. */
export interface Pause {
	readonly forMs: number;
	readonly until: EpochMs;
	/** `limit`: so many requests a minute left already. `asked`: the service said too many. */
	readonly why: "limit" | "asked";
}

/** Where other processes' requests are noted, and whom to tell of pauses. */
export interface Company {
	readonly spent?: Spent;
	readonly tell?: (pause: Pause) => void;
}

/** Pauses that are not worth a word, in milliseconds. */
const SHORT_MS = 2_000;

/** Nobody is held back longer by what another process was told; a clock may have been set since. Milliseconds. */
const LONGEST_HOLD_MS = 3_600_000;
/** When a token comes back: a minute after it was taken, and a second more, because requests travel at different speeds. Milliseconds. */
const BACK_MS = 61_000;

/**
 * A bucket of `perMinute` tokens for all requests, writes before reads, otherwise first come, first served. Each token comes back a minute after it was taken,
 * so no minute ever sees more than `perMinute` requests; a bucket that refilled evenly would let nearly twice as many through in its first minute, and
 * the service would refuse them (service-facts, "Errors and limits"). `Infinity`: no limit.
 */
export function createLimiter(
	perMinute: number,
	clock: Clock,
	{ spent = ALONE, tell = () => {} }: Company = {},
): Limiter {
	const bucket: Bucket = { perMinute, clock, spent, tell, taken: [], heldUntil: 0, told: 0 };
	const line: Line = { bucket, waiting: [], pump: undefined };
	return {
		async turn(priority, signal) {
			signal.throwIfAborted();
			if (Number.isFinite(perMinute) || bucket.heldUntil > clock.monotonic())
				await queue(line, priority, signal);
		},
		hold(ms) {
			bucket.heldUntil = Math.max(bucket.heldUntil, clock.monotonic() + ms);
			spent.held(clock.now() + ms);
		},
	};
}

interface Bucket {
	readonly perMinute: number;
	readonly clock: Clock;
	readonly spent: Spent;
	readonly tell: (pause: Pause) => void;
	/** Nothing leaves before, monotonic. */
	heldUntil: number;
	/** Of which end of a pause was told last, monotonic. */
	told: number;
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
		takeIn(bucket);
		const pause = untilFree(bucket);
		if (pause.forMs > 0) {
			announce(bucket, pause);
			await bucket.clock.sleep(pause.forMs, signal);
			continue;
		}
		const next = waiting.find(({ priority }) => priority === "write") ?? waiting[0];
		if (next === undefined) return;
		bucket.taken.push(bucket.clock.monotonic());
		bucket.spent.took(bucket.clock.now());
		leave(line, next);
		next.go();
	}
}

/** What others took counts as taken here. Their clock is ours; what it cannot have shown yet was noted before it was set back. */
function takeIn(bucket: Bucket): void {
	const { clock, spent, taken } = bucket;
	const { taken: theirs, heldUntil } = spent.news();
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
	const { clock, tell } = bucket;
	const end = clock.monotonic() + forMs;
	if (forMs < SHORT_MS || end - bucket.told < SHORT_MS) return;
	bucket.told = end;
	tell({ forMs, until: epochMs(clock.now() + forMs), why });
}

function leave(line: Line, each: Waiting): void {
	line.waiting.splice(line.waiting.indexOf(each), 1);
	if (line.waiting.length > 0) return;
	line.pump?.abort();
	line.pump = undefined;
}
