import type { AddressText } from "../../model/address.ts";
import type { EpochMs } from "../../model/brand.ts";
import type { JournalEntry, LedgerEntry, OperationKind, OutcomeClass } from "../../model/snapshot.ts";
import { readLine } from "../journal-lines.ts";

/** What became of an attempt, as far as this machine saw it. */
export type Became =
	| "armed"
	| "withdrawn"
	| OutcomeClass
	| Extract<JournalEntry, { readonly type: "resolved" }>["as"];

type Outcome = Extract<JournalEntry, { readonly type: "outcome" }>;

/**
 * One line of the guard: what this machine remembers of a state outside of its folder. `serial` is the number
 * of the journal entry it speaks of.
 */
export type GuardRecord =
	| {
			readonly type: "armed";
			readonly serial: number;
			readonly at: EpochMs;
			readonly operation: string;
			readonly address: AddressText;
			readonly kind: OperationKind;
			readonly moment?: LedgerEntry;
	  }
	/** The journal did not take the entry: nothing was sent. */
	| { readonly type: "disarmed"; readonly serial: number; readonly operation: string }
	| {
			readonly type: "ended";
			readonly serial: number;
			readonly at: EpochMs;
			readonly operation: string;
			readonly address: AddressText;
			readonly kind: OperationKind;
			readonly as: Became;
			readonly moment?: LedgerEntry;
	  }
	/** An outcome that the journal did not take: the next run puts it there. */
	| { readonly type: "rescued"; readonly serial: number; readonly entry: Outcome }
	/** A run ended with this state. */
	| { readonly type: "sealed"; readonly serial: number; readonly digest: string }
	/** A person, or the first run here, took the state as it is. */
	| {
			readonly type: "adopted";
			readonly serial: number;
			readonly at: EpochMs;
			readonly moments: readonly LedgerEntry[];
	  };

/** Records that were written together, in one line: it is whole or torn. */
interface GuardRecords {
	readonly type: "several";
	/** Of the last one. */
	readonly serial: number;
	readonly records: readonly GuardRecord[];
}

/** What is written in one line for these records. */
export function lineOf(records: readonly GuardRecord[]): GuardRecord | GuardRecords {
	const [first, ...rest] = records;
	if (first !== undefined && rest.length === 0) return first;
	return { type: "several", serial: records.at(-1)?.serial ?? 0, records };
}

/** One attempt that may have been executed. */
export interface Attempted {
	readonly operation: string;
	readonly address: AddressText;
	readonly kind: OperationKind;
	readonly at: EpochMs;
	readonly became: Became;
	readonly moment?: LedgerEntry;
}

type Arming = Extract<GuardRecord, { readonly type: "armed" }>;

/** What a guard's lines say together. */
export interface GuardMemory {
	/** The newest serial since the state was last adopted. */
	readonly serial: number;
	readonly last: GuardRecord | undefined;
	/** The armings that it ends with: the journal may not have heard of the last of them. */
	readonly armings: readonly Arming[];
	readonly attempts: ReadonlyMap<string, Attempted>;
	/** Outcomes that are in no journal, by operation. */
	readonly rescued: ReadonlyMap<string, Outcome>;
	/** Lines that cannot be read; a torn last one does not count. */
	readonly damaged: number;
	readonly wholeBytes: number;
}

/** Reads a guard. Damaged lines are counted and left out: what the others say holds all the same. */
export function decodeGuard(bytes: Buffer): GuardMemory {
	const records: GuardRecord[] = [];
	let [at, damaged] = [0, 0];
	for (let end = bytes.indexOf(10); end >= 0; at = end + 1, end = bytes.indexOf(10, at)) {
		const added = recordsIn(readLine(bytes.subarray(at, end)));
		records.push(...added);
		if (added.length === 0) damaged++;
	}
	return { ...knownFrom(records), damaged, wholeBytes: at };
}

/** Records, one after the other. */
export function knownFrom(records: readonly GuardRecord[], before?: GuardMemory): GuardMemory {
	const [attempts, rescued] = [new Map(before?.attempts), new Map(before?.rescued)];
	let serial = before?.serial ?? 0;
	for (const record of records) {
		if (record.type === "rescued") {
			rescued.set(record.entry.operation, record.entry);
			continue;
		}
		if (record.type === "ended") rescued.delete(record.operation);
		serial =
			record.type === "adopted" || record.type === "disarmed"
				? record.serial
				: Math.max(serial, record.serial);
		take(attempts, record);
	}
	const told = records.filter(({ type }) => type !== "rescued");
	return {
		serial,
		last: told.at(-1) ?? before?.last,
		armings: armingsAtEnd(told, before?.armings),
		attempts,
		rescued,
		damaged: before?.damaged ?? 0,
		wholeBytes: before?.wholeBytes ?? 0,
	};
}

function armingsAtEnd(records: readonly GuardRecord[], before: readonly Arming[] = []): readonly Arming[] {
	const other = records.findLastIndex(({ type }) => type !== "armed");
	const armings = records.slice(other + 1).filter((record) => record.type === "armed");
	return other < 0 ? [...before, ...armings] : armings;
}

/** The moments that count as posted. */
export function momentsOf({ attempts }: Pick<GuardMemory, "attempts">): readonly LedgerEntry[] {
	return [...attempts.values()].flatMap(({ moment }) => (moment === undefined ? [] : [moment]));
}

/** Whether the call was proved not to have been executed, or what it made was taken back in time. */
export function disproved(became: Became): boolean {
	return ["refused", "not-sent", "not-posted", "withdrawn"].includes(became);
}

function take(attempts: Map<string, Attempted>, record: GuardRecord): void {
	if (record.type === "disarmed") attempts.delete(record.operation);
	if (record.type === "armed") {
		const { type, serial: _, ...attempt } = record;
		attempts.set(record.operation, { ...attempt, became: type });
	}
	if (record.type === "ended") attempts.set(record.operation, ended(attempts.get(record.operation), record));
	if (record.type === "adopted") {
		for (const moment of record.moments) {
			const { operation, address, at } = moment;
			if (!attempts.has(operation))
				attempts.set(operation, { operation, address, kind: "publish", at, became: "done", moment });
		}
	}
}

function ended(
	before: Attempted | undefined,
	record: Extract<GuardRecord, { readonly type: "ended" }>,
): Attempted {
	const { operation, address, kind, at, as } = record;
	const moment = disproved(as) ? undefined : (record.moment ?? before?.moment);
	return { operation, address, kind, at: before?.at ?? at, became: as, ...(moment && { moment }) };
}

const TYPES: ReadonlySet<unknown> = new Set(["armed", "disarmed", "ended", "rescued", "sealed", "adopted"]);

/** None: the line cannot be read. */
function recordsIn(value: object | undefined): readonly GuardRecord[] {
	const { type, records } = (value ?? {}) as Partial<GuardRecords>;
	const all: readonly unknown[] = type === "several" && Array.isArray(records) ? records : [value];
	return all.every(isRecord) ? all : [];
}

function isRecord(value: unknown): value is GuardRecord {
	if (typeof value !== "object" || value === null || !("type" in value && "serial" in value)) return false;
	return TYPES.has(value.type) && Number.isSafeInteger(value.serial);
}
