import { defined } from "../../model/defined.ts";
import { isApiPlatform } from "../../model/platform-app.ts";
import { logFailure } from "../failure-messages.ts";
import type { PublishTarget } from "../store/shapes.ts";
import { currentId } from "./arm.ts";
import type { QueuedPost } from "./context.ts";
import type { DestinationRefusal, Posted, PublishOutcome } from "./destination.ts";
import { evidenceOf, type Job, record } from "./job.ts";
import { isLate } from "./late.ts";
import { backoff } from "./passing.ts";
import { nextReview, reviewed } from "./review.ts";
import { ended, type ProgressChange, withProgress } from "./transitions.ts";

/** When to look at it again, in epoch milliseconds; undefined: never. */
export type Next = number | undefined;

/** Records what came of the call that makes a post public. */
export async function conclude(job: Job, outcome: PublishOutcome): Promise<Next> {
	const { context, destination } = job;
	switch (outcome.kind) {
		case "posted":
			return posted(job, outcome);
		case "accepted":
			await record(job, { phase: "settling", progress: outcome.progress });
			return context.clock.now();
		case "refused":
			// An earlier attempt may have been posted all the same.
			if (job.target.armedAt === undefined)
				await context.sent.release({ ...job, accountId: await currentId(job) });
			return refused(job, outcome.why);
		case "unknown":
			job.work.tools.note({ call: "publish", text: outcome.seen });
			if (!destination.settle) return unknown(job, outcome.seen);
			await record(job, { phase: "settling" });
			return context.clock.now();
	}
}

/** The post is out, whatever can be recorded of it. */
export async function posted(job: Job, where: Posted): Promise<Next> {
	const { context, task, destination, work } = job;
	await destination.tidy?.(work, where).catch((error: unknown) => logFailure(error, context.log));
	const deliveredAt = where.at ?? context.clock.now();
	return end(job, {
		status: "DONE",
		phase: "done",
		deliveredAt,
		late: isLate(task.scheduledAt, deliveredAt),
		...defined({ location: where.location, url: where.url, note: where.note }),
		...reviewed(job, where, context.clock.now()),
	});
}

/** This attempt was certainly not posted: for good, or until it may be tried again. */
export async function refused(job: Job, why: DestinationRefusal): Promise<Next> {
	const { context, entry, target } = job;
	if (why.cause === "reconnect") return waitForAccount(job, why);
	if (why.until === undefined && !["quota", "rate", "busy"].includes(why.cause)) {
		await discard(job);
		return end(job, { status: "ERROR", phase: "refused", error: why.message });
	}
	entry.faults += 1;
	const isUnsent = target.armedAt === undefined;
	// What was armed and certainly not executed is as if it had never been tried.
	const progress = isUnsent ? entry.prepared?.progress : undefined;
	const without = isUnsent ? (["armedAt"] as const) : [];
	await conclusion(job, {
		phase: "ready",
		note: why.message,
		without,
		...defined({ progress, waitsUntil: why.until }),
	});
	return Math.max(why.until ?? 0, context.clock.now() + backoff(entry.faults));
}

/**
 * Goes out once the account is connected again, by a webhook or command maybe elsewhere: there nobody knows
 * what an earlier attempt came to.
 */
async function waitForAccount(job: Job, { message }: DestinationRefusal): Promise<Next> {
	const { context, entry, target, connection, destination } = job;
	const keeps = destination.keepsPrepared === true;
	const moves = !keeps && !isApiPlatform(destination.kind);
	if (!keeps) await discard(job);
	if (target.armedAt !== undefined) {
		await context.accounts.invalidate(target.accountId, connection);
		return unknown(job, `an earlier attempt may have arrived, and then ${withoutStop(message)}`);
	}
	const note = `${withoutStop(message)}. It waits until the account is connected again.`;
	Object.assign(entry, { note, needsAccount: note });
	entry.faults += 1;
	await conclusion(job, {
		...{ phase: "queued", note, needsAccount: true },
		without: [
			"armedAt",
			...(keeps ? [] : (["progress"] as const)),
			...(moves ? (["destination"] as const) : []),
		],
	});
	await context.accounts.invalidate(target.accountId, connection);
	return context.clock.now() + backoff(entry.faults);
}

/** Nobody here can tell whether it was posted: a person has to look. */
export function unknown(job: Job, seen: string, sentAt?: number): Promise<Next> {
	const { platform, username } = job.target;
	const error = `It is unknown whether this was posted: ${withoutStop(seen)}. Check ${username} on ${platform} before it is posted again.`;
	return end(job, { status: "ERROR", phase: "unknown", error, ...defined({ armedAt: sentAt }) });
}

function withoutStop(text: string): string {
	return text.replace(/[\s.]+$/, "");
}

/** Removes what was prepared of a post that was not published: best effort. */
export async function discard({
	context,
	entry,
	destination,
}: Pick<Job, "context" | "entry" | "destination">): Promise<void> {
	const { prepared } = entry;
	entry.prepared = undefined;
	if (prepared === undefined) return;
	await destination.discard?.(prepared.progress).catch((error: unknown) => logFailure(error, context.log));
}

/** Ends the post to this account. Where that cannot be written it is kept, and written later. */
export async function end(
	job: Job,
	changed: Partial<PublishTarget> & Pick<PublishTarget, "status">,
): Promise<Next> {
	const { attempt, seen } = job;
	const evidence = seen.length > 0 && { evidence: evidenceOf(job) };
	await written(job, (task) => ended(task, attempt, { ...changed, ...evidence }));
	return nextReview({ ...job.target, ...changed }, job.context.clock.now());
}

/** What an attempt came to that goes on. Where it cannot be written it is kept, and written later. */
function conclusion(job: Job, changed: ProgressChange): Promise<void> {
	const { attempt, seen } = job;
	const evidence = seen.length > 0 && { evidence: evidenceOf(job) };
	return written(job, (task) => withProgress(task, attempt, { ...changed, ...evidence }));
}

async function written({ context, entry }: Job, change: NonNullable<QueuedPost["ending"]>): Promise<void> {
	entry.ending = change;
	await context.publishes.change(entry.taskId, change);
	entry.ending = undefined;
}
