import { defined } from "../../model/defined.ts";
import { isPublished, publishOutcome } from "../lifecycle.ts";
import { Refusal } from "../refusal.ts";
import type { PublishRecord, PublishTarget } from "../store/shapes.ts";
import { next, replaced } from "./transitions.ts";

/** What a person found of a post whose outcome is unknown. */
export interface Resolution {
	readonly accountId: string;
	readonly outcome: "posted" | "not_posted";
	readonly url?: string;
}

/** What left late may still arrive: nobody can say so soon that it did not. */
const EMBARGO_MS = 600_000;

/**
 * The task with what a person found. What was not posted can be retried. The same task where that is known.
 * Throws `Refusal` 409.
 */
export function resolved(
	task: PublishRecord,
	{ accountId, outcome, url }: Resolution,
	now: number,
): PublishRecord {
	const target = task.targets.find((each) => each.accountId === accountId);
	if (!target) throw new Refusal(422, "account_id is not an account of this publishing task.");
	const isPosted = outcome === "posted";
	if (target.phase === (isPosted ? "done" : "refused")) return task;
	if (target.phase !== "unknown")
		throw new Refusal(409, `What became of this post is known: it is ${target.status}.`);
	const { error: _, armedAt = now, ...rest } = target;
	if (!isPosted && now - armedAt < EMBARGO_MS)
		throw new Refusal(409, "It was sent less than 10 minutes ago and may still arrive: look again later.");
	const after: PublishTarget = isPosted
		? { ...rest, ...defined({ url }), status: "DONE", phase: "done", deliveredAt: armedAt, armedAt }
		: { ...rest, status: "ERROR", phase: "refused", error: "It was not posted, as a person found.", armedAt };
	const targets = replaced(task, accountId, after);
	const isOver = targets.every(({ status }) => isPublished(status));
	const status = isOver ? publishOutcome(targets.map((each) => each.status)) : task.status;
	return next(task, { targets, status });
}
