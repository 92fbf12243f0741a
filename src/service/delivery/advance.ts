import { defined } from "../../model/defined.ts";
import { isApiPlatform } from "../../model/platform-app.ts";
import { failureMessage } from "../failure-messages.ts";
import { LeaseLost } from "../store/lease.ts";
import type { SentPost } from "../store/sent-posts.ts";
import { arm, checkAccount, isGivenAhead, SentBefore, tooLateNow } from "./arm.ts";
import { conclude, discard, end, type Next, refused, unknown } from "./conclude.ts";
import type { DeliveryContext, QueuedPost } from "./context.ts";
import type { Progress, PublishOutcome } from "./destination.ts";
import { type Job, makeFiles, openJob, record } from "./job.ts";
import type { Lane } from "./lanes.ts";
import { type TooLate, tooLateMessage } from "./late.ts";
import { AccountFault, isPassing, later, passingMessage } from "./passing.ts";
import { mustBeAsPromised, PromisedFault, promised } from "./promised.ts";
import { review } from "./review.ts";
import { settle } from "./settle.ts";
import { begun, isHeldThere, Superseded } from "./transitions.ts";

/** What takes a post further. */
export interface Mover {
	readonly context: DeliveryContext;
	readonly laneOf: (accountId: string) => Lane;
	/** Aborted where nothing new begins any more. */
	readonly closing: AbortSignal;
	/** Aborted where what is under way has to end. */
	readonly aborting: AbortSignal;
}

/**
 * Takes a post to one account as far as it gets now, and says when to look at it again. Whether and how is
 * decided with the record as it is on disk; each step is there before the next begins. Never rejects.
 */
export async function advance(mover: Mover, entry: QueuedPost): Promise<Next> {
	const { context, aborting, closing } = mover;
	let job: Job | undefined;
	try {
		if (entry.ending) await context.publishes.change(entry.taskId, entry.ending);
		entry.ending = undefined;
		job = await openJob(context, entry, aborting);
		if (job === undefined) {
			await discardUnwanted(context, entry);
			return review(context, entry, aborting);
		}
		return await step(mover, job);
	} catch (error) {
		// The task stays as it is, and the next process takes it up.
		if (closing.aborted) return undefined;
		// Another process works on it: this one is about to end.
		if (error instanceof LeaseLost) return later(entry, context.clock.now());
		// What lies at a platform may be the only one, and is as good once this has passed. Where the post was
		// changed or cancelled, the next look at it removes what is of no use any more.
		if (job && (error instanceof SentBefore || !job.destination.keepsPrepared)) await discard(job);
		if (job && error instanceof SentBefore)
			return endSentBefore(job, error.sent).catch(() => later(entry, context.clock.now()));
		if (!(error instanceof Superseded)) return holdUp({ context, entry, job }, error);
		entry.ending = undefined;
		return context.clock.now();
	}
}

/** It was cancelled after it was prepared. */
async function discardUnwanted(context: DeliveryContext, entry: QueuedPost): Promise<void> {
	if (entry.prepared === undefined) return;
	await discard({ context, entry, destination: await context.destinationOf(entry.accountId) });
}

async function step(mover: Mover, job: Job): Promise<Next> {
	const { context, entry, destination, target, task } = job;
	mustBeAsPromised(job);
	entry.isGiving = isHeldThere(target) || isGivenAhead(job);
	if (target.phase === "armed" || target.phase === "settling") {
		const isDue = task.status === "SCHEDULED" && context.clock.now() >= (task.scheduledAt ?? 0);
		if (isDue) await context.publishes.change(task.id, (now) => begun(now, context.clock.now()));
		return settle(job);
	}
	const late = tooLateNow(job, task);
	if (late) return endTooLate(job, late);
	const due = task.scheduledAt ?? 0;
	const { schedule, lead } = destination;
	const from = due - (schedule?.takes(job.work.post) ? schedule.mostMs : lead.earliestMs);
	if (context.clock.now() < from) {
		await makeFiles(job, mover.closing);
		return from;
	}
	// Where it waits for its account, nothing is made or sent only to find that out again.
	if (entry.needsAccount !== undefined) await checkAccount(job);
	// It was a folder, or connected otherwise, when it was asked for.
	if (target.destination === undefined && isApiPlatform(destination.kind))
		await record(job, promised(destination.kind));
	if (!isPrepared(job)) {
		if (context.clock.now() >= due) {
			const { status } = await context.publishes.change(task.id, (now) => begun(now, context.clock.now()));
			if (status !== "PROCESSING") return context.clock.now();
		}
		const wait = await mover.laneOf(target.accountId).prepare(() => prepare(mover, job));
		if (wait !== "ready") return wait;
	}
	if (context.clock.now() < due && !isGivenAhead(job)) return due;
	return mover.laneOf(target.accountId).publish(() => publish(mover, job, entry.prepared?.progress));
}

