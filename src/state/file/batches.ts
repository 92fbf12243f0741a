import { setImmediate as nextTurn } from "node:timers/promises";
import type { AddressText } from "../../model/address.ts";
import type { JournalEntry, Snapshot } from "../../model/snapshot.ts";

/** Entries that were not written, and why. */
export type Refused = ReadonlyMap<JournalEntry, unknown>;

/** Entries on their way to the journal, in their order. */
export interface Queue {
	/** Resolves once the entry is durable. */
	add(entry: JournalEntry): Promise<void>;
	/** Everything that was asked for is written or refused. */
	settled(): Promise<void>;
}

interface Waiting {
	readonly entry: JournalEntry;
	readonly done: () => void;
	readonly failed: (error: unknown) => void;
}

/**
 * Hands entries to `write` in their order. What comes while others are written is written together, as far
 * as it is about different attempts: one sync for all of it.
 */
export function batches(
	state: Pick<Snapshot, "operations">,
	write: (entries: readonly JournalEntry[]) => Promise<Refused>,
): Queue {
	let waiting: Waiting[] = [];
	let draining: Promise<void> | undefined;
	const drain = async () => {
		while (waiting.length > 0) {
			// What came to an end meanwhile is heard first, and goes along.
			await nextTurn();
			const batch = beginning(state, waiting);
			waiting = waiting.slice(batch.length);
			const refused = await write(batch.map(({ entry }) => entry));
			for (const { entry, done, failed } of batch) refused.has(entry) ? failed(refused.get(entry)) : done();
		}
		draining = undefined;
	};
	return {
		add: (entry) =>
			new Promise((done, failed) => {
				waiting.push({ entry, done, failed });
				draining ??= drain();
			}),
		async settled() {
			while (draining !== undefined) await draining;
		},
	};
}

/** The first that wait, as many as say nothing about each other. */
function beginning(state: Pick<Snapshot, "operations">, waiting: readonly Waiting[]): readonly Waiting[] {
	const addresses = new Set<AddressText>();
	const end = waiting.findIndex(({ entry }) => {
		const address = addressOf(state, entry);
		if (address === undefined || addresses.has(address)) return true;
		addresses.add(address);
		return false;
	});
	return end < 0 ? waiting : waiting.slice(0, Math.max(end, 1));
}

/** Whose attempt an entry is about. Undefined: it is about something else. */
function addressOf(
	{ operations }: Pick<Snapshot, "operations">,
	entry: JournalEntry,
): AddressText | undefined {
	if (entry.type === "intent") return entry.operation.address;
	return entry.type === "armed" || entry.type === "outcome"
		? operations[entry.operation]?.address
		: undefined;
}
