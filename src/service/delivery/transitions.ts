import { defined } from "../../model/defined.ts";
import type { WirePublishConfig } from "../../wire/messages.gen.ts";
import type { WirePublishStatus } from "../../wire/names.ts";
import { isPublished, publishMayBecome } from "../lifecycle.ts";
import { Refusal } from "../refusal.ts";
import type { PublishRecord, PublishTarget } from "../store/shapes.ts";
import type { Images } from "./images.ts";

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
	checkWaiting(task, "cancelled");
	return next(task, {
		status: "CANCELLED",
		targets: task.targets.map((target) => ({ ...target, status: "CANCELLED" })),
	});
}

/** The task with another time or other texts. Throws `Refusal` 409. */
export function updated(
	task: PublishRecord,
	{ scheduledAt, scheduleId, configs, images }: PostUpdate,
): PublishRecord {
	checkWaiting(task, "updated");
	const status = scheduledAt === undefined ? task.status : "SCHEDULED";
	const targets = task.targets.map((target) => ({
		...(configs.has(target.accountId) ? withoutImage(target) : target),
		...defined({ config: configs.get(target.accountId), image: images.get(target.accountId) }),
		status,
	}));
	if (scheduledAt === undefined) return next(task, { targets });
	return next(task, { status, targets, scheduledAt, scheduleId: task.scheduleId ?? scheduleId });
}

/**
 * The task with what failed to be delivered again. A failed target was certainly not delivered: its folder in
 * the outbox is asked for before everything else, and renamed into place as the last step. Throws `Refusal`
 * 409.
 */
export function retried(task: PublishRecord): PublishRecord {
	if (!isPublished(task.status) || !task.targets.some(({ status }) => status === "ERROR"))
		throw new Refusal(409, `Nothing of this publishing task has failed: it is ${task.status}.`);
	// What is delivered in part is under way: it can no longer be cancelled.
	const isUnderWay = task.targets.some(({ status }) => status === "DONE");
	return next(task, {
		status: isUnderWay ? "PROCESSING" : "PENDING",
		targets: task.targets.map((target) => (target.status === "ERROR" ? untried(target) : target)),
	});
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

function untried({ accountId, platform, username, config, image }: PublishTarget): PublishTarget {
	return defined({ accountId, platform, username, config, image, status: "PENDING" as const });
}

function withoutImage({ image: _, ...target }: PublishTarget): PublishTarget {
	return target;
}

function next(task: PublishRecord, changed: Partial<PublishRecord>): PublishRecord {
	return { ...task, ...changed, version: versionOf(task) + 1 };
}
