import type { AddressText } from "../model/address.ts";
import { Fault } from "../model/fault.ts";
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
import { underway } from "../plan/post.ts";
import type { Reading } from "./context.ts";
import { outOfPatience, type Seen, see, settled } from "./settle.ts";

/** What reading remembers between passes of one run. */
export interface Memory {
	readonly seen: Map<string, Seen>;
	/** Addresses whose reading failed for good in this run: not asked again. */
	readonly unreadable: Map<AddressText, Fault>;
	/** Unknown outcomes that were asked about in this run, by the id of the attempt. */
	readonly asked: Set<string>;
	/** What the service put off (429), until when (monotonic), and how often in a row: not a failure, only later. */
	readonly later: Map<AddressText, PutOff>;
}

/** A refusal for the moment. */
export interface PutOff {
	readonly until: number;
	readonly times: number;
}

/** Nothing read yet. */
export function emptyMemory(): Memory {
	return { seen: new Map(), unreadable: new Map(), asked: new Set(), later: new Map() };
}

/** Reads everything that is not final and returns what changed, as entries for the journal. Sends nothing that writes. */
export async function observe(reading: Reading, snapshot: Snapshot, memory: Memory): Promise<Entry[]> {
	const entries: Entry[] = [];
	for (const [address, state] of Object.entries(snapshot.resources) as [AddressText, ResourceState][]) {
		if (memory.unreadable.has(address) || reading.options.selected?.(address) === false) continue;
		const next = await observeOne(reading, { address, state }, memory);
		if (next) entries.push({ type: "resource", address, at: reading.clock.now(), resource: next });
	}
	return entries;
}

async function observeOne(
	reading: Reading,
	known: { address: AddressText; state: ResourceState },
	memory: Memory,
): Promise<ResourceState | undefined> {
	const { address, state } = known;
	try {
		if (state.kind === "rendition")
			return running(state) ? await observeRendition(reading, { address, state }, memory) : undefined;
		if (state.kind === "video")
			return running(state) ? await observeTask(reading, { address, state }, memory) : undefined;
		return underway(state, { now: reading.clock.now() }, reading.options)
			? await observePost(reading, address, state)
			: undefined;
	} catch (error) {
		if (!(error instanceof Fault) || error.next !== "stop") throw error;
		// Who was stopped while reading has not found anything that cannot be read.
		if (!reading.signal.aborted) memory.unreadable.set(address, error);
		return undefined;
	}
}

/** Whether a task still has something to tell. */
export function running(state: VideoState | RenditionState): boolean {
	return state.result === undefined && state.status !== "FAILED";
}

async function observeTask(
	reading: Reading,
	known: Known<VideoState>,
	memory: Memory,
): Promise<VideoState | undefined> {
	const task = await reading.service.results(known.state.taskId, reading.signal);
	return followed(reading, known, {
		...{ task, memory, clips: task.clips.length },
		end: (seen, now) => settled(task, known.state, { seen, now }),
		result: (complete) => resultOf(task, complete),
	});
}

async function observeRendition(
	reading: Reading,
	known: Known<RenditionState>,
	memory: Memory,
): Promise<RenditionState | undefined> {
	const task = await reading.service.exportResults(known.state.taskId, reading.signal);
	const complete = task.linked >= known.state.request.clips.length;
	return followed(reading, known, {
		...{ task, memory, clips: task.linked },
		end: (seen, now) => (complete ? "complete" : outOfPatience(seen, now) ? "incomplete" : undefined),
		result(whole) {
			const { clips, ...result } = resultOf(task, whole);
			return result;
		},
	});
}

interface Known<State> {
	readonly address: AddressText;
	readonly state: State;
}

/** What one read of a task gave, and when it is taken as final. */
interface Read<State extends VideoState | RenditionState> {
	readonly task: TaskReading;
	readonly memory: Memory;
	/** How many clips are there. */
	readonly clips: number;
	readonly end: (seen: Seen, now: number) => "complete" | "incomplete" | undefined;
	readonly result: (complete: boolean) => NonNullable<State["result"]>;
}

/** State after a read; undefined when nothing changed. */
function followed<State extends VideoState | RenditionState>(
	{ emit, clock }: Reading,
	{ address, state }: Known<State>,
	read: Read<State>,
): State | undefined {
	const { task, memory, clips, end, result } = read;
	emit({
		type: "task",
		address,
		status: task.status,
		clips: task.clips.length,
		...(task.progress !== undefined && { share: task.progress }),
	});
	if (task.status === "FAILED")
		return { ...state, status: "FAILED", error: task.error ?? "The service gave no message." };
	if (task.status !== "SUCCEEDED")
		return task.status === state.status ? undefined : { ...state, status: task.status };
	const now = clock.monotonic();
	const seen = see(task, memory.seen.get(state.taskId), now);
	memory.seen.set(state.taskId, seen);
	const how = end(seen, now);
	if (how === undefined) return state.status === "SUCCEEDED" ? undefined : { ...state, status: "SUCCEEDED" };
	emit({ type: "settled", address, clips, notes: task.notes });
	return { ...state, status: "SUCCEEDED", result: result(how === "complete") };
}

function resultOf({ clips, costUnits, expireAt, notes }: TaskReading, complete: boolean): TaskResult {
	return {
		clips,
		complete,
		notes,
		...(costUnits !== undefined && { costUnits }),
		...(expireAt !== undefined && { expireAt }),
	};
}

async function observePost(
	reading: Reading,
	address: AddressText,
	state: PostState,
): Promise<PostState | undefined> {
	if (state.taskId === undefined) return undefined;
	const { status, error, location, late } = await reading.service.publishTask(state.taskId, reading.signal);
	if (status === state.status) return undefined;
	if (status === "DONE")
		reading.emit({
			type: "delivered",
			address,
			late: late ?? false,
			...(location !== undefined && { location }),
		});
	return {
		...state,
		status,
		...(error !== undefined && { error }),
		...(location !== undefined && { location }),
		...(late !== undefined && { late }),
	};
}
