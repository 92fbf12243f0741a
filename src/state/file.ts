import { realpath } from "node:fs/promises";
import type { Snapshot } from "../model/snapshot.ts";
import { removeTemporaries, replaceFile } from "../system/files.ts";
import { isHeld, takeLock } from "../system/lock.ts";
import { writeFault } from "./faults.ts";
import { recover, workingCopy } from "./fold.ts";
import { removeBallast, removeJournal } from "./journal.ts";
import { journalOf, lockOf, type OnDisk, readOnDisk } from "./on-disk.ts";
import type { OpenOptions, StateStore, StateWriter } from "./store.ts";
import { foldAway, type Held, writer } from "./writer.ts";

/** State in one JSON file, with a journal beside it while a run lasts. For one machine. */
export function fileStore({ path }: { readonly path: string }): StateStore {
	return { read: async () => read(await followed(path)), open: async (options) => open(await followed(path), options) };
}

/** Path of the lock that guards the state. */
export async function stateLock(path: string): Promise<string> {
	return lockOf(await followed(path));
}

/** Two links to one state must lead to one journal and one lock. */
function followed(path: string): Promise<string> {
	return realpath(path).catch(() => path);
}

async function read(path: string): Promise<Snapshot> {
	for (;;) {
		const { state } = await readOnDisk(path);
		// What a living process has begun is under way; without one it has no outcome. One that ended meanwhile has written its outcome down.
		if (!underWay(state) || (await isHeld(lockOf(path)))) return state;
		if ((await readOnDisk(path)).state.serial === state.serial) return recover(state);
	}
}

function underWay({ operations }: Snapshot): boolean {
	return Object.values(operations).some(({ phase }) => phase !== "unknown");
}

async function open(path: string, options: OpenOptions): Promise<StateWriter> {
	const lock = await takeLock(lockOf(path), options).catch((error: unknown) => {
		throw inWords(path, error);
	});
	try {
		const found = await readOnDisk(path);
		const held: Held = { path, lock, state: workingCopy(recover(found.state)), text: found.text };
		await foldLeftover(held, found);
		await removeTemporaries(path);
		return writer(held);
	} catch (error) {
		await lock.release();
		throw inWords(path, error);
	}
}

/** A former process left its journal: it is folded in even when this run appends nothing. */
async function foldLeftover(held: Held, { bytes, wholeBytes }: OnDisk): Promise<void> {
	if (bytes === undefined) return removeBallast(journalOf(held.path));
	if (wholeBytes < bytes.length) await keepTorn(held.path, bytes.subarray(wholeBytes));
	// Begun before the state was: there is nothing to fold it into.
	if (held.text === undefined) await removeJournal(journalOf(held.path));
	else await foldAway(held);
}

/** The cut-off bytes are kept: they were never acknowledged, but somebody may want to look at them. */
async function keepTorn(path: string, bytes: Buffer): Promise<void> {
	await replaceFile(`${journalOf(path)}.torn-${Date.now()}`, bytes, { mode: 0o600 });
}

/** What the file system says no with becomes a fault; a fault of ours or the reason of an aborted signal stays what it is. */
function inWords(path: string, error: unknown): unknown {
	return error instanceof Error && "code" in error && typeof error.code === "string" ? writeFault(path, error) : error;
}
