import { defined } from "../../model/defined.ts";
import type { WirePublishConfig } from "../../wire/messages.gen.ts";
import type { WirePublishStatus } from "../../wire/names.ts";
import { isPublished, publishMayBecome, publishOutcome } from "../lifecycle.ts";
import { Refusal } from "../refusal.ts";
import type { LateRule, PublishRecord, PublishTarget } from "../store/shapes.ts";
import type { Images } from "./images.ts";
import { promised } from "./promised.ts";

/**
 * Every change of a publishing task, as functions of the record as it is when it is written: passed to
 * `publishes.change`, each is a compare-and-swap. Whoever comes second sees what the first has done.
 */

/** What a client may change of a post that waits. Configs by account id; each replaces a whole config. */
export interface PostUpdate {
	readonly scheduledAt?: number;
	/** Given to a post that was to go out at once. */
	readonly scheduleId: string;
	readonly configs: ReadonlyMap<string, WirePublishConfig>;
	/** Absent: the rule that it has. */
	readonly late?: LateRule;
	/** Thumbnails that the configs name. */
	readonly images: Images;
}

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

/** The task, never to be delivered. The same task where it was cancelled before. Throws `Refusal` 409. */
export function cancelled(task: PublishRecord): PublishRecord {
	if (task.status === "CANCELLED") return task;
	const mayBe = (target: PublishTarget) => isHeldUp(target) || target.phase === "held";
	if (!task.targets.every(mayBe)) checkWaiting(task, "cancelled");
	return next(task, {
		status: "CANCELLED",
		targets: task.targets.map((target) => ({
			...(target.phase === "held" ? unheld(target) : target),
			status: "CANCELLED",
		})),
	});
}

/** The task with another time or other texts. Throws `Refusal` 409. */
export function updated(
	task: PublishRecord,
	{ scheduledAt, scheduleId, configs, images, late = task.late }: PostUpdate,
): PublishRecord {
	checkWaiting(task, "updated");
	const status = scheduledAt === undefined ? task.status : "SCHEDULED";
	const targets = task.targets.map((target) => ({
		...unprepared(configs.has(target.accountId) ? withoutImage(target) : target),
		...defined({ config: configs.get(target.accountId), image: images.get(target.accountId) }),
		status,
	}));
	const changed = { targets, ...defined({ late }) };
	if (scheduledAt === undefined) return next(task, changed);
	return next(task, { ...changed, status, scheduledAt, scheduleId: task.scheduleId ?? scheduleId });
}

/**
 * The task with what failed to be delivered again. A failed target was certainly not delivered: its folder in
 * the outbox is asked for before everything else, and renamed into place as the last step. Throws `Refusal`
 * 409.
 */
export function retried(task: PublishRecord): PublishRecord {
	const failed = task.targets.filter(({ status }) => status === "ERROR");
	if (!isPublished(task.status) || failed.length === 0)
		throw new Refusal(409, `Nothing of this publishing task has failed: it is ${task.status}.`);
	if (failed.every(({ phase }) => phase === "unknown"))
		throw new Refusal(409, "It is unknown whether this was posted: say what became of it first.");
	// What is delivered in part is under way: it can no longer be cancelled.
	const isUnderWay = task.targets.some(({ status }) => status === "DONE");
	return next(task, {
		status: isUnderWay ? "PROCESSING" : "PENDING",
		targets: task.targets.map((target) => (isRefused(target) ? untried(target) : target)),
	});
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

/** The task as the call that makes it public is about to leave. Throws `Superseded`. */
export function armed(
	task: PublishRecord,
	attempt: DeliveryAttempt,
	{ now, ...changed }: Partial<PublishTarget> & { readonly now: number },
): PublishRecord {
	const { note: _, needsAccount: __, waitsUntil: ___, ...target } = openTarget(task, attempt);
	if (isAhead(task, now) || target.phase === "armed" || target.phase === "settling")
		throw new Superseded(`publishing task ${task.id} is not to be published now`);
	const targets = replaced(task, attempt.accountId, { ...target, ...changed, phase: "armed", armedAt: now });
	return task.status === "PROCESSING" ? { ...task, targets } : next(task, { targets, status: "PROCESSING" });
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

function checkWaiting({ status }: PublishRecord, change: string): void {
	if (status !== "PENDING" && status !== "SCHEDULED")
		throw new Refusal(409, `This publishing task is ${status}: it can no longer be ${change}.`);
}

/** Waits for something although it is due, and nothing of it can have been posted. */
function isHeldUp({ status, note, armedAt }: PublishTarget): boolean {
	return !isPublished(status) && note !== undefined && armedAt === undefined;
}

/** Certainly not posted, and ended. */
function isRefused({ status, phase }: PublishTarget): boolean {
	return status === "ERROR" && phase !== "unknown";
}

function untried({
	accountId,
	platform,
	username,
	config,
	image,
	attempt = 1,
	destination,
}: PublishTarget): PublishTarget {
	const status = "PENDING" as const;
	const again = { attempt: attempt + 1, isAskedFor: true } as const;
	return defined({
		accountId,
		platform,
		username,
		config,
		image,
		...promised(destination),
		...again,
		status,
	});
}

/**
 * What was prepared is for another time or has other texts, also where it is being prepared and no record
 * says so yet.
 */
function unprepared(target: PublishTarget): PublishTarget {
	const { phase: _, progress: __, note: ___, needsAccount: ____, waitsUntil: _____, ...held } = target;
	const { isAskedFor: ______, ...rest } = held;
	return { ...rest, attempt: attemptOf(target).attempt + 1 };
}

function unheld({ phase: _, error: __, ...target }: PublishTarget): PublishTarget {
	return target;
}

function withoutImage({ image: _, ...target }: PublishTarget): PublishTarget {
	return target;
}

/** The task in its next version. */
export function next(task: PublishRecord, changed: Partial<PublishRecord>): PublishRecord {
	return { ...task, ...changed, version: versionOf(task) + 1 };
}
