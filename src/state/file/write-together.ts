import type { JournalEntry, Snapshot } from "../../model/snapshot.ts";
import { disarm, recordsOf, tellGuard } from "../guard/session.ts";
import { encodeEntries } from "../journal-lines.ts";
import { checkEntry } from "../snapshot/contradiction.ts";
import { absorb } from "../snapshot/fold.ts";
import { foreignFault } from "../state-fault.ts";
import type { Refused } from "./batches.ts";
import type { Held } from "./held.ts";
import type { JournalFile } from "./journal.ts";
import { lockOf } from "./paths.ts";

/**
 * Writes entries of different attempts with one sync for all of them: armings to the guard, everything to the
 * journal, the rest to the guard. Says which were refused; the others are durable.
 */
export async function writeTogether(
	held: Held,
	journal: JournalFile,
	entries: readonly JournalEntry[],
): Promise<Refused> {
	const refused = contradictions(held.state, entries);
	const refuse = (some: readonly JournalEntry[], cause: unknown) => {
		for (const entry of some) refused.set(entry, cause);
	};
	const allowed = entries.filter((entry) => !refused.has(entry));
	const armings = allowed.filter(isArming);
	const others = allowed.filter((entry) => !isArming(entry));
	const fault = armings.length === 0 ? undefined : await armingFault(held, journal, armings);
	if (fault !== undefined) refuse(armings, fault);
	// Armings first: where only the guard heard of them, their numbers follow the journal's last.
	const written = fault === undefined ? [...armings, ...others] : others;
	try {
		await record(held, journal, written);
	} catch (cause) {
		refuse(written, cause);
	}
	return refused;
}

function isArming({ type }: JournalEntry): boolean {
	return type === "armed";
}

function contradictions(state: Snapshot, entries: readonly JournalEntry[]): Map<JournalEntry, unknown> {
	const found = new Map<JournalEntry, unknown>();
	for (const entry of entries) {
		try {
			checkEntry(state, entry);
		} catch (cause) {
			found.set(entry, cause);
		}
	}
	return found;
}

/** Tells the guard of armings. Gives what speaks against them. */
async function armingFault(
	{ guard, lock, path, state }: Held,
	journal: JournalFile,
	armings: readonly JournalEntry[],
): Promise<unknown> {
	// Somebody who took the lock away may have begun the same call by now.
	if (!(await lock.held())) return foreignFault(lockOf(path));
	try {
		journal.mustHaveRoom();
	} catch (fault) {
		return fault;
	}
	return tellGuard(guard, recordsOf(state, armings));
}

/** Throws what the journal throws, having taken back what the guard was told. */
async function record(held: Held, journal: JournalFile, entries: readonly JournalEntry[]): Promise<void> {
	if (entries.length === 0) return;
	const { state, guard } = held;
	const records = recordsOf(state, entries);
	try {
		await journal.append(
			encodeEntries({ seq: state.serial + 1, entries }),
			entries.map(({ type }) => type),
		);
	} catch (error) {
		await disarm(guard, state, records);
		throw error;
	}
	for (const entry of entries) absorb(state, entry);
	const fault = await tellGuard(
		guard,
		records.filter(({ type }) => type !== "armed"),
	);
	if (fault) held.fault = fault;
}
