import { setImmediate as letOthersRun } from "node:timers/promises";
import type { Books } from "../store/books.ts";
import type { FindRecord, Tellers } from "./context.ts";
import type { EventRecord } from "./event.ts";

/** What was there when the process began. */
export interface Left {
	/** Names of events. */
	readonly before: readonly string[];
	readonly find: FindRecord;
}

/** Finds the records of a tenant. */
export function recordFinder({ tasks, publishes }: Pick<Books, "tasks" | "publishes">): FindRecord {
	return ({ source, recordId }) => (source === "post" ? publishes : tasks[source]).get(recordId);
}

/** So many events are read at once. */
const AT_ONCE = 16;

/**
 * What waits for each endpoint, the oldest first. Events of changes that never were are removed: the process
 * was killed before it wrote them.
 */
export async function takeLeft(
	tellers: Tellers,
	{ before, find }: Left,
): Promise<ReadonlyMap<string, readonly string[]>> {
	const { queues, noted, signal } = tellers;
	const found = new Map(queues.map(({ name }) => [name, [] as { id: string; at: number }[]]));
	for (let from = 0; from < before.length && !signal.aborted; from += AT_ONCE) {
		const some = before.slice(from, from + AT_ONCE).map((id) => trueEvent(tellers, id, find));
		for (const event of await Promise.all(some)) if (event) sortIn(tellers, found, event);
		await letOthersRun();
	}
	noted.clear();
	const sorted = [...found].map(([name, waiting]) => {
		const ids = waiting.sort((a, b) => a.at - b.at).map(({ id }) => id);
		return [name, ids] as const;
	});
	return new Map(sorted);
}

/** Undefined: it is not to be sent, or is in the hands of this process already. */
async function trueEvent(
	{ events, noted, parts }: Tellers,
	id: string,
	find: FindRecord,
): Promise<EventRecord | undefined> {
	try {
		const event = await events.get(id);
		if (event === undefined || noted.has(id)) return undefined;
		const isNew = Object.values(event.sendings).every(
			({ attempts, status }) => attempts + +(status !== "waiting") === 0,
		);
		const record = isNew ? await find(event) : undefined;
		if (noted.has(id)) return undefined;
		if (!isNew || (record?.events ?? 0) >= event.number) return event;
		await events.remove(id, () => !noted.has(id));
		return undefined;
	} catch (error) {
		parts.log(`An event cannot be read, and is not sent: ${error instanceof Error ? error.message : id}`);
		return undefined;
	}
}

function sortIn(
	{ counted }: Tellers,
	found: ReadonlyMap<string, { id: string; at: number }[]>,
	{ id, at, sendings }: EventRecord,
): void {
	for (const [name, { status }] of Object.entries(sendings)) {
		const queue = found.get(name);
		if (status === "waiting") queue?.push({ id, at });
		if (status === "dead" && queue) counted.dead += 1;
	}
}
