import type { JournalEntry, LedgerEntry, Operation, Snapshot } from "../../model/snapshot.ts";
import type { JournalLine } from "../journal-lines.ts";
import { absorb, momentOf, workingCopy } from "../snapshot/fold.ts";
import {
	type Became,
	disproved,
	type GuardMemory,
	type GuardRecord,
	knownFrom,
	momentsOf,
} from "./records.ts";

/** What this machine remembers of a state and of its place, from outside of its folder. */
export interface Seen {
	/** Of the state's own lineage. Undefined: never seen here. */
	readonly known: GuardMemory | undefined;
	/** What was last seen at this path, where that was another lineage, or the state is gone. */
	readonly before: { readonly lineage: string; readonly known: GuardMemory } | undefined;
	/** The note on what was last seen here cannot be read. */
	readonly unreadable: boolean;
}

/** The state, and the lines of its journal. */
export interface Found {
	readonly state: Snapshot;
	readonly lines: readonly JournalLine[];
}

/** Why a state must not be gone on with. `moments` are those it does not know. */
export type Trouble =
	| {
			readonly kind: "gone";
			readonly lineage: string;
			readonly moments: readonly LedgerEntry[];
			readonly attempts: number;
	  }
	| { readonly kind: "replaced"; readonly lineage: string; readonly moments: readonly LedgerEntry[] }
	| { readonly kind: "unseen"; readonly moments: readonly LedgerEntry[] }
	| {
			readonly kind: "behind";
			readonly serial: number;
			readonly known: number;
			readonly moments: readonly LedgerEntry[];
	  }
	| { readonly kind: "missing"; readonly moments: readonly LedgerEntry[] }
	| { readonly kind: "damaged"; readonly moments: readonly LedgerEntry[] };

/**
 * Compares a state with what this machine remembers of it. `strict`: also a state that was never seen here is
 * trouble.
 */
export function examine(
	{ state, lines }: Found,
	{ known, before, unreadable }: Seen,
	strict: boolean,
): Trouble | undefined {
	const all = { known: known && caughtUp(known, { state, lines }), before };
	const moments = [all.known, all.before?.known].flatMap((each) =>
		each === undefined ? [] : lacking(state, each),
	);
	if (unreadable || (known?.damaged ?? 0) + (before?.known.damaged ?? 0) > 0)
		return { kind: "damaged", moments };
	if (state.lineage === "") return before && gone(before, moments);
	if (all.known === undefined) return unseen(state, moments, strict) ?? replaced(before, moments);
	if (state.serial < all.known.serial)
		return { kind: "behind", serial: state.serial, known: all.known.serial, moments };
	if (lacking(state, all.known).length > 0) return { kind: "missing", moments };
	return replaced(before, moments);
}

/**
 * The guard hears of armings before the journal does. Where the journal's last word on them is the intent,
 * the line after it was lost or never written: nobody can tell which, so it counts as written.
 */
export function withArmings(state: Snapshot, known: GuardMemory | undefined): Snapshot {
	const armings = known?.armings.filter(({ serial }) => serial > state.serial) ?? [];
	const follow = armings.every(
		({ serial, operation }, index) =>
			serial === state.serial + 1 + index && state.operations[operation]?.phase === "intent",
	);
	if (armings.length === 0 || !follow) return state;
	const working = workingCopy(state);
	for (const { operation, at } of armings) absorb(working, { type: "armed", operation, at });
	return working;
}

/** Outcomes that an earlier run could not write down, as entries for this state. */
export function rescuedFor(
	{ operations }: Snapshot,
	known: GuardMemory | undefined,
): readonly JournalEntry[] {
	return [...(known?.rescued.values() ?? [])].flatMap((entry): readonly JournalEntry[] => {
		const operation = Object.hasOwn(operations, entry.operation) ? operations[entry.operation] : undefined;
		if (operation === undefined || operation.phase === "intent") return [];
		if (entry.outcome !== "not-sent") return [entry];
		return [
			{
				type: "resolved",
				operation: entry.operation,
				at: entry.at,
				as: "not-posted",
				by: "showrun",
				why: "the request was not sent",
			},
		];
	});
}

/** What the guard has to be told because a run died before it could. */
export function unrecorded(known: GuardMemory, { state, lines }: Found): readonly GuardRecord[] {
	const operations = new Map<string, Operation>(Object.entries(state.operations));
	for (const { entry } of lines)
		if (entry.type === "intent") operations.set(entry.operation.id, entry.operation);
	return lines
		.filter(({ seq }) => seq > known.serial)
		.flatMap(
			({ seq, entry }) => recordOf(seq, entry, (id) => operations.get(id) ?? known.attempts.get(id)) ?? [],
		);
}

/** An attempt, as it is named in either memory. */
type Named = Pick<Operation, "address" | "kind"> & Partial<Operation>;

/** What the guard remembers of a journal entry. Undefined: nothing. */
export function recordOf(
	serial: number,
	entry: JournalEntry,
	find: (id: string) => Named | undefined,
): GuardRecord | undefined {
	if (entry.type === "adopted") return { type: "adopted", serial, at: entry.at, moments: entry.moments };
	if (entry.type === "imported")
		return entry.moment && { type: "adopted", serial, at: entry.at, moments: [entry.moment] };
	if (entry.type === "withdrawn") {
		const { at, operation, address } = entry;
		return { type: "ended", serial, at, operation, address, kind: "publish", as: "withdrawn" };
	}
	if (entry.type !== "armed" && entry.type !== "outcome" && entry.type !== "resolved") return undefined;
	const named = find(entry.operation);
	if (named === undefined) return undefined;
	const about = {
		serial,
		at: entry.at,
		operation: entry.operation,
		address: named.address,
		kind: named.kind,
	};
	const as: Became = entry.type === "armed" ? "armed" : entry.type === "outcome" ? entry.outcome : entry.as;
	const moment = isWhole(named) && !disproved(as) ? momentOf(named, entry.at) : undefined;
	const rest = { ...about, ...(moment && { moment }) };
	return entry.type === "armed" ? { type: "armed", ...rest } : { type: "ended", ...rest, as };
}

function isWhole(named: Named): named is Operation {
	return named.wanted !== undefined;
}

function caughtUp(known: GuardMemory, found: Found): GuardMemory {
	return knownFrom(unrecorded(known, found), known);
}

function lacking({ ledger }: Snapshot, known: GuardMemory): readonly LedgerEntry[] {
	const there = new Set(ledger.map(({ operation }) => operation));
	return momentsOf(known).filter(({ operation }) => !there.has(operation));
}

/** Nothing is lost with a state that sent nothing. */
function gone(
	{ lineage, known }: NonNullable<Seen["before"]>,
	moments: readonly LedgerEntry[],
): Trouble | undefined {
	const attempts = [...known.attempts.values()].filter(({ became }) => !disproved(became)).length;
	return attempts > 0 ? { kind: "gone", lineage, moments, attempts } : undefined;
}

function unseen(
	{ resources, ledger, operations }: Snapshot,
	moments: readonly LedgerEntry[],
	strict: boolean,
): Trouble | undefined {
	const empty = Object.keys(resources).length + Object.keys(operations).length + ledger.length === 0;
	return strict && !empty ? { kind: "unseen", moments } : undefined;
}

/** Another state in the place of one: trouble only where it does not know what that one posted. */
function replaced(before: Seen["before"], moments: readonly LedgerEntry[]): Trouble | undefined {
	return before && moments.length > 0 ? { kind: "replaced", lineage: before.lineage, moments } : undefined;
}
