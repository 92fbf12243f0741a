import { dirname, join } from "node:path";
import pLimit from "p-limit";
import type { Clock } from "../../system/clock.ts";
import { logFailure, wordsFor } from "../failure-messages.ts";
import type { Renders } from "../jobs/renders.ts";
import { isPublished, publishMayBecome, publishOutcome } from "../lifecycle.ts";
import type { AccountBook } from "../store/accounts.ts";
import type { Records } from "../store/records.ts";
import type { PublishRecord, PublishTarget } from "../store/shapes.ts";
import { type Delivery, deliver, deliveredBefore } from "./deliver.ts";
import { type Feeds, rebuildFeeds, writeFeed } from "./feed.ts";

export interface DeliveryContext extends Feeds {
	readonly clock: Clock;
	readonly renders: Renders;
	readonly publishes: Records<PublishRecord>;
	readonly accounts: AccountBook;
	readonly log: (text: string) => void;
}

/** Delivers publishing tasks: immediate ones at once, scheduled ones at their minute. */
export interface DeliveryWorker {
	take(task: PublishRecord): void;
	/** Takes up everything a former process left open; what is overdue is delivered now and marked late. Feeds are mended meanwhile. */
	resume(): Promise<void>;
	/** Starts nothing new and waits for deliveries in flight, at most so many milliseconds; then aborts them. */
	close(waitMs: number): Promise<void>;
}

/** Timers may sleep through a suspended machine, and cannot count beyond 24 days: look again at least this often. */
const LONGEST_SLEEP_MS = 30_000;
const AT_ONCE = 2;

/** Starts the worker's loop; it ends with `close`. */
export function startDeliveries(context: DeliveryContext): DeliveryWorker {
	const closing = new AbortController();
	const cutting = new AbortController();
	const waiting = new Map<string, PublishRecord>();
	const flights = openFlights();
	const someAtATime = pLimit(AT_ONCE);
	let bell = new AbortController();
	const take = (task: PublishRecord) => {
		if (isPublished(task.status) || closing.signal.aborted) return;
		waiting.set(task.id, task);
		bell.abort();
	};
	const launch = (task: PublishRecord) => {
		waiting.delete(task.id);
		flights.follow(
			someAtATime(() => (closing.signal.aborted ? undefined : deliverTask(context, task, cutting.signal))),
		);
	};
	const loop = async () => {
		while (!closing.signal.aborted) {
			bell = new AbortController();
			for (const task of dueAt(waiting, context.clock.now())) launch(task);
			await sleepUntilNext(context.clock, waiting, bell.signal);
		}
	};
	const ended = loop();
	return {
		take,
		resume: async () => {
			flights.follow(
				rebuildFeeds(context, { failed: (error) => logFailure(error, context.log), signal: closing.signal }),
			);
			for (const task of await context.publishes.all()) take(task);
		},
		close: async (waitMs) => {
			closing.abort();
			bell.abort();
			const cut = setTimeout(() => cutting.abort(new Error("the service is closing")), waitMs);
			await ended;
			await flights.landed();
			clearTimeout(cut);
		},
	};
}

/** What runs beside the loop and must have ended before the worker has. */
function openFlights(): {
	readonly follow: (flight: Promise<void>) => void;
	readonly landed: () => Promise<unknown>;
} {
	const inFlight = new Set<Promise<void>>();
	return {
		follow: (flight) => {
			inFlight.add(flight);
			flight.finally(() => inFlight.delete(flight));
		},
		landed: () => Promise.all(inFlight),
	};
}

function dueAt(waiting: ReadonlyMap<string, PublishRecord>, now: number): readonly PublishRecord[] {
	return [...waiting.values()].filter((task) => (task.scheduledAt ?? now) <= now);
}

/** Until the next post is due or the signal rings. */
async function sleepUntilNext(
	clock: Clock,
	waiting: ReadonlyMap<string, PublishRecord>,
	signal: AbortSignal,
): Promise<void> {
	const now = clock.now();
	const next = Math.min(
		LONGEST_SLEEP_MS,
		...[...waiting.values()].map((task) => (task.scheduledAt ?? now) - now),
	);
	await clock.sleep(Math.max(1, next), signal).catch(() => undefined);
}

/** Delivers to every account that is still open, one after the other, each outcome on disk before the next begins. Never rejects. */
async function deliverTask(
	context: DeliveryContext,
	task: PublishRecord,
	signal: AbortSignal,
): Promise<void> {
	const { publishes, log } = context;
	try {
		if (task.status !== "PROCESSING")
			await publishes.change(task.id, (before) => moved(before, "PROCESSING"));
		for (const target of task.targets.filter((each) => !isPublished(each.status))) {
			const outcome = await deliverTarget(context, { task, target }, signal);
			await publishes.change(task.id, (before) => withTarget(before, { ...target, ...outcome }));
		}
		await publishes.change(task.id, (before) =>
			moved(before, publishOutcome(before.targets.map((each) => each.status))),
		);
	} catch (error) {
		// The record could not be written, or the service is closing: the task stays open and the next process goes on.
		if (signal.aborted) return;
		logFailure(error, log);
	}
}

type Post = Pick<Delivery, "task" | "target">;

async function deliverTarget(
	context: DeliveryContext,
	post: Post,
	signal: AbortSignal,
): Promise<Partial<PublishTarget>> {
	const delivery = { ...post, outbox: context.outbox, renders: context.renders, now: context.clock.now };
	try {
		// Asked first: what was delivered by a process that died before it could say so is posted, whatever the account is now.
		const before = await deliveredBefore(delivery);
		if (before) {
			await tell(context, before.location);
			return { status: "DONE", ...before };
		}
		const account = await context.accounts.find(post.target.accountId);
		if (!account?.token_valid)
			return { status: "ERROR", error: "The account token is invalid: reconnect the account." };
		const delivered = await deliver(delivery, { signal, progress: () => undefined });
		await tell(context, delivered.location);
		return { status: "DONE", ...delivered };
	} catch (error) {
		signal.throwIfAborted();
		return { status: "ERROR", error: wordsFor(error, context.log) };
	}
}

/** The feed follows the posts and can be made again from them, so a feed that cannot be written is no reason to call a post failed. */
async function tell(context: DeliveryContext, location: string): Promise<void> {
	await writeFeed(context, join(context.outbox, dirname(location))).catch((error: unknown) =>
		logFailure(error, context.log),
	);
}

function moved(task: PublishRecord, status: PublishRecord["status"]): PublishRecord {
	if (!publishMayBecome(task.status, status))
		throw new Error(`publishing task ${task.id} cannot go from ${task.status} to ${status}`);
	return { ...task, status };
}

function withTarget(task: PublishRecord, target: PublishTarget): PublishRecord {
	return {
		...task,
		targets: task.targets.map((each) => (each.accountId === target.accountId ? target : each)),
	};
}
