import type { WirePublishStatus } from "../../wire/names.ts";
import { isPublished, publishMayBecome, publishOutcome } from "../lifecycle.ts";
import type { PublishRecord, PublishTarget } from "../store/shapes.ts";

/**
 * Every change of a publishing task, as functions of the record as it is when it is written: passed to
 * `publishes.change`, each is a compare-and-swap. Whoever comes second sees what the first has done.
 */

/** Counts the changes of a task. Records of former versions of the service have none. */
export function versionOf({ version = 1 }: Pick<PublishRecord, "version">): number {
	return version;
}

/** Whether its minute is still to come. */
export function isAhead({ scheduledAt }: PublishRecord, now: number): boolean {
	return scheduledAt !== null && scheduledAt > now;
}

/**
 * The task as its delivery begins. The same task where it does not: it was cancelled, moved to a later time,
 * or had begun before.
 */
export function begun(task: PublishRecord, now: number): PublishRecord {
	const { status } = task;
	return isPublished(status) || status === "PROCESSING" || isAhead(task, now)
		? task
		: withStatus(task, "PROCESSING");
}

/** A change that came too late: the post was changed, cancelled or ended meanwhile. */
export class Superseded extends Error {}

/** One attempt at a post to one account. */
export interface DeliveryAttempt {
	readonly accountId: string;
	readonly attempt: number;
}

/** Counts attempts from 1. */
export function attemptOf({ accountId, attempt = 1 }: PublishTarget): DeliveryAttempt {
	return { accountId, attempt };
}

/** What is known of an attempt, and what of it holds no more. */
export interface ProgressChange extends Partial<PublishTarget> {
	readonly without?: readonly ("note" | "needsAccount" | "progress" | "armedAt" | "destination")[];
}

/**
 * The task with what is known of an attempt under way. Its version stays: no client sees another post.
 * Throws `Superseded`.
 */
export function withProgress(
	task: PublishRecord,
	attempt: DeliveryAttempt,
	{ without = [], ...changed }: ProgressChange,
): PublishRecord {
	const isNews = changed.note !== undefined || without.includes("note");
	const dropped: readonly string[] = isNews ? [...without, "needsAccount", "waitsUntil"] : without;
	const kept = Object.entries(openTarget(task, attempt)).filter(([name]) => !dropped.includes(name));
	const target = { ...(Object.fromEntries(kept) as unknown as PublishTarget), ...changed };
	return { ...task, targets: replaced(task, attempt.accountId, target) };
}

/** Whether its platform was given it, and publishes it at its time by itself. */
export function isHeldThere({ phase, isNative }: PublishTarget): boolean {
	return isNative === true && (phase === "armed" || phase === "settling");
}

/** The task as if none of its platforms had been given it. */
export function allTakenBack(task: PublishRecord): PublishRecord {
	return { ...task, targets: task.targets.map((each) => (isHeldThere(each) ? takenBack(each) : each)) };
}

/** The target as it is once its platform does not have it any more. */
export function takenBack(target: PublishTarget): PublishTarget {
	const { progress: _, armedAt: __, isNative: ___, note: ____, ...rest } = target;
	return { ...rest, phase: "queued", attempt: attemptOf(target).attempt + 1 };
}

/** The task as the call that makes it public is about to leave. Throws `Superseded`. */
export function armed(
	task: PublishRecord,
	attempt: DeliveryAttempt,
	{ now, ...changed }: Partial<PublishTarget> & { readonly now: number },
): PublishRecord {
	const { note: _, needsAccount: __, waitsUntil: ___, ...target } = openTarget(task, attempt);
	const isEarly = isAhead(task, now);
	if ((isEarly && !changed.isNative) || target.phase === "armed" || target.phase === "settling")
		throw new Superseded(`publishing task ${task.id} is not to be published now`);
	const targets = replaced(task, attempt.accountId, { ...target, ...changed, phase: "armed", armedAt: now });
	// Until its time comes a client may take it back: what it read of it holds.
	return task.status === "PROCESSING" || isEarly
		? { ...task, targets }
		: next(task, { targets, status: "PROCESSING" });
}

/** The task with the end of a post to one account; the last one ends the task. Throws `Superseded`. */
export function ended(
	task: PublishRecord,
	attempt: DeliveryAttempt,
	changed: Partial<PublishTarget> & Pick<PublishTarget, "status">,
): PublishRecord {
	const { note: _, needsAccount: __, waitsUntil: ___, progress: ____, ...target } = openTarget(task, attempt);
	const targets = replaced(task, attempt.accountId, { ...target, ...changed });
	const isLast = targets.every(({ status }) => isPublished(status));
	const status = isLast ? publishOutcome(targets.map((each) => each.status)) : "PROCESSING";
	return next(task, { targets, status });
}

function openTarget(task: PublishRecord, { accountId, attempt }: DeliveryAttempt): PublishTarget {
	const target = task.targets.find((each) => each.accountId === accountId);
	if (!target || isPublished(target.status) || attemptOf(target).attempt !== attempt)
		throw new Superseded(`publishing task ${task.id} was changed meanwhile`);
	return target;
}

/** The targets with another one for the account. */
export function replaced(
	{ targets }: PublishRecord,
	accountId: string,
	target: PublishTarget,
): readonly PublishTarget[] {
	return targets.map((each) => (each.accountId === accountId ? target : each));
}

/** The task in another status. */
export function withStatus(task: PublishRecord, status: WirePublishStatus): PublishRecord {
	if (!publishMayBecome(task.status, status))
		throw new Error(`publishing task ${task.id} cannot go from ${task.status} to ${status}`);
	return next(task, { status });
}

/** The task with what became of one target. */
export function withTarget(task: PublishRecord, target: PublishTarget): PublishRecord {
	return next(task, {
		targets: task.targets.map((each) => (each.accountId === target.accountId ? target : each)),
	});
}

/** The task in its next version. */
export function next(task: PublishRecord, changed: Partial<PublishRecord>): PublishRecord {
	return { ...task, ...changed, version: versionOf(task) + 1 };
}
