import { defined } from "../../model/defined.ts";
import type { WirePublishConfig } from "../../wire/messages.gen.ts";
import { isPublished } from "../lifecycle.ts";
import { Refusal } from "../refusal.ts";
import type { LateRule, PublishRecord, PublishTarget } from "../store/shapes.ts";
import type { Images } from "./images.ts";
import { promised } from "./promised.ts";
import { attemptOf, isHeldThere, next } from "./transitions.ts";

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

/** The task, never to be delivered. The same task where it was cancelled before. Throws `Refusal` 409. */
export function cancelled(task: PublishRecord): PublishRecord {
	if (task.status === "CANCELLED") return task;
	checkHeldHere(task);
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
	checkHeldHere(task);
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

function checkHeldHere({ status, targets }: PublishRecord): void {
	if (status === "SCHEDULED" && targets.some(isHeldThere))
		throw new Refusal(409, "Its platform has just been given this post: try again.");
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
