import { defined } from "../../model/defined.ts";
import { isPublished } from "../lifecycle.ts";
import type { PublishRecord, PublishTarget } from "../store/shapes.ts";
import type { DeliveryContext, QueuedPost } from "./context.ts";
import type { Posted } from "./destination.ts";
import { type Job, openTarget } from "./job.ts";
import { replaced } from "./transitions.ts";

const [FIRST_MS, LONGEST_MS] = [60_000, 4 * 3_600_000];

/** What is kept of a post that is looked at from now on. */
export function reviewed(
	{ destination }: Pick<Job, "destination">,
	{ id }: Posted,
	now: number,
): Pick<PublishTarget, "platformId" | "reviewUntil"> {
	const { review } = destination;
	return defined({ platformId: id, reviewUntil: review && now + review.forMs });
}

/** When to look next at a post that is out. Undefined: never again. */
export function nextReview(
	{ status, deliveredAt = 0, reviewUntil }: PublishTarget,
	now: number,
): number | undefined {
	if (status !== "DONE" || reviewUntil === undefined || now >= reviewUntil) return undefined;
	return now + Math.min(LONGEST_MS, Math.max(FIRST_MS, now - deliveredAt));
}

/** Whether there is still something to do for any account. */
export function isUnderWay({ targets }: PublishRecord, now: number): boolean {
	return targets.some((target) => !isPublished(target.status) || nextReview(target, now) !== undefined);
}

/** Looks at a post that is out and notes what became of it; says when to look again. */
export async function review(
	context: DeliveryContext,
	entry: QueuedPost,
	signal: AbortSignal,
): Promise<number | undefined> {
	const isOut = (target: PublishTarget) => nextReview(target, context.clock.now()) !== undefined;
	const job = await openTarget(context, { entry, signal, isWanted: (_, target) => isOut(target) });
	if (job === undefined) return undefined;
	const next = nextReview(job.target, context.clock.now());
	// It is connected otherwise by now, or cannot be read: then nothing is said of it.
	const seen = await job.destination.review
		?.look(job.work, defined({ id: job.target.platformId }))
		.catch(() => undefined);
	if (seen === undefined || seen.note === undefined || seen.note === job.target.note) return next;
	await context.publishes.change(entry.taskId, (task) => noted(task, entry.accountId, seen.note));
	return next;
}

/** The version stays: nobody sees another post. */
function noted(task: PublishRecord, accountId: string, note: string | undefined): PublishRecord {
	const target = task.targets.find((each) => each.accountId === accountId);
	if (target?.status !== "DONE") return task;
	return { ...task, targets: replaced(task, accountId, { ...target, ...defined({ note }) }) };
}
