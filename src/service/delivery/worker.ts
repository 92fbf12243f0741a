import { dirname, join } from "node:path";
import pLimit from "p-limit";
import type { Clock } from "../../system/clock.ts";
import { failureMessage, logFailure } from "../failure-messages.ts";
import type { Renders } from "../jobs/renders.ts";
import { isPublished, publishOutcome } from "../lifecycle.ts";
import type { AccountBook } from "../store/accounts.ts";
import type { DeliveryCount } from "../store/delivery-count.ts";
import type { Records } from "../store/records.ts";
import type { PublishRecord, PublishTarget } from "../store/shapes.ts";
import { type Delivery, deliver, deliveredBefore } from "./deliver.ts";
import { type Feeds, rebuildFeeds, writeFeed } from "./feed.ts";
import { begun, isAhead, withStatus, withTarget } from "./transitions.ts";

export interface DeliveryContext extends Feeds {
	/** Data folder of the service. */
	readonly data: string;
	readonly clock: Clock;
	readonly renders: Renders;
	readonly publishes: Records<PublishRecord>;
	readonly accounts: AccountBook;
	readonly count: DeliveryCount;
	readonly log: (text: string) => void;
}

/** Delivers publishing tasks: immediate ones at once, scheduled ones at their minute. */
export interface DeliveryWorker {
	/** Delivers a task at its time. To be told of every change of one that waits. */
	take(task: PublishRecord): void;
	/**
	 * Takes up what a former process left open; overdue posts are delivered now and marked late. Feeds are
	 * rebuilt meanwhile.
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
const AT_ONCE = 2;

/** What the parts of one worker share. */
interface Worker {
	readonly context: DeliveryContext;
	/** Nothing new begins. */
	readonly closing: AbortController;
	/** Deliveries under way end. */
	readonly aborting: AbortController;
	readonly waiting: Map<string, PublishRecord>;
	/** Ids of tasks whose delivery is queued or under way: none is delivered twice at once. */
	readonly delivering: Set<string>;
	/** What runs beside the loop and has to end before the worker does. */
	readonly underWay: Set<Promise<void>>;
	/** Ends the sleep of the loop. */
	wake: AbortController;
}

/** Starts the worker's loop; it ends with `close`. */
export function startDeliveries(context: DeliveryContext): DeliveryWorker {
	const worker: Worker = {
		context,
		closing: new AbortController(),
		aborting: new AbortController(),
		waiting: new Map(),
		delivering: new Set(),
		underWay: new Set(),
		wake: new AbortController(),
	};
	const ended = runLoop(worker);
	return {
		take: (task) => take(worker, task),
		resume: async () => {
			const failed = (error: unknown) => logFailure(error, context.log);
			follow(worker, rebuildFeeds(context, { failed, signal: worker.closing.signal }));
			for (const task of await context.publishes.all()) take(worker, task);
		},
		close: async (waitMs) => {
			worker.closing.abort();
			worker.wake.abort();
			const abort = () => worker.aborting.abort(new Error("the service is closing"));
			const timer = setTimeout(abort, waitMs);
			await ended;
			await Promise.all(worker.underWay);
			clearTimeout(timer);
		},
	};
}

function take({ waiting, wake, closing }: Worker, task: PublishRecord): void {
	if (closing.signal.aborted) return;
	if (isPublished(task.status)) waiting.delete(task.id);
	else waiting.set(task.id, task);
	wake.abort();
}

async function runLoop(worker: Worker): Promise<void> {
	const { context, closing, waiting, delivering } = worker;
	const limit = pLimit(AT_ONCE);
	while (!closing.signal.aborted) {
		worker.wake = new AbortController();
		const now = context.clock.now();
		const idle = [...waiting.values()].filter(({ id }) => !delivering.has(id));
		for (const { id } of idle.filter((task) => !isAhead(task, now))) {
			waiting.delete(id);
			delivering.add(id);
			follow(worker, limit(deliverQueued, worker, id));
		}
		const later = idle.filter((task) => isAhead(task, now));
		await sleepUntilNext(context.clock, later, worker.wake.signal);
	}
}

/** Delivers a task when it is its turn; one that was moved by then waits again. */
async function deliverQueued(worker: Worker, id: string): Promise<void> {
	const { context, closing, aborting, waiting, delivering } = worker;
	const moved = closing.signal.aborted ? undefined : await deliverTask(context, id, aborting.signal);
	delivering.delete(id);
	if (moved && !waiting.has(id)) take(worker, moved);
	worker.wake.abort();
}

function follow({ underWay }: Worker, work: Promise<void>): void {
	underWay.add(work);
	work.finally(() => underWay.delete(work));
}

/** Until the next post is due or the signal aborts. */
async function sleepUntilNext(
	clock: Clock,
	waiting: readonly PublishRecord[],
	signal: AbortSignal,
): Promise<void> {
	const now = clock.now();
	const next = Math.min(LONGEST_SLEEP_MS, ...waiting.map(({ scheduledAt }) => (scheduledAt ?? now) - now));
	await clock.sleep(Math.max(1, next), signal).catch(() => undefined);
}

/**
 * Delivers to the accounts that are open, one after the other; each outcome is on disk before the next
 * begins. Whether it begins at all is decided with the record as it is now. Gives the task where it is to be
 * delivered later. Never rejects.
 */
async function deliverTask(
	context: DeliveryContext,
	id: string,
	signal: AbortSignal,
): Promise<PublishRecord | undefined> {
	const { publishes, clock, log } = context;
	try {
		const task = await publishes.change(id, (before) => begun(before, clock.now()));
		if (task.status !== "PROCESSING") return task;
		await context.count.bump();
		for (const target of task.targets.filter((each) => !isPublished(each.status))) {
			const outcome = await deliverTarget(context, { task, target }, signal);
			await publishes.change(id, (before) => withTarget(before, { ...target, ...outcome }));
		}
		await publishes.change(id, (before) =>
			withStatus(before, publishOutcome(before.targets.map((each) => each.status))),
		);
	} catch (error) {
		// The record was not written, or the service is closing: the task stays open and the next process takes
		// it up.
		if (!signal.aborted) logFailure(error, log);
	}
	return undefined;
}

type Post = Pick<Delivery, "task" | "target">;

async function deliverTarget(
	context: DeliveryContext,
	post: Post,
	signal: AbortSignal,
): Promise<Partial<PublishTarget>> {
	const delivery = {
		...post,
		outbox: context.outbox,
		data: context.data,
		renders: context.renders,
		now: context.clock.now,
	};
	try {
		// First: a process may have delivered and died before it recorded that. The post is out, whatever the
		// account is now.
		const before = await deliveredBefore(delivery);
		if (before) {
			await updateFeed(context, before.location);
			return { status: "DONE", ...before };
		}
		const account = await context.accounts.find(post.target.accountId);
		if (!account?.token_valid)
			return { status: "ERROR", error: "The account token is invalid: reconnect the account." };
		const delivered = await deliver(delivery, { signal, progress: () => undefined });
		await updateFeed(context, delivered.location);
		return { status: "DONE", ...delivered };
	} catch (error) {
		signal.throwIfAborted();
		return { status: "ERROR", error: failureMessage(error, context.log) };
	}
}

/** A feed can be made again from its posts, so one that cannot be written does not make the delivery fail. */
async function updateFeed(context: DeliveryContext, location: string): Promise<void> {
	await writeFeed(context, join(context.outbox, dirname(location))).catch((error: unknown) =>
		logFailure(error, context.log),
	);
}
