import { isExpress } from "../jobs/cost.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { cancelledTask } from "../jobs/task-changes.ts";
import { isFinal } from "../lifecycle.ts";
import { StoreAwayFault } from "../store/fault.ts";
import { CLAIMS, LeaseLost, type StoreLease } from "../store/lease.ts";
import type { Records } from "../store/records.ts";
import type { TaskRecord } from "../store/shapes.ts";
import type { Store } from "../store/store.ts";
import { forEachKind, TASK_KINDS, type TaskBooks } from "../store/task-folders.ts";

type Named = Pick<TaskRecord, "kind" | "id">;

/** A task that is to be worked on. Those in express mode are worked on beside the others. */
export interface OpenTask extends Named {
	readonly isExpress: boolean;
}

/** The tasks of a tenant, each of which is worked on by one of several processes. */
export interface SharedTasks {
	/** The records, for who works here: what is written of a task that another process works on is refused. */
	readonly books: TaskBooks;
	/** Has a task worked on by whoever has room. Within `together` it is there exactly where the task is. */
	offer(task: TaskRecord): Promise<void>;
	/** Ends a task for good; whoever works on it stops. Throws `Refusal` 409 for one that has ended. */
	cancel(task: Named): Promise<TaskRecord>;
	/** How many are queued or under way, wherever. */
	count(): Promise<number>;
	/** Share done of one that is worked on anywhere, 0 to 1. */
	progress(id: string): Promise<number | undefined>;
	/** Offers what is unfinished again: none is forgotten. */
	offerAll(): Promise<void>;
	/** Those that nobody works on, the oldest first, and how many are worked on, wherever. */
	waiting(): Promise<{ readonly free: readonly OpenTask[]; readonly claimed: number }>;
	/** Works on a task. False: another process does. */
	begin(jobs: Jobs, task: OpenTask): Promise<boolean>;
	/** Stops what is cancelled, or is worked on elsewhere by now, and tells how far the rest is. */
	look(jobs: Jobs): Promise<void>;
	/** Those that are worked on here. */
	here(): readonly OpenTask[];
	/** Resolves once what is worked on no more is given back. */
	givenBack(): Promise<void>;
}

const [OPEN, PROGRESS] = ["open", "progress"];
/** Progress is told in steps of this. */
const STEP = 0.01;

/** Opens those of a tenant. */
export function openSharedTasks({ store, tasks }: Kept): SharedTasks {
	const [mine, ending, unreadable] = [new Map<string, Claim>(), new Set<Promise<void>>(), new Set<string>()];
	const claims: Claims = { store, tasks, mine, ending, unreadable };
	return {
		books: forEachKind((_, kind) => underClaims(tasks[kind], mine)),
		offer: (task) => store.write(nameOf(openTask(task)), ""),
		cancel: (task) =>
			store.together(async () => {
				const after = await tasks[task.kind].change(task.id, cancelledTask);
				await store.remove(nameOf(openTask(after)));
				return after;
			}),
		count: async () => (await store.names(OPEN)).length,
		progress: async (id) => {
			const text = await store.read(`${PROGRESS}/${id}`);
			return text === undefined ? undefined : Number(text);
		},
		offerAll: async () => {
			const isOpen = ({ status }: TaskRecord) => !isFinal(status);
			for (const kind of TASK_KINDS)
				for await (const task of tasks[kind].eachCurrent(isOpen))
					await store.write(nameOf(openTask(task)), "");
		},
		waiting: async () => {
			const { free, claimed } = await waitingTasks(store);
			return { free: free.filter(({ id }) => !(mine.has(id) || unreadable.has(id))), claimed };
		},
		begin: (jobs, task) => begin(claims, jobs, task),
		look: (jobs) => look(claims, jobs),
		here: () => [...mine.values()].map(({ task }) => task),
		givenBack: async () => void (await Promise.all(ending)),
	};
}

/** Tasks of a tenant that nobody has claimed, the oldest first, and how many are claimed. */
export async function waitingTasks(
	store: Store,
): Promise<{ readonly free: readonly OpenTask[]; readonly claimed: number }> {
	const open = await openOf(store);
	const claimed = new Set(open.length === 0 ? [] : await store.rights(CLAIMS));
	return { free: open.filter((task) => !claimed.has(claimOf(task))), claimed: claimed.size };
}

