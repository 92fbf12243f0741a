import { ulid } from "ulid";
import { LostConnection, unreachableFault } from "../../database/database-fault.ts";
import type { JournalEntry, Snapshot } from "../../model/snapshot.ts";
import type { Refused } from "../file/batches.ts";
import { PostedFault } from "../ledger/ledger-fault.ts";
import { checkEntry } from "../snapshot/contradiction.ts";
import { absorb } from "../snapshot/fold.ts";
import { type Committed, commitEntries } from "./commit.ts";
import { lateFault } from "./database-fault.ts";
import type { PostgresHeld } from "./held.ts";
import { savedLate } from "./late-outcomes.ts";
import { LEASE_MS, SEND_PART } from "./place.ts";
import { readEntries } from "./states.ts";
import { witness } from "./witness.ts";

/** How long an entry waits for a database that does not answer, in milliseconds. */
const PATIENCE_MS = 30_000;
/** The same of an arming, whose request waits for it. */
const ARM_MS = 4_000;
const PAUSE_MS = 50;

/** A run that writes. */
export interface Writing {
	readonly held: PostgresHeld;
	/** Armed attempts that were given up, because nobody answered in time: they were never sent. */
	readonly dropped: Set<string>;
	/** The connection was lost, and what it left is not read yet. */
	lost: boolean;
}

/** Writes entries, and says which were refused; the others are durable. */
export async function writeEntries(writing: Writing, entries: readonly JournalEntry[]): Promise<Refused> {
	const refused = new Map<JournalEntry, unknown>();
	const allowed = entries.filter((entry) => {
		const problem = contradictionOf(writing.held.state, entry);
		if (problem !== undefined) refused.set(entry, problem);
		return problem === undefined;
	});
	for (const [entry, cause] of await writeAllowed(writing, allowed)) refused.set(entry, cause);
	return refused;
}

async function writeAllowed(
	writing: Writing,
	entries: readonly JournalEntry[],
): Promise<Map<JournalEntry, unknown>> {
	const refused = new Map<JournalEntry, unknown>();
	const until = performance.now() + patienceFor(entries);
	let left = entries;
	while (left.length > 0) {
		try {
			left = await writeOnce(writing, left, refused);
		} catch (error) {
			const isLost = error instanceof LostConnection;
			if (isLost) writing.lost = true;
			if (isLost && performance.now() < until) await pause();
			else {
				for (const [entry, cause] of await causesFor(writing, left, error)) refused.set(entry, cause);
				left = [];
			}
		}
	}
	await withoutUnsent(writing, entries, refused);
	return refused;
}

/** Gives the entries that are left to be written: none. */
async function writeOnce(
	writing: Writing,
	entries: readonly JournalEntry[],
	refused: Map<JournalEntry, unknown>,
): Promise<readonly JournalEntry[]> {
	const { held } = writing;
	const left = writing.lost ? await settle(writing, entries) : entries;
	if (left.length === 0) return [];
	const committed = await committing(held, left);
	for (const [entry, fault] of committed.refused) refused.set(entry, fault);
	const written = left.filter((entry) => !committed.refused.has(entry));
	await absorbAll(held, written);
	return [];
}

async function committing(held: PostgresHeld, entries: readonly JournalEntry[]): Promise<Committed> {
	const { state, database } = held;
	if (state.lineage === "") {
		state.lineage = ulid();
		state.ledgerId = database.ledgerId;
	}
	return commitEntries(held, entries);
}

/**
 * What was armed must leave within the lease. What was refused, came too late, or was not remembered on this
 * machine is recorded as not sent.
 */
async function withoutUnsent(
	writing: Writing,
	entries: readonly JournalEntry[],
	refused: Map<JournalEntry, unknown>,
): Promise<void> {
	const { session, place, state } = writing.held;
	const isLate = session.leftMs() < SEND_PART * (place.leaseMs ?? LEASE_MS);
	const unsent: JournalEntry[] = [];
	for (const entry of entries) {
		if (entry.type !== "armed") continue;
		if (isLate && !refused.has(entry)) refused.set(entry, lateFault());
		const cause = refused.get(entry);
		// What a lost connection left is settled with what comes next.
		if (cause === undefined || writing.lost) continue;
		const outcome = notSent(entry, cause);
		if (contradictionOf(state, outcome) === undefined) unsent.push(outcome);
	}
	if (unsent.length > 0) await writeEntries(writing, unsent);
}

function notSent(entry: Extract<JournalEntry, { readonly type: "armed" }>, cause: unknown): JournalEntry {
	const error = cause instanceof Error ? cause.message : String(cause);
	return {
		type: "outcome",
		operation: entry.operation,
		at: entry.at,
		outcome: "not-sent",
		evidence: { error },
	};
}

/**
 * Connects again and reads what the lost connection left: this run alone writes here, so the next numbers are
 * its own. Gives the entries that are not there, and never will be.
 */
export async function settle(
	writing: Writing,
	entries: readonly JournalEntry[],
): Promise<readonly JournalEntry[]> {
	const { held, dropped } = writing;
	const { session, state } = held;
	await session.reconnect();
	const lines = await session.write((ask) => readEntries(ask, state.lineage, state.serial));
	const there = lines.map(({ entry }) => entry);
	await absorbAll(held, there);
	writing.lost = false;
	const known = new Set(there.map((entry) => JSON.stringify(entry)));
	const left = entries.filter((entry) => !known.has(JSON.stringify(entry)));
	for (const operation of dropped) {
		dropped.delete(operation);
		const at = state.operations[operation]?.at;
		if (at === undefined) continue;
		const entry = notSent({ type: "armed", operation, at }, lateFault());
		if (contradictionOf(state, entry) === undefined) {
			await committing(held, [entry]);
			await absorbAll(held, [entry]);
		}
	}
	return left;
}

async function absorbAll(held: PostgresHeld, entries: readonly JournalEntry[]): Promise<void> {
	const { state, place } = held;
	if (entries.length === 0) return;
	for (const entry of entries) absorb(state, entry);
	held.behind += entries.length;
	held.begun = held.appended = true;
	if (entries.some(({ type }) => type === "armed"))
		held.seen = await witness(place.witness, held.seen, state);
}

/**
 * Why entries were not written. One whose moment is taken refuses those beside it, which are written alone.
 */
async function causesFor(
	writing: Writing,
	entries: readonly JournalEntry[],
	error: unknown,
): Promise<Refused> {
	const causes = new Map<JournalEntry, unknown>();
	const isTaken = error instanceof PostedFault && entries.length > 1;
	for (const entry of entries)
		if (!isTaken) causes.set(entry, await causeFor(writing, entry, error));
		else for (const [one, cause] of await writeAllowed(writing, [entry])) causes.set(one, cause);
	return causes;
}

/** Why an entry was not written. An outcome is kept elsewhere. */
async function causeFor({ held, dropped }: Writing, entry: JournalEntry, error: unknown): Promise<unknown> {
	if (entry.type === "armed") dropped.add(entry.operation);
	if (entry.type === "outcome") return savedLate(held, entry, error);
	return error instanceof LostConnection ? unreachableFault(error.cause ?? error) : error;
}

function contradictionOf(state: Snapshot, entry: JournalEntry): unknown {
	try {
		checkEntry(state, entry);
		return undefined;
	} catch (fault) {
		return fault;
	}
}

function patienceFor(entries: readonly JournalEntry[]): number {
	return entries.some(({ type }) => type === "armed") ? ARM_MS : PATIENCE_MS;
}

/** Before the database is asked once more. */
export function pause(): Promise<void> {
	return new Promise((done) => setTimeout(done, PAUSE_MS));
}
