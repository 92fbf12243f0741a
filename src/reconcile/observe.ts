import type { AddressText } from "../model/address.ts";
import { defined } from "../model/defined.ts";
import { Fault } from "../model/fault.ts";
import { entriesOf } from "../model/keys.ts";
import type {
	Entry,
	PostState,
	RenditionState,
	ResourceState,
	Snapshot,
	TaskResult,
	VideoState,
} from "../model/snapshot.ts";
import type { TaskReading } from "../model/task.ts";
import { underway } from "../plan/posted.ts";
import type { ReadContext } from "./context.ts";
import { optionsNow } from "./declared.ts";
import type { RunMemory } from "./memory.ts";
import { outOfPatience, type Seen, see, settled } from "./settle.ts";

/**
 * Reads everything that is not final and returns what changed, as entries for the journal. Sends nothing that
 * writes.
 */
export async function observe(context: ReadContext, snapshot: Snapshot, memory: RunMemory): Promise<Entry[]> {
	const entries: Entry[] = [];
	for (const [address, state] of entriesOf(snapshot.resources)) {
		if (memory.unreadable.has(address) || context.options.selected?.(address) === false) continue;
		const next = await observeOne(context, { address, state }, memory);
		if (next) entries.push({ type: "resource", address, at: context.clock.now(), resource: next });
	}
	return entries;
}

async function observeOne(
	context: ReadContext,
	{ address, state }: Tracked<ResourceState>,
	memory: RunMemory,
): Promise<ResourceState | undefined> {
	try {
		if (state.kind === "rendition")
			return isRunning(state) ? await observeRendition(context, { address, state }, memory) : undefined;
		if (state.kind === "video")
			return isRunning(state) ? await observeTask(context, { address, state }, memory) : undefined;
		return underway(state, { now: context.clock.now() }, optionsNow(context))
			? await observePost(context, address, state)
			: undefined;
	} catch (error) {
		if (!(error instanceof Fault) || error.next !== "stop") throw error;
		// Who was stopped while reading has not found anything that cannot be read.
		if (!context.signal.aborted) memory.unreadable.set(address, error);
		return undefined;
	}
}

/** Whether a task still has something to tell. */
export function isRunning(state: VideoState | RenditionState): boolean {
	return state.result === undefined && state.status !== "FAILED";
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

function resultOf({ clips, costUnits, expireAt, notes }: TaskReading, complete: boolean): TaskResult {
	return defined({ clips, complete, notes, costUnits, expireAt });
}

async function observePost(
	context: ReadContext,
	address: AddressText,
	state: PostState,
): Promise<PostState | undefined> {
	if (state.taskId === undefined) return undefined;
	const { status, error, location, late } = await context.service.publishTask(state.taskId, context.signal);
	if (status === state.status) return undefined;
	if (status === "DONE") context.emit(defined({ type: "delivered", address, late: late ?? false, location }));
	return { ...state, status, ...defined({ error, location, late }) };
}
