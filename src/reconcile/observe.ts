import type { AddressText } from "../model/address.ts";
import { defined } from "../model/defined.ts";
import { Fault } from "../model/fault.ts";
import { entriesOf } from "../model/keys.ts";
import { isRunning } from "../model/running-tasks.ts";
import type {
	JournalEntry,
	PostState,
	RenditionState,
	ResourceState,
	Snapshot,
	TaskResult,
	VideoState,
} from "../model/snapshot.ts";
import type { TaskReading } from "../model/task.ts";
import { mayBeRetried, underway } from "../plan/posted.ts";
import type { ReadContext } from "./context.ts";
import { optionsNow } from "./declared.ts";
import { failedForLater } from "./failed-posts.ts";
import { heldPost, learntOf } from "./held-post.ts";
import type { RunMemory } from "./memory.ts";
import { outOfPatience, type Seen, see, settled } from "./settle.ts";

/**
 * Reads everything that is not final and returns what changed, as entries for the journal. Sends nothing that
 * writes.
 */
export async function observe(
	context: ReadContext,
	snapshot: Snapshot,
	memory: RunMemory,
): Promise<JournalEntry[]> {
	const entries: JournalEntry[] = [];
	const failedLater = failedForLater(context, snapshot, memory);
	for (const [address, state] of entriesOf(snapshot.resources)) {
		if (memory.unreadable.has(address) || context.options.selected?.(address) === false) continue;
		if (failedLater.has(address)) continue;
		const next = await observeOne(context, { snapshot, address, state }, memory);
		if (next) entries.push(next);
	}
	return entries;
}

async function observeOne(
	context: ReadContext,
	{ snapshot, address, state }: Tracked<ResourceState> & { readonly snapshot: Snapshot },
	memory: RunMemory,
): Promise<JournalEntry | undefined> {
	try {
		if (state.kind === "post") return await observePost(context, { snapshot, address, state });
		if (!isRunning(state)) return undefined;
		const resource =
			state.kind === "rendition"
				? await observeRendition(context, { address, state }, memory)
				: await observeTask(context, { address, state }, memory);
		return resource && { type: "resource", address, at: context.clock.now(), resource };
	} catch (error) {
		if (!(error instanceof Fault) || error.next !== "stop") throw error;
		// Who was stopped while reading has not found anything that cannot be read.
		if (!context.signal.aborted) memory.unreadable.set(address, error);
		return undefined;
	}
}

async function observeTask(
	context: ReadContext,
	tracked: Tracked<VideoState>,
	memory: RunMemory,
): Promise<VideoState | undefined> {
	const task = await context.service.results(tracked.state.taskId, context.signal);
	return stateAfter(context, tracked, {
		...{ task, memory, clips: task.clips.length },
		end: (seen, now) => settled(task, tracked.state, { seen, now }),
		result: (complete) => resultOf(task, complete),
	});
}

async function observeRendition(
	context: ReadContext,
	tracked: Tracked<RenditionState>,
	memory: RunMemory,
): Promise<RenditionState | undefined> {
	const task = await context.service.exportResults(tracked.state.taskId, context.signal);
	const complete = task.linked >= tracked.state.request.clips.length;
	return stateAfter(context, tracked, {
		...{ task, memory, clips: task.linked },
		end: (seen, now) => (complete ? "complete" : outOfPatience(seen, now) ? "incomplete" : undefined),
		result(whole) {
			const { clips, ...result } = resultOf(task, whole);
			return result;
		},
	});
}

interface Tracked<State> {
	readonly address: AddressText;
	readonly state: State;
}

/** What one read of a task gave, and when it is taken as final. */
interface TaskRead<State extends VideoState | RenditionState> {
	readonly task: TaskReading;
	readonly memory: RunMemory;
	/** How many clips are there. */
	readonly clips: number;
	readonly end: (seen: Seen, now: number) => "complete" | "incomplete" | undefined;
	readonly result: (complete: boolean) => NonNullable<State["result"]>;
}

/** State after a read; undefined when nothing changed. */
function stateAfter<State extends VideoState | RenditionState>(
	{ emit, clock }: ReadContext,
	{ address, state }: Tracked<State>,
	read: TaskRead<State>,
): State | undefined {
	const { task, memory, clips, end, result } = read;
	const { status, progress: share } = task;
	emit(defined({ type: "task", address, status, clips: task.clips.length, share }));
	if (status === "FAILED")
		return { ...state, status: "FAILED", error: task.error ?? "The service gave no message." };
	if (status !== "SUCCEEDED") return status === state.status ? undefined : { ...state, status };
	const now = clock.monotonic();
	const seen = see(task, memory.seen.get(state.taskId), now);
	memory.seen.set(state.taskId, seen);
	const how = end(seen, now);
	if (how === undefined) return state.status === "SUCCEEDED" ? undefined : { ...state, status: "SUCCEEDED" };
	emit({ type: "settled", address, clips, notes: task.notes });
	return { ...state, status: "SUCCEEDED", result: result(how === "complete") };
}

function resultOf(task: TaskReading, complete: boolean): TaskResult {
	const { clips, costUnits, expireAt, notes, transcript } = task;
	return defined({ clips, complete, notes, costUnits, expireAt, transcript });
}

/** Read where it may be out by now, and where a change or a cancel was begun. */
async function observePost(
	context: ReadContext,
	{ snapshot, address, state }: Tracked<PostState> & { readonly snapshot: Snapshot },
): Promise<JournalEntry | undefined> {
	const { service, clock, signal, emit } = context;
	const options = optionsNow(context);
	const isUnsettled = options.publishStatus && (state.cancelling ?? state.updating) !== undefined;
	const now = { now: clock.now() };
	const isFailed = mayBeRetried(state, now, options);
	if (state.taskId === undefined || !(isUnsettled || isFailed || underway(state, now, options)))
		return undefined;
	const reading = await service.publishTask(state.taskId, signal).catch((error: unknown) => {
		// A service need not keep what failed.
		if (isFailed && error instanceof Fault && error.next === "stop" && !signal.aborted) return undefined;
		throw error;
	});
	if (reading === undefined) return undefined;
	const { status, location, late } = reading;
	if (status === "DONE" && status !== state.status)
		emit(defined({ type: "delivered", address, late: late ?? false, location }));
	return learntOf(heldPost(snapshot, address), reading, clock.now());
}
