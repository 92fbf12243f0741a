import { isFinal, isPublished } from "../lifecycle.ts";
import type { ConnectionRecord, PublishRecord, TaskRecord, UploadRecord } from "../store/shapes.ts";

/** How long what is over is kept, in milliseconds. */
export interface Lifetimes {
	/** Finished tasks and posts. */
	readonly recordsMs: number;
	/** Uploads that no task used. */
	readonly uploadsMs: number;
	/** Rendered clips, source videos and downloads that nothing needs. */
	readonly cacheMs: number;
}

const DAY_MS = 24 * 3_600_000;

/** Whether nothing of a task can be read, exported or published any more, for a day. */
export function isTaskOver(task: TaskRecord, now: number): boolean {
	return isFinal(task.status) && now - endOfTask(task) > DAY_MS;
}

/** Whether a post is delivered or cancelled everywhere, for a day. What failed may be tried again. */
export function isPostOver(post: PublishRecord, now: number): boolean {
	const isSettled = post.targets.every(({ status }) => status === "DONE" || status === "CANCELLED");
	return isPublished(post.status) && isSettled && now - endOfPost(post) > DAY_MS;
}

/** When a task's results could be read for the last time, in epoch milliseconds. */
export function endOfTask({ createdAt, expireAt, status }: TaskRecord): number {
	return status === "SUCCEEDED" ? Math.max(createdAt, expireAt) : createdAt;
}

/** When a post was due, or went out, whichever was later; in epoch milliseconds. */
export function endOfPost({ createdAt, scheduledAt, targets }: PublishRecord): number {
	const moments = targets.flatMap(({ deliveredAt = 0, armedAt = 0 }) => [deliveredAt, armedAt]);
	return Math.max(createdAt, scheduledAt ?? 0, ...moments);
}

/** Whether what became of a post is not known for each account: such a post is never removed. */
export function isPostOpen({ status, targets }: PublishRecord): boolean {
	if (!isPublished(status)) return true;
	return targets.some(
		(target) => !isPublished(target.status) || ["armed", "settling", "unknown"].includes(target.phase ?? ""),
	);
}

/** An upload's identity is refused for as long as a request that used it may be repeated. */
export function isUploadUnneeded(
	{ usedBy, createdAt }: UploadRecord,
	{
		now,
		uploadsMs,
		repeatsMs,
	}: { readonly now: number; readonly uploadsMs: number; readonly repeatsMs: number },
): boolean {
	return now - createdAt > (usedBy === undefined ? uploadsMs : repeatsMs);
}

/** Whether nothing follows from an authorization any more. */
export function isConnectionOver(
	{ decision, createdAt }: ConnectionRecord,
	{ now, isCharged, keptMs }: { readonly now: number; readonly isCharged: boolean; readonly keptMs: number },
): boolean {
	return now - createdAt > keptMs && (decision !== "allowed" || isCharged);
}
