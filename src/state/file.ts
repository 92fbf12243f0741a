import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { ulid } from "ulid";
import type { Entry, Snapshot } from "../model/snapshot.ts";
import { replaceFile, syncFolder } from "../system/files.ts";
import { isHeld, type Lock, takeLock } from "../system/lock.ts";
import { makeOwnFolder } from "../system/own-folder.ts";
import { decodeSnapshot, encodeSnapshot } from "./codec.ts";
import { StateFault } from "./faults.ts";
import { absorb, EMPTY, recover, type Working, workingCopy } from "./fold.ts";
import { type JournalFile, removeJournal, startJournal, writeFault } from "./journal.ts";
import { decodeJournal, encodeLine, type Journal } from "./lines.ts";
import type { OpenOptions, StateStore, StateWriter } from "./store.ts";

/** How often a reader tries again when a writer folds the journal away between its two reads. */
const TRIES = 5;

/** State in one JSON file, with a journal beside it while a run lasts. For one machine. */
export function fileStore({ path }: { readonly path: string }): StateStore {
	return { read: () => read(path), open: (options) => open(path, options) };
}

async function read(path: string): Promise<Snapshot> {
	const { state } = await readBoth(path);
	// What a living process has armed is under way; without one it is unknown.
	return (await isHeld(lockOf(path))) ? state : recover(state);
}

async function open(path: string, options: OpenOptions): Promise<StateWriter> {
	const lock = await takeLock(lockOf(path), options).catch((error: NodeJS.ErrnoException) => {
		throw error.code === undefined ? error : writeFault(path, error);
	});
	try {
		const { state, journal, bytes } = await readBoth(path);
		if (journal.wholeBytes < bytes.length) await keepTorn(path, bytes.subarray(journal.wholeBytes));
		return writer({ path, lock, state: workingCopy(recover(state)), leftover: bytes.length > 0 });
	} catch (error) {
		await lock.release();
		throw error;
	}
}

interface Held {
	readonly path: string;
	readonly lock: Lock;
	readonly state: Working;
	/** A former process left a journal: it is folded in even when this run appends nothing. */
	readonly leftover: boolean;
}

function writer({ path, lock, state, leftover }: Held): StateWriter {
	let journal: JournalFile | undefined;
	let failed = false;
	return {
		snapshot: () => state,
		async append(entry) {
			try {
				journal ??= await begin(path, state, leftover);
				absorb(state, entry);
				journal.append(encodeLine({ seq: state.serial, entry }), entry);
			} catch (error) {
				failed = true;
				throw error;
			}
		},
		async close() {
			journal?.close();
			try {
				if (!failed && (journal || leftover)) await foldAway(path, state);
			} finally {
				await lock.release();
			}
		},
	};
}

/** Makes the snapshot file that the journal's numbers count from, then the journal. What a former process left is folded in first. */
async function begin(path: string, state: Working, leftover: boolean): Promise<JournalFile> {
	try {
		await makeOwnFolder(dirname(path));
		if (state.lineage === "") state.lineage = ulid();
		if (leftover || state.serial === 0) await foldAway(path, state);
		return startJournal(journalOf(path), state.lineage);
	} catch (error) {
		throw error instanceof StateFault ? error : writeFault(path, error);
	}
}

async function foldAway(path: string, state: Snapshot): Promise<void> {
	await replaceFile(path, encodeSnapshot(state)).catch((error: unknown) => {
		throw writeFault(path, error);
	});
	await removeJournal(journalOf(path));
	await syncFolder(dirname(path));
}

interface Both {
	readonly state: Snapshot;
	readonly journal: Journal;
	readonly bytes: Buffer;
}

async function readBoth(path: string): Promise<Both> {
	for (let tries = 1; ; tries++) {
		const before = await textOf(path);
		const bytes = await bytesOf(journalOf(path));
		if (before?.toString() !== (await textOf(path))?.toString() && tries < TRIES) continue;
		const snapshot = before === undefined ? EMPTY : decodeSnapshot(before.toString(), path);
		const journal = decodeJournal(bytes, journalOf(path));
		return { state: replay(snapshot, journal, path), journal, bytes };
	}
}

function replay(snapshot: Snapshot, { header, lines }: Journal, path: string): Snapshot {
	if (header && header.lineage !== snapshot.lineage) throw parted(path, "it belongs to another state");
	const fresh = lines.filter(({ seq }) => seq > snapshot.serial);
	if (fresh[0] && fresh[0].seq !== snapshot.serial + 1) throw parted(path, `it starts at ${fresh[0].seq}, the state ends at ${snapshot.serial}`);
	const working = workingCopy(snapshot);
	for (const { entry } of fresh) absorb(working, entry satisfies Entry);
	return working;
}

function parted(path: string, why: string): StateFault {
	return new StateFault(`${basename(path)} and its journal do not belong together: ${why}.`, {
		remedy: "The state went back in time (a git checkout, a restored backup?). Put the state.json that the journal belongs to back in place.",
	});
}

/** The cut-off bytes are kept: they were never acknowledged, but somebody may want to look at them. */
async function keepTorn(path: string, bytes: Buffer): Promise<void> {
	await writeFile(`${journalOf(path)}.torn-${Date.now()}`, bytes, { flag: "wx" });
}

function textOf(path: string): Promise<Buffer | undefined> {
	return readFile(path).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
		throw new StateFault(`The state cannot be read: ${error.message}.`, { remedy: "Give this user the right to read it.", cause: error });
	});
}

async function bytesOf(path: string): Promise<Buffer> {
	return (await textOf(path)) ?? Buffer.alloc(0);
}

function journalOf(path: string): string {
	return `${path}.journal`;
}

function lockOf(path: string): string {
	return `${path}.lock`;
}
