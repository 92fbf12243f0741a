import type { EventEndpoint } from "../../model/service-events.ts";
import { logFailure } from "../failure-messages.ts";
import type { EndpointContext, EndpointQueue } from "./context.ts";
import { pauseMs } from "./schedule.ts";
import { sendEvent } from "./send-event.ts";

/** How many events one endpoint is sent at once. */
const AT_ONCE = 4;
/** So many failures in a row are those of events; of more the endpoint is the reason. */
const TOLERATED = 2;
/** Timers sleep through a suspended machine: look at the clock again at least this often. */
const LONGEST_SLEEP_MS = 30_000;
/** Names that were taken are cut off once they are so many. */
const TAKEN = 1_000;

/** One endpoint, and what waits for it. */
export interface Queue {
	readonly context: EndpointContext;
	readonly endpoint: EventEndpoint;
	/** Their turn has come; those before `head` are taken. */
	ready: string[];
	head: number;
	/** What failed, and when it is tried again, in epoch milliseconds. */
	readonly later: Map<string, number>;
	readonly underWay: Set<Promise<void>>;
	/** How often in a row the endpoint failed. */
	failures: number;
	/** Since when, why, and until when nothing is sent to it. */
	failing: { readonly since: number; readonly why: string } | undefined;
	pausedUntil: number;
	wake: AbortController;
}

/** An endpoint with nothing to send. */
export function openEndpoint(context: EndpointContext, endpoint: EventEndpoint): EndpointQueue {
	const queue: Queue = {
		...{ context, endpoint, ready: [], head: 0, later: new Map(), underWay: new Set() },
		...{ failures: 0, failing: undefined, pausedUntil: 0, wake: new AbortController() },
	};
	context.signal.addEventListener("abort", () => queue.wake.abort(), { once: true });
	return {
		name: endpoint.name,
		add: (key) => {
			queue.ready.push(key);
			queue.wake.abort();
		},
		run: async (left) => {
			queue.ready = [...left, ...queue.ready];
			if (endpoint.target !== undefined) await runLoop(queue);
		},
		waiting: () => queue.ready.length - queue.head + queue.later.size + queue.underWay.size,
	};
}

async function runLoop(queue: Queue): Promise<void> {
	const { context, underWay } = queue;
	while (!context.signal.aborted) {
		queue.wake = new AbortController();
		const key = nextKey(queue);
		if (key === undefined) await sleep(queue);
		else follow(queue, key);
	}
	await Promise.all(underWay);
}

/** One whose turn it is. Of an endpoint that fails one at a time is tried. */
function nextKey(queue: Queue): string | undefined {
	const { later, underWay, pausedUntil, failures } = queue;
	const now = queue.context.clock.now();
	if (pausedUntil > now || underWay.size >= (failures > TOLERATED ? 1 : AT_ONCE)) return undefined;
	for (const [key, at] of later) {
		if (at > now) continue;
		later.delete(key);
		return key;
	}
	const key = queue.ready[queue.head];
	if (key === undefined) return undefined;
	queue.head += 1;
	if (queue.head >= Math.min(TAKEN, queue.ready.length)) {
		queue.ready = queue.ready.slice(queue.head);
		queue.head = 0;
	}
	return key;
}

/** Until something may be sent: one under way that ends wakes it. */
async function sleep({ context: { clock }, later, wake, pausedUntil }: Queue): Promise<void> {
	const now = clock.now();
	let next = Number.POSITIVE_INFINITY;
	for (const at of later.values()) next = Math.min(next, at);
	const until = pausedUntil > now ? pausedUntil : next;
	const ms = Math.max(1, Math.min(LONGEST_SLEEP_MS, until - now));
	await clock.sleep(ms, wake.signal).catch(() => undefined);
}

function follow(queue: Queue, key: string): void {
	const { context, underWay } = queue;
	const work = attempt(queue, key)
		.catch((error: unknown) => {
			if (context.signal.aborted) return;
			// Its record cannot be read or written now: nothing is lost.
			logFailure(error, context.log);
			queue.later.set(key, context.clock.now() + pauseMs("event", queue.failures + TOLERATED));
		})
		.finally(() => {
			underWay.delete(work);
			queue.wake.abort();
		});
	underWay.add(work);
}

async function attempt(queue: Queue, key: string): Promise<void> {
	const { context, endpoint, failing } = queue;
	const came = await sendEvent(context, { key, endpoint, failing });
	if (came === undefined) return;
	const { event, what, again, result } = came;
	if (result?.kind === "taken") Object.assign(queue, { failures: 0, failing: undefined, pausedUntil: 0 });
	if (result?.kind === "not-taken") failed(queue, { ...result, since: again.since });
	if (again.at !== undefined) queue.later.set(key, again.at);
	context.heard(what, event, endpoint.name);
}

interface Failure {
	readonly why: string;
	readonly afterMs?: number;
	/** When the event failed first. */
	readonly since: number;
}

/** Those sent at once fail once. */
function failed(queue: Queue, { why, afterMs = 0, since }: Failure): void {
	const now = queue.context.clock.now();
	queue.failing = { since: Math.min(since, queue.failing?.since ?? now), why };
	if (queue.pausedUntil > now) return;
	queue.failures += 1;
	const pause = queue.failures > TOLERATED ? pauseMs("endpoint", queue.failures - TOLERATED) : 0;
	queue.pausedUntil = now + Math.max(pause, afterMs);
}
