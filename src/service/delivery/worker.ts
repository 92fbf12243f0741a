import type { Clock } from "../../system/clock.ts";
import { logFailure } from "../failure-messages.ts";
import { isPublished } from "../lifecycle.ts";
import type { PublishRecord } from "../store/shapes.ts";
import { advance, type Mover } from "./advance.ts";
import { type DeliveryContext, newQueuedPost, type QueuedPost } from "./context.ts";
import { openLanes } from "./lanes.ts";
import { isUnderWay, nextReview } from "./review.ts";
import { changeAsAsked } from "./take-back.ts";

/** Delivers publishing tasks: immediate ones at once, scheduled ones at their minute. */
export interface DeliveryWorker {
	/** Delivers a task at its time. To be told of every change of one that waits. */
	take(task: PublishRecord): void;
	/** Changes a task as a client asks for, see `changeAsAsked`; to be taken afterwards. */
	change(id: string, change: (before: PublishRecord) => PublishRecord): Promise<PublishRecord>;
	/**
	 * Resolves once platforms have what they publish by themselves, as far as they can be given it now.
	 * `waiting` is called where that takes a while.
	 */
	given(signal: AbortSignal, waiting: () => void): Promise<void>;
	/** How many deliveries wait or are under way. */
	open(): number;
	/**
	 * Takes up what a former process left open; overdue posts are delivered now and marked late. What is lost
	 * of what was made of delivered posts is made again meanwhile.
	 */
	resume(): Promise<void>;
	/**
	 * Begins nothing new and waits for the deliveries under way, at most so many milliseconds; then aborts
	 * them.
	 */
	close(waitMs: number): Promise<void>;
}

/**
 * Timers may sleep through a suspended machine, and cannot count beyond 24 days: look again at least this
 * often.
 */
const LONGEST_SLEEP_MS = 30_000;

/** What the parts of one worker share. */
interface Worker extends Mover {
	readonly closingSoon: AbortController;
	readonly abortingSoon: AbortController;
	/** Posts by task and account: none is delivered twice at once. */
	readonly entries: Map<string, QueuedPost>;
	/** What runs beside the loop and has to end before the worker does. */
	readonly underWay: Set<Promise<void>>;
	/** Ends the sleep of the loop. */
	wake: AbortController;
	/** When that sleep ends by itself. */
	wakesAt: number;
}

/** Starts the worker's loop; it ends with `close`. */
export function startDeliveries(context: DeliveryContext): DeliveryWorker {
	const [closingSoon, abortingSoon] = [new AbortController(), new AbortController()];
	const worker: Worker = {
		context,
		laneOf: openLanes(),
		closing: closingSoon.signal,
		aborting: abortingSoon.signal,
		closingSoon,
		abortingSoon,
		entries: new Map(),
		underWay: new Set(),
		wake: new AbortController(),
		wakesAt: 0,
	};
	const ended = runLoop(worker);
	return {
		take: (task) => take(worker, task),
		change: (id, change) => changeAsAsked(worker, id, change),
		open: () => worker.entries.size,
		given: (signal, waiting) => whenGiven(worker, { signal, waiting }),
		resume: () => resume(worker),
		close: async (waitMs) => {
			closingSoon.abort(new Error("the service is closing"));
			worker.wake.abort();
			const abort = () => abortingSoon.abort(new Error("the service is closing"));
			const timer = setTimeout(abort, waitMs);
			await ended;
			await Promise.all(worker.underWay);
			clearTimeout(timer);
		},
	};
}

async function resume(worker: Worker): Promise<void> {
	const { context, closing } = worker;
	const rebuilt = context.rebuild(closing);
	follow(
		worker,
		rebuilt.catch((error: unknown) => logFailure(error, context.log)),
	);
	const isOpen = (task: PublishRecord) => isUnderWay(task, context.clock.now());
	// The loop looks through all that wait: it is woken once for all of them.
	for await (const task of context.publishes.eachCurrent(isOpen)) queue(worker, task);
	worker.wake.abort();
}

function take(worker: Worker, task: PublishRecord): void {
	queue(worker, task);
	worker.wake.abort();
}

/** To be looked at once the loop wakes. */
function queue({ context, entries, closing }: Worker, task: PublishRecord): void {
	if (closing.aborted) return;
	const due = task.scheduledAt ?? task.createdAt;
	for (const target of task.targets) {
		const { accountId, status } = target;
		const key = `${task.id} ${accountId}`;
		const entry = entries.get(key);
		if (entry) Object.assign(entry, { due, at: 0, again: true });
		else if (!isPublished(status) || nextReview(target, context.clock.now()) !== undefined)
			entries.set(key, newQueuedPost({ taskId: task.id, accountId, due }));
	}
}

/** What waits longer than this, or was in vain so often, goes on in another run. */
const SOON_MS = 5 * 60_000;
const MOST_FAULTS = 5;
const LOOK_MS = 100;
/** Looks after which somebody is told. */
const QUIET = 10;

async function whenGiven(
	{ context: { clock }, entries }: Worker,
	{ signal, waiting }: { readonly signal: AbortSignal; readonly waiting: () => void },
): Promise<void> {
	const isOpen = ({ isGiving = true, needsAccount, faults, running, again, at }: QueuedPost) =>
		isGiving &&
		needsAccount === undefined &&
		faults < MOST_FAULTS &&
		(running || again || at - clock.now() < SOON_MS);
	for (let looks = 0; [...entries.values()].some(isOpen); looks += 1) {
		if (looks === QUIET) waiting();
		await clock.sleep(LOOK_MS, signal);
	}
}

async function runLoop(worker: Worker): Promise<void> {
	const { context, closing, entries } = worker;
	while (!closing.aborted) {
		worker.wake = new AbortController();
		const now = context.clock.now();
		const idle = [...entries].filter(([, { running }]) => !running);
		const ready = idle.filter(([, { at }]) => at <= now).sort(([, a], [, b]) => a.due - b.due);
		for (const [key, entry] of ready) follow(worker, look(worker, key, entry));
		const next = Math.min(...idle.filter(([, { at }]) => at > now).map(([, { at }]) => at));
		worker.wakesAt = Math.min(next, now + LONGEST_SLEEP_MS);
		await sleepUntil(context.clock, next, worker.wake.signal);
	}
}

/** Takes one post further, and says when to look at it again. */
async function look(worker: Worker, key: string, entry: QueuedPost): Promise<void> {
	entry.running = true;
	entry.again = false;
	const next = await advance(worker, entry);
	entry.running = false;
	if (entry.again) entry.at = 0;
	else if (next !== undefined) entry.at = next;
	else worker.entries.delete(key);
	// The loop looks through all of them: tens of thousands that wait for months must not wake it each.
	if (entry.at < worker.wakesAt) worker.wake.abort();
}

function follow({ underWay }: Worker, work: Promise<void>): void {
	underWay.add(work);
	void work.finally(() => underWay.delete(work));
}

/** Until then, the longest sleep, or the signal aborts. */
async function sleepUntil(clock: Clock, at: number, signal: AbortSignal): Promise<void> {
	const ms = Math.min(LONGEST_SLEEP_MS, at - clock.now());
	await clock.sleep(Math.max(1, ms), signal).catch(() => undefined);
}
