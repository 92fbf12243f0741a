import { type EpochMs, epochMs } from "../model/brand.ts";
import type { NotifyRules } from "../model/notify.ts";
import { joined, type Note } from "./note.ts";
import { isQuiet } from "./quiet-hours.ts";

/** What a channel has still to send, and how it went. */
export interface Queue {
	/** Not tried yet, oldest first. */
	readonly waiting: readonly Note[];
	/** Under way: sent as it is until it is taken, so that a receiver knows it again. */
	readonly sending?: Attempt;
	/** When messages were taken within the last hour. */
	readonly sent: readonly EpochMs[];
	/** How many were given up since one was taken. */
	readonly dropped: number;
	/** Why the last attempt failed. Absent: it did not. */
	readonly trouble?: string;
}

interface Attempt {
	readonly note: Note;
	/** How often it failed. */
	readonly failures: number;
	readonly nextAt: EpochMs;
}

export const EMPTY_QUEUE: Queue = { waiting: [], sent: [], dropped: 0 };

/** What a channel does now. */
export type QueueStep =
	| { readonly kind: "send"; readonly note: Note; readonly queue: Queue }
	| { readonly kind: "wait"; readonly forMs: number }
	| { readonly kind: "idle" };

const HOUR_MS = 3_600_000;
/** More messages than these do not wait. */
const MOST_WAITING = 100;
/** What was not taken within this time is given up: it is history by then. Milliseconds. */
const GIVE_UP_MS = 3 * 24 * HOUR_MS;
const BACKOFF = { firstMs: 5_000, mostMs: 15 * 60_000 } as const;
/** Quiet hours are looked at this often, as clocks may be set. Milliseconds. */
const LOOK_MS = 60_000;

/** A message more; the oldest goes where there are too many. */
export function added(queue: Queue, note: Note): Queue {
	const waiting = [...queue.waiting, note];
	const over = Math.max(0, waiting.length - MOST_WAITING);
	return { ...queue, waiting: waiting.slice(over), dropped: queue.dropped + over };
}

/** What to do now. Everything that waits is sent as one message. */
export function nextStep(
	given: Queue,
	rules: Pick<NotifyRules, "quiet" | "timezone" | "atMost">,
	now: EpochMs,
): QueueStep {
	const queue = withoutOld(given, now);
	const [first] = queue.waiting;
	if (queue.sending === undefined && first === undefined) return { kind: "idle" };
	if (isQuiet(now, rules)) return { kind: "wait", forMs: LOOK_MS };
	const recent = queue.sent.filter((at) => at <= now && now - at < HOUR_MS);
	if (recent.length >= rules.atMost)
		return { kind: "wait", forMs: Math.min(LOOK_MS, untilFree(recent, now)) };
	if (queue.sending !== undefined) {
		const forMs = Math.min(queue.sending.nextAt - now, BACKOFF.mostMs);
		return forMs > 0 ? { kind: "wait", forMs } : { kind: "send", note: queue.sending.note, queue };
	}
	const together = joined(queue.waiting);
	if (first === undefined || together === undefined) return { kind: "idle" };
	const note = { id: first.id, ...together };
	return {
		kind: "send",
		note,
		queue: { ...queue, waiting: [], sending: { note, failures: 0, nextAt: now } },
	};
}

/** It was taken. */
export function taken({ sending: _, trouble: __, ...queue }: Queue, now: EpochMs): Queue {
	return { ...queue, sent: [...queue.sent.filter((at) => now - at < HOUR_MS), now], dropped: 0 };
}

/** It was not taken, or nobody knows: it is tried again after a pause, or when the receiver says. */
export function notTaken(
	queue: Queue,
	{ why, now, afterMs = 0 }: { readonly why: string; readonly now: EpochMs; readonly afterMs?: number },
): Queue {
	if (queue.sending === undefined) return queue;
	const failures = queue.sending.failures + 1;
	const pause = Math.min(BACKOFF.mostMs, BACKOFF.firstMs * 2 ** (failures - 1));
	const nextAt = epochMs(now + Math.max(pause, Math.min(afterMs, HOUR_MS)));
	return { ...queue, sending: { ...queue.sending, failures, nextAt }, trouble: why };
}

function untilFree(recent: readonly EpochMs[], now: EpochMs): number {
	return Math.max(1, Math.min(...recent) + HOUR_MS - now);
}

function withoutOld(queue: Queue, now: EpochMs): Queue {
	const isOld = ({ at }: Note) => now - Date.parse(at) > GIVE_UP_MS;
	const waiting = queue.waiting.filter((note) => !isOld(note));
	const { sending, ...rest } = queue;
	const isGivenUp = sending !== undefined && isOld(sending.note);
	const dropped = queue.dropped + queue.waiting.length - waiting.length + (isGivenUp ? 1 : 0);
	return { ...rest, waiting, dropped, ...(sending !== undefined && !isGivenUp && { sending }) };
}
