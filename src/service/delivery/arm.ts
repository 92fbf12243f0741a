import type { SentPost } from "../store/sent-posts.ts";
import type { PublishRecord } from "../store/shapes.ts";
import type { Progress } from "./destination.ts";
import { evidenceOf, type Job } from "./job.ts";
import { type TooLate, tooLate } from "./late.ts";
import { AccountFault } from "./passing.ts";
import { armed, Superseded } from "./transitions.ts";

/** Another data folder of this user sent the clip to the account: nothing was sent. */
export class SentBefore extends Error {
	readonly sent: SentPost;

	constructor(sent: SentPost) {
		super(`task ${sent.taskId} was sent from ${sent.path}`);
		this.sent = sent;
	}
}

/** Durable before it resolves: from here on it is only read what became of the post. */
export async function arm(job: Job, progress: Progress): Promise<void> {
	const { context, entry, attempt, destination } = job;
	context.mustNotBeSuspended();
	await checkAccount(job);
	await claim(job);
	await context.count.bump();
	await context.publishes.change(entry.taskId, (task) => {
		// The machine may have slept since the last look.
		if (tooLateNow(job, task)) throw new Superseded(`publishing task ${task.id} is too late by now`);
		return armed(task, attempt, {
			now: context.clock.now(),
			progress,
			destination: destination.kind,
			...(isGivenAhead(job) && { isNative: true }),
			evidence: evidenceOf(job),
		});
	});
}

/** Whether its platform is given it now, before its time. */
export function isGivenAhead({ context, destination, task, work }: Job): boolean {
	const { schedule } = destination;
	const aheadMs = (task.scheduledAt ?? 0) - context.clock.now();
	const isTime = schedule !== undefined && aheadMs >= schedule.leastMs && aheadMs <= schedule.mostMs;
	return isTime && schedule.takes(work.post);
}

/** Throws `AccountFault` where somebody has to connect the account first. */
export async function checkAccount({ context, entry, target }: Job): Promise<void> {
	const account = await context.accounts.find(target.accountId);
	const why = entry.needsAccount ?? "The account token is invalid: reconnect the account.";
	entry.needsAccount = account?.token_valid ? undefined : why;
	if (entry.needsAccount !== undefined) throw new AccountFault(why);
}

/** By the record as it is: it may have got another time or rule since. */
export function tooLateNow(
	{ context, attempt: { accountId } }: Pick<Job, "context" | "attempt">,
	task: PublishRecord,
): TooLate | undefined {
	const target = task.targets.find((each) => each.accountId === accountId);
	return (
		target && tooLate(task, target, { now: context.clock.now(), accountRule: context.lateRuleOf(target) })
	);
}

/** A folder of the outbox tells itself what it holds; nothing else does. */
async function claim(job: Job): Promise<void> {
	const { context, task, target, destination } = job;
	if (destination.kind === "outbox") return;
	const { isAskedFor = false } = target;
	const accountId = await currentId(job);
	const sent = await context.sent.claim({ task, accountId, at: context.clock.now(), isAskedFor });
	if (sent) throw new SentBefore(sent);
}

/** Other services may know the account by this id alone. */
export async function currentId({ context, target: { accountId } }: Job): Promise<string> {
	return (await context.accounts.find(accountId))?.id ?? accountId;
}
