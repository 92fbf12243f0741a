import { mkdir, open, readFile, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { EpochMs } from "../../model/brand.ts";
import type { LedgerEntry, Snapshot } from "../../model/snapshot.ts";
import { undefinedIfMissing } from "../../system/error-code.ts";
import { sha256 } from "../../system/files.ts";
import { type Lock, takeLock } from "../../system/lock.ts";
import type { OpenOptions } from "../store.ts";
import { examine, type Found, type Seen, type Trouble, unrecorded, withArmings } from "./examine.ts";
import { GuardFile } from "./file.ts";
import { notePlace, type Outside, readPlace, recordFileOf, type StateName } from "./places.ts";
import { decodeGuard, type GuardMemory, type GuardRecord, knownFrom, momentsOf } from "./records.ts";

/** The record of a state as it was when the guard was read. */
export interface Look {
	readonly seen: Seen;
	/** The guard ends with exactly this state: nothing more needs to be compared. */
	readonly sealed: boolean;
}

/** Reads this machine's record of the state at `path`. Changes nothing. */
export async function look(outside: Outside, path: string, state: Snapshot): Promise<Look> {
	const place = await readPlace(outside, path);
	const sealed =
		state.lineage !== "" &&
		place === state.lineage &&
		(await isSealed(recordFileOf(outside, state.lineage), state));
	if (sealed) return { seen: { known: undefined, before: undefined, unreadable: false }, sealed };
	const known = state.lineage === "" ? undefined : await readKnown(recordFileOf(outside, state.lineage));
	const other = place === undefined || place === "" || place === state.lineage ? undefined : place;
	const remembered = other === undefined ? undefined : await readKnown(recordFileOf(outside, other));
	const before =
		other === undefined || remembered === undefined || (await startsOver(outside, state))
			? undefined
			: { lineage: other, known: remembered };
	return { seen: { known, before, unreadable: place === "" }, sealed };
}

/** Why the state must not be gone on with. */
export function troubleOf(outside: Outside, found: Found, { seen, sealed }: Look): Trouble | undefined {
	if (sealed) return undefined;
	return examine(
		{ ...found, state: withArmings(found.state, seen.known) },
		seen,
		outside.embedded === undefined,
	);
}

/** What guards a state while it is held. */
export interface Guard {
	readonly file: GuardFile;
	readonly lock: Lock;
}

/** Takes the lock of a lineage, so that two copies of one state never run at the same time. */
export async function lockGuard(outside: Outside, lineage: string, options: OpenOptions): Promise<Lock> {
	const path = guardLock(outside, lineage);
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	return takeLock(path, options);
}

/**
 * Opens the guard of a state that was examined: tells it what a dead run could not, and notes what is at its
 * path now.
 */
export async function openGuard(
	outside: Outside,
	about: StateName & { readonly lock: Lock; readonly found: Found; readonly at: EpochMs },
): Promise<Guard> {
	const { lock, found, at } = about;
	const { lineage, serial, ledger } = found.state;
	const ledgerFile = recordFileOf(outside, lineage);
	const known = await setAsideDamaged(ledgerFile, await readKnown(ledgerFile));
	const file = new GuardFile(ledgerFile, known?.wholeBytes ?? 0);
	try {
		if (known === undefined || known.damaged > 0)
			await file.append(firstRecord({ serial, at, ledger, known }));
		else for (const record of unrecorded(known, found)) await file.append(record);
		await notePlace(outside, about, lineage);
		return { file, lock };
	} catch (error) {
		file.close();
		throw error;
	}
}

/** The lock file of a lineage, for those who have to remove it. */
export function guardLock(outside: Outside, lineage: string): string {
	return `${recordFileOf(outside, lineage)}.lock`;
}

/** This machine's record of a lineage. Undefined: there is none. */
export async function readGuard(outside: Outside, lineage: string): Promise<GuardMemory | undefined> {
	return lineage === "" ? undefined : readKnown(recordFileOf(outside, lineage));
}

/** Digest of the moments of a state. */
export function digestOf({ ledger, operations }: Pick<Snapshot, "ledger" | "operations">): string {
	return sha256(
		[...ledger.map(({ operation }) => operation), "", ...Object.keys(operations).sort()].join("\n"),
	);
}

function firstRecord({
	serial,
	at,
	ledger,
	known,
}: Pick<Snapshot, "serial" | "ledger"> & {
	readonly at: EpochMs;
	readonly known: GuardMemory | undefined;
}): GuardRecord {
	const here = new Set(ledger.map(({ operation }) => operation));
	const others: readonly LedgerEntry[] =
		known === undefined ? [] : momentsOf(known).filter(({ operation }) => !here.has(operation));
	return { type: "adopted", serial, at, moments: [...ledger, ...others] };
}

/** A damaged guard is kept beside; what could be read of it goes into the next. */
async function setAsideDamaged(
	path: string,
	known: GuardMemory | undefined,
): Promise<GuardMemory | undefined> {
	if (known === undefined || known.damaged === 0) return known;
	await rename(path, `${path}.damaged-${Date.now()}`);
	return { ...knownFrom([], known), wholeBytes: 0 };
}

/** With the embedded service, whoever deletes its data together with the state starts over on both sides. */
async function startsOver({ embedded }: Outside, { lineage }: Snapshot): Promise<boolean> {
	if (embedded === undefined || lineage !== "") return false;
	return stat(embedded).then(
		() => false,
		() => true,
	);
}

/** Only the last line is read, so that looking costs the same however much was posted. */
async function isSealed(path: string, state: Snapshot): Promise<boolean> {
	const tail = await tailOf(path);
	const start = tail.lastIndexOf(10, -2) + 1;
	const last = tail.at(-1) === 10 ? decodeGuard(tail.subarray(start)).last : undefined;
	return last?.type === "sealed" && last.serial === state.serial && last.digest === digestOf(state);
}

const TAIL = 1024;

async function tailOf(path: string): Promise<Buffer> {
	const handle = await open(path, "r").catch(undefinedIfMissing);
	if (handle === undefined) return Buffer.alloc(0);
	try {
		const { size } = await handle.stat();
		const length = Math.min(size, TAIL);
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
		return buffer.subarray(0, bytesRead);
	} finally {
		await handle.close();
	}
}

async function readKnown(path: string): Promise<GuardMemory | undefined> {
	const bytes = await bytesOf(path);
	return bytes && decodeGuard(bytes);
}

async function bytesOf(path: string): Promise<Buffer | undefined> {
	return readFile(path).catch(undefinedIfMissing);
}
