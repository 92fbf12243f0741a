import { join } from "node:path";
import { StopFault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import { fileStore, stateLock } from "../../state/file/store.ts";
import { gitLock } from "../../state/git/store.ts";
import { guardLock } from "../../state/guard/guard.ts";
import { readPlace } from "../../state/guard/places.ts";
import { ledgerLock } from "../../state/ledger/folder.ts";
import { breakLock, LockedFault } from "../../system/lock.ts";
import type { LockHolder } from "../../system/locks/holder.ts";
import { plain } from "../../views/ink.ts";
import { err, out } from "../terminal/terminal.ts";
import { gitOf } from "../wiring/git-state.ts";
import { ledgerFolderOf, outsideOf } from "../wiring/machine-record.ts";
import { watchLock } from "../wiring/watch-lock.ts";
import { settingsIn } from "../wiring/workspace.ts";

const WARNING = `Warning: if that run is still alive after all, it can record nothing more and stops.
What it sent without an answer is unknown; see: showrun status
`;

/**
 * `showrun unlock`: removes the lock with that id, of the state, the ledger or the embedded service, for
 * runs that cannot be proved to be gone (another machine, a restart in between).
 */
export async function unlock(lockId: string, path: string): Promise<void> {
	const settings = await settingsIn(path, { keyless: true });
	const removed = await removeFirst(lockId, [
		...(await stateLocks(settings)),
		ledgerLock(ledgerFolderOf(settings)),
		join(settings.embedded.data, "owner.lock"),
		watchLock(settings),
	]);
	const { command, user, pid, host, since } = removed;
	err(WARNING);
	out(`Removed the lock of ${plain(`"${command}" by ${user} (pid ${pid} on ${host}, since ${since})`)}.\n`);
}

async function stateLocks(settings: Settings): Promise<readonly string[]> {
	// A lease in a database ends by itself.
	if (settings.statePostgres !== undefined) return [];
	const placed = gitOf(settings);
	return placed === undefined
		? [await stateLock(settings.state), ...(await memoryLocks(settings))]
		: [await gitLock(placed)];
}

/** Two copies of one state share a lock outside of both. */
async function memoryLocks(settings: Settings): Promise<readonly string[]> {
	const outside = outsideOf(settings);
	const here = fileStore({ path: settings.state }).read();
	const lineages = await Promise.all([
		here.then(({ lineage }) => lineage).catch(() => ""),
		readPlace(outside, settings.state).catch(() => ""),
	]);
	return [...new Set(lineages)].flatMap((lineage) => (lineage ? [guardLock(outside, lineage)] : []));
}

async function removeFirst(lockId: string, files: readonly string[]): Promise<LockHolder> {
	let other: LockedFault | undefined;
	for (const file of files) {
		try {
			const removed = await breakLock(file, lockId);
			if (removed) return removed;
		} catch (error) {
			if (!(error instanceof LockedFault)) throw error;
			other ??= error;
		}
	}
	throw (
		other ??
		new StopFault("Nothing is locked.", {
			remedy: "Run the refused command again.",
		})
	);
}