/** A task that is worked on here. */
interface Claim {
	readonly task: OpenTask;
	readonly lease: StoreLease;
	told: number;
}

/** Where tasks of a tenant are kept. */
interface Kept {
	readonly store: Store;
	readonly tasks: TaskBooks;
}

interface Claims extends Kept {
	readonly mine: Map<string, Claim>;
	/** What is worked on here, until it is given back. */
	readonly ending: Set<Promise<void>>;
	/** Ids of those whose records are not what the service wrote. */
	readonly unreadable: Set<string>;
}

function openTask(task: TaskRecord): OpenTask {
	return { kind: task.kind, id: task.id, isExpress: isExpress(task) };
}

const EXPRESS = "express";

function nameOf({ kind, id, isExpress }: OpenTask): string {
	return `${OPEN}/${[id, kind, ...(isExpress ? [EXPRESS] : [])].join(".")}`;
}

function claimOf({ kind, id }: Named): string {
	return `${CLAIMS}${id}.${kind}`;
}

async function openOf(store: Store): Promise<readonly OpenTask[]> {
	return (await store.names(OPEN)).flatMap((name) => {
		const [id = "", kind, mode] = name.split(".");
		const known = TASK_KINDS.find((each) => each === kind);
		return known === undefined ? [] : [{ id, kind: known, isExpress: mode === EXPRESS }];
	});
}

function underClaims(records: Records<TaskRecord>, mine: ReadonlyMap<string, Claim>): Records<TaskRecord> {
	return {
		...records,
		change: async (id, how) => {
			const claim = mine.get(id);
			if (claim === undefined) throw new LeaseLost(`${CLAIMS}${id}`);
			return records.change(id, how, claim.lease.held);
		},
	};
}

async function begin(claims: Claims, jobs: Jobs, task: OpenTask): Promise<boolean> {
	const { store, tasks, mine, ending, unreadable } = claims;
	const lease = await store.lease(claimOf(task));
	if (lease === undefined) return false;
	const found = await tasks[task.kind].get(task.id).catch(async (error: unknown) => {
		await lease.release();
		// A record that cannot be read is in nobody's way but its own.
		if (!(error instanceof StoreAwayFault)) unreadable.add(task.id);
		throw error;
	});
	mine.set(task.id, { task, lease, told: 0 });
	const worked = found === undefined ? Promise.resolve() : jobs.take(found);
	const ended = worked.then(() => over(claims, task, lease));
	ending.add(ended);
	void ended.finally(() => ending.delete(ended));
	return true;
}

/** What is final is offered no more; else another process, or this one, goes on. */
async function over({ store, tasks, mine }: Claims, task: OpenTask, lease: StoreLease): Promise<void> {
	mine.delete(task.id);
	const found = await tasks[task.kind].get(task.id).catch(() => "unknown" as const);
	const isOver = found === undefined || (found !== "unknown" && isFinal(found.status));
	if (isOver && !lease.lost.aborted) await store.remove(nameOf(task)).catch(() => undefined);
	await lease.release();
	if (!isOver || lease.lost.aborted) return;
	await store.remove(`${PROGRESS}/${task.id}`).catch(() => undefined);
	await store.endLapsed(claimOf(task)).catch(() => undefined);
}

async function look({ store, tasks, mine }: Claims, jobs: Jobs): Promise<void> {
	if (mine.size === 0) return;
	const open = new Set((await openOf(store)).map(({ id }) => id));
	for (const claim of mine.values()) {
		const { id, kind } = claim.task;
		if (claim.lease.lost.aborted) jobs.drop(id, claim.lease.lost.reason);
		else if (!open.has(id)) {
			const now = await tasks[kind].get(id);
			if (now === undefined || isFinal(now.status)) jobs.drop(id, new Error("the task was cancelled"));
		}
		const share = Math.floor((jobs.progress(id) ?? 0) / STEP) * STEP;
		if (share <= claim.told) continue;
		claim.told = share;
		await store.write(`${PROGRESS}/${id}`, String(share));
	}
}
