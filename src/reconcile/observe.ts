import type { Address } from "../model/address.ts";
import { Fault } from "../model/fault.ts";
import type { Entry, PostState, RenditionState, ResourceState, Snapshot, TaskResult, VideoState } from "../model/snapshot.ts";
import type { TaskReading } from "../model/task.ts";
import { underway } from "../plan/post.ts";
import type { Reading } from "./context.ts";
import { outOfPatience, type Seen, see, settled } from "./settle.ts";

/** What reading remembers between passes of one run. */
export interface Memory {
	readonly seen: Map<string, Seen>;
	/** Addresses whose reading failed for good in this run: not asked again. */
	readonly unreadable: Map<Address, Fault>;
}

/** Nothing read yet. */
export function emptyMemory(): Memory {
	return { seen: new Map(), unreadable: new Map() };
}

/** Reads everything that is not final and returns what changed, as entries for the journal. Sends nothing that writes. */
export async function observe(reading: Reading, snapshot: Snapshot, memory: Memory): Promise<Entry[]> {
	const entries: Entry[] = [];
	for (const [address, state] of Object.entries(snapshot.resources) as [Address, ResourceState][]) {
		if (memory.unreadable.has(address) || reading.options.selected?.(address) === false) continue;
		const next = await observeOne(reading, { address, state }, memory);
		if (next) entries.push({ type: "resource", address, at: reading.clock.now(), resource: next });
	}
	return entries;
}

async function observeOne(reading: Reading, known: { address: Address; state: ResourceState }, memory: Memory): Promise<ResourceState | undefined> {
	const { address, state } = known;
	try {
		if (state.kind === "rendition") return running(state) ? await observeRendition(reading, { address, state }, memory) : undefined;
		if (state.kind === "video") return running(state) ? await observeTask(reading, { address, state }, memory) : undefined;
		return underway(state, { now: reading.clock.now() }, reading.options) ? await observePost(reading, address, state) : undefined;
	} catch (error) {
		if (!(error instanceof Fault) || error.next !== "stop") throw error;
		memory.unreadable.set(address, error);
		return undefined;
	}
}

/** Whether a task still has something to tell. */
export function running(state: VideoState | RenditionState): boolean {
	return state.result === undefined && state.status !== "FAILED";
}

async function observeTask(reading: Reading, { address, state }: { address: Address; state: VideoState }, memory: Memory): Promise<VideoState | undefined> {
	const task = await reading.service.results(state.taskId, reading.signal);
	reading.emit({ type: "task", address, status: task.status, clips: task.clips.length, ...(task.progress !== undefined && { share: task.progress }) });
	if (task.status === "FAILED") return { ...state, status: "FAILED", error: task.error ?? "The service gave no message." };
	if (task.status !== "SUCCEEDED") return task.status === state.status ? undefined : { ...state, status: task.status };
	const now = reading.clock.monotonic();
	const seen = see(task, memory.seen.get(state.taskId), now);
	memory.seen.set(state.taskId, seen);
	const end = settled(task, state, { seen, now });
	if (end === undefined) return state.status === "SUCCEEDED" ? undefined : { ...state, status: "SUCCEEDED" };
	reading.emit({ type: "settled", address, clips: task.clips.length, notes: task.notes });
	return withResult(state, task, end === "complete");
}

function withResult(state: VideoState, task: TaskReading, complete: boolean): VideoState {
	return { ...state, status: "SUCCEEDED", result: resultOf(task, complete) };
}

function resultOf({ clips, costUnits, expireAt, notes }: TaskReading, complete: boolean): TaskResult {
	return { clips, complete, notes, ...(costUnits !== undefined && { costUnits }), ...(expireAt !== undefined && { expireAt }) };
}

async function observeRendition(
	reading: Reading,
	{ address, state }: { address: Address; state: RenditionState },
	memory: Memory,
): Promise<RenditionState | undefined> {
	const task = await reading.service.exportResults(state.taskId, reading.signal);
	reading.emit({ type: "task", address, status: task.status, clips: task.clips.length, ...(task.progress !== undefined && { share: task.progress }) });
	if (task.status === "FAILED") return { ...state, status: "FAILED", error: task.error ?? "The service gave no message." };
	if (task.status !== "SUCCEEDED") return task.status === state.status ? undefined : { ...state, status: task.status };
	const now = reading.clock.monotonic();
	const seen = see(task, memory.seen.get(state.taskId), now);
	memory.seen.set(state.taskId, seen);
	const complete = task.linked >= state.request.clips.length;
	if (!complete && !outOfPatience(seen, now)) return state.status === "SUCCEEDED" ? undefined : { ...state, status: "SUCCEEDED" };
	reading.emit({ type: "settled", address, clips: task.linked, notes: task.notes });
	const { clips, ...result } = resultOf(task, complete);
	return { ...state, status: "SUCCEEDED", result };
}

async function observePost(reading: Reading, address: Address, state: PostState): Promise<PostState | undefined> {
	if (state.taskId === undefined) return undefined;
	const { status, error, location, late } = await reading.service.publishTask(state.taskId, reading.signal);
	if (status === state.status) return undefined;
	if (status === "DONE") reading.emit({ type: "delivered", address, late: late ?? false, ...(location !== undefined && { location }) });
	return { ...state, status, ...(error !== undefined && { error }), ...(location !== undefined && { location }), ...(late !== undefined && { late }) };
}
