import { Refusal } from "../refusal.ts";
import type { PublishRecord, PublishTarget } from "../store/shapes.ts";
import type { Mover } from "./advance.ts";
import { currentId } from "./arm.ts";
import { newQueuedPost } from "./context.ts";
import { PlatformRefusal } from "./destinations/platform-refusal.ts";
import { type Job, openJob, record } from "./job.ts";
import { allTakenBack, attemptOf, isHeldThere, replaced, Superseded, takenBack } from "./transitions.ts";

/** So short a time before it comes out it may be out before it can be taken back. Milliseconds. */
const LEAST_MS = 120_000;
const MOST_TRIES = 3;

/** What a change of a post needs of the process. */
type Changing = Pick<Mover, "context" | "laneOf" | "aborting">;

type Change = (before: PublishRecord) => PublishRecord;

/**
 * Changes a post as a client asks for. What its platforms would publish by themselves is taken back
 * before. Durable before it resolves. Throws `Refusal`, and whatever keeps it from being taken back now:
 * then asking again may do.
 */
export async function changeAsAsked(mover: Changing, id: string, change: Change): Promise<PublishRecord> {
	for (let tries = 0; tries < MOST_TRIES; tries += 1)
		try {
			return await changed(mover, id, change);
		} catch (error) {
			// The worker found out about it meanwhile.
			if (!(error instanceof Superseded)) throw error;
		}
	throw new Refusal(409, "It was changed meanwhile: try again.");
}

async function changed(mover: Changing, id: string, change: Change): Promise<PublishRecord> {
	const { publishes } = mover.context;
	const before = await publishes.get(id);
	const held = before?.status === "SCHEDULED" ? before.targets.filter(isHeldThere) : [];
	if (before === undefined || held.length === 0) return publishes.change(id, change);
	// What speaks against it is said before anything is taken back.
	change(allTakenBack(before));
	const accounts = held.map(({ accountId }) => accountId).sort();
	const takeAll = async () => {
		for (const accountId of accounts) await takeBack(mover, { taskId: id, accountId });
		return publishes.change(id, change);
	};
	// Meanwhile nothing else is given to these accounts.
	const locked = accounts.reduce<() => Promise<PublishRecord>>(
		(work, accountId) => () => mover.laneOf(accountId).publish(work),
		takeAll,
	);
	return locked();
}

async function takeBack(
	{ context, aborting }: Changing,
	about: { readonly taskId: string; readonly accountId: string },
): Promise<void> {
	const job = await openJob(context, newQueuedPost({ ...about, due: 0 }), aborting);
	const schedule = job?.destination.schedule;
	if (job === undefined || !isHeldThere(job.target)) return;
	if (schedule === undefined) throw new Refusal(409, `${job.target.username} is not connected as it was.`);
	if ((job.task.scheduledAt ?? 0) - context.clock.now() < LEAST_MS)
		throw new Refusal(409, "It comes out within two minutes: it can no longer be taken back.");
	const { progress } = job.target;
	// Whoever finds it gone knows why.
	if (progress) await record(job, { progress: { ...progress, withdrawn: true } });
	if ((await withdrawn(job, () => schedule.withdraw(job.work, progress))) === "out")
		throw new Refusal(409, "It is out: it can no longer be taken back.");
	await context.publishes.change(about.taskId, (task) => withoutIt(task, job.target));
	await context.sent.release({ ...job, accountId: await currentId(job) });
}

/** Throws `Superseded` where it was changed meanwhile. */
function withoutIt(task: PublishRecord, { accountId, attempt }: PublishTarget): PublishRecord {
	const target = task.targets.find((each) => each.accountId === accountId);
	if (target === undefined || !isHeldThere(target) || attemptOf(target).attempt !== (attempt ?? 1))
		throw new Superseded(`publishing task ${task.id} was changed meanwhile`);
	return { ...task, targets: replaced(task, accountId, takenBack(target)) };
}

async function withdrawn<Value>({ target }: Job, work: () => Promise<Value>): Promise<Value> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof PlatformRefusal)) throw error;
		throw new Refusal(409, `${target.username} has this post, and it was not taken back: ${error.message}`);
	}
}