/** Nothing was sent, and nothing is unless a person asks for it. */
async function endTooLate(job: Job, late: TooLate): Promise<Next> {
	await discard(job);
	const error = tooLateMessage(late, job.task.id);
	job.work.tools.note({ call: "late", text: error });
	return end(job, { status: "ERROR", phase: late.action === "hold" ? "held" : "skipped", error });
}

/** Of the same post only a person can tell what became of it; another is sent where a person asks for it. */
function endSentBefore(job: Job, { taskId, at, path }: SentPost): Promise<Next> {
	const when = new Date(at).toISOString();
	const text = `sent at ${when} from ${path}, as ${taskId}`;
	job.work.tools.note({ call: "ledger", text });
	if (taskId === job.task.id) return unknown(job, `it was ${text}`, at);
	const error = `Not sent: this clip was ${text}. To send it once more: showrun posts retry ${job.task.id}`;
	return end(job, { status: "ERROR", phase: "refused", error });
}

/** What a former process prepared is prepared again, which goes on from what it saved. */
function isPrepared({ context, entry, attempt, destination }: Job): boolean {
	const { prepared } = entry;
	const { livesMs } = destination.lead;
	const isOld = prepared !== undefined && livesMs !== null && context.clock.now() - prepared.at > livesMs;
	return prepared?.attempt === attempt.attempt && !isOld;
}

async function prepare(mover: Mover, job: Job): Promise<Next | "ready"> {
	const { context, entry, destination, work, target, attempt, task } = job;
	if (mover.closing.aborted) throw mover.closing.reason;
	await discard(job);
	const result = await destination.prepare(work, target.progress);
	if (result.kind === "refused") return refused(job, result.why);
	const { progress } = result;
	if (result.kind === "wait") {
		const isDue = context.clock.now() >= (task.scheduledAt ?? 0);
		const note = isDue ? result.note : undefined;
		await record(job, { phase: "preparing", progress, ...defined({ note }) });
		return context.clock.now() + result.ms;
	}
	entry.prepared = { attempt: attempt.attempt, at: context.clock.now(), progress };
	// What is due goes on to be armed at once, and that is written.
	if (context.clock.now() < (task.scheduledAt ?? 0))
		await record(job, { phase: "ready", progress, without: ["note", "needsAccount"] });
	return "ready";
}

async function publish(mover: Mover, job: Job, ready: Progress | undefined): Promise<Next> {
	const { context, destination, work } = job;
	mover.aborting.throwIfAborted();
	if (ready === undefined) throw new Error("nothing was prepared");
	let isArmed = false;
	const arming = async (progress = ready) => {
		if (isArmed) throw new Error("a post is armed once");
		await arm(job, progress);
		isArmed = true;
	};
	let outcome: PublishOutcome;
	try {
		outcome = await destination.publish(work, ready, arming);
	} catch (error) {
		if (!isArmed || mover.aborting.aborted) throw error;
		job.entry.faults += 1;
		outcome = { kind: "unknown", seen: failureMessage(error, context.log) };
	}
	return conclude(job, outcome);
}

interface HeldUp {
	readonly context: DeliveryContext;
	readonly entry: QueuedPost;
	readonly job: Job | undefined;
}

/** Nothing was sent: what may pass is waited for, anything else ends the post once it is due. */
async function holdUp({ context, entry, job }: HeldUp, error: unknown): Promise<Next> {
	const now = context.clock.now();
	const mayPassAlone = isPassing(error, entry.faults + 1);
	const note = mayPassAlone ? passingMessage(error, context.log) : failureMessage(error, context.log);
	entry.faults += 1;
	const isSettling = job?.target.phase === "armed" || job?.target.phase === "settling";
	// What became of it is read once the account is connected again.
	if (job !== undefined && error instanceof AccountFault && !(error instanceof PromisedFault))
		await context.accounts.invalidate(job.target.accountId, job.connection).catch(() => undefined);
	const mayPass = mayPassAlone || isSettling || entry.ending !== undefined;
	if (job !== undefined && !mayPass && now >= (job.task.scheduledAt ?? 0)) {
		await discard(job);
		return end(job, { status: "ERROR", phase: "refused", error: note }).catch(() => later(entry, now));
	}
	if (entry.note !== note) {
		entry.note = note;
		context.log(note);
		// The disk of the records may be the one that is full.
		const more = error instanceof AccountFault && ({ needsAccount: true } as const);
		if (job !== undefined && entry.ending === undefined)
			await record(job, { note, ...more }).catch(() => undefined);
	}
	return later(entry, now);
}
