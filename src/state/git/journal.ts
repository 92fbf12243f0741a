import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Snapshot } from "../../model/snapshot.ts";
import { errorCode } from "../../system/error-code.ts";
import { replaceFile } from "../../system/files.ts";
import { type Lock, takeLock } from "../../system/lock.ts";
import { removeJournal } from "../file/journal.ts";
import { decodeJournal, type JournalLine, readLine, writeLine } from "../journal-lines.ts";
import { absorb, EMPTY, recover, type Working, workingCopy } from "../snapshot/fold.ts";
import { StateFault, writeFault } from "../state-fault.ts";
import type { OpenOptions } from "../store.ts";
import { type Merged, merge } from "./merge.ts";
import { progressOf } from "./push.ts";
import { type Repository, type StateVersion, versionAt } from "./repository.ts";

/** What a journal was begun on. */
export interface Begun {
	/** Its id, which the versions name that contain its entries. */
	readonly run: string;
	/** The version its numbers count from. Undefined: there was none. */
	readonly commit: string | undefined;
}

/** A journal of this clone: of a run that lives, or that could not push all of it. */
export interface LocalJournal extends Begun {
	readonly lineage: string;
	readonly lines: readonly JournalLine[];
}

/** What a run of this clone writes down before it is pushed. */
export function journalIn({ folder }: Repository): string {
	return join(folder, "state.json.journal");
}

export function lockIn({ folder }: Repository): string {
	return join(folder, "state.json.lock");
}

/** Keeps the other runs of this clone away. Throws `LockedFault` or `StateFault`. */
export async function lockClone(repository: Repository, options: OpenOptions): Promise<Lock> {
	try {
		await mkdir(repository.folder, { recursive: true, mode: 0o700 });
		return await takeLock(lockIn(repository), options);
	} catch (error) {
		throw inWords(repository, error);
	}
}

/**
 * What the file system says no with becomes a fault; a fault of ours or the reason of an aborted signal stays
 * what it is.
 */
export function inWords({ folder }: Repository, error: unknown, words = writeFault): unknown {
	return error instanceof Error && "code" in error && typeof error.code === "string"
		? words(folder, error)
		: error;
}

/** Notes what the journal that follows is begun on. */
export async function noteBegun(repository: Repository, { run, commit }: Begun): Promise<void> {
	await replaceFile(begunIn(repository), writeLine({ run, commit: commit ?? "" }), { mode: 0o600 });
}

/** The journal that is there. Undefined: none is. Throws `StateFault` for one that cannot be understood. */
export async function readLocal(repository: Repository): Promise<LocalJournal | undefined> {
	const path = journalIn(repository);
	const begun = await bytesOf(begunIn(repository));
	const bytes = await bytesOf(path);
	if (bytes === undefined) return undefined;
	const { header, lines } = decodeJournal(bytes, path);
	if (header === undefined) return undefined;
	const note = begun && readLine(begun.subarray(0, -1));
	if (
		note === undefined ||
		!("run" in note && "commit" in note) ||
		typeof note.run !== "string" ||
		!isCommit(note.commit)
	) {
		throw new StateFault(
			`${begunIn(repository)} is damaged, so the journal beside it cannot be matched to a state.`,
			{
				remedy:
					`Nothing was changed. Copy ${path}, which holds what the last run sent, then delete it. ` +
					"Its attempts without an outcome are unknown then: showrun resolve",
			},
		);
	}
	return {
		run: note.run,
		commit: note.commit === "" ? undefined : note.commit,
		lineage: header.lineage,
		lines,
	};
}

/** Removes a journal whose entries are all on the remote. */
export async function removeLocal(repository: Repository): Promise<void> {
	await removeJournal(journalIn(repository));
	await rm(begunIn(repository), { force: true });
}

/** What the run that writes the journal knows. */
export async function asItsRunSees(repository: Repository, journal: LocalJournal): Promise<Snapshot> {
	const state = startOf(await baseOf(repository, journal), journal);
	for (const { entry } of journal.lines) absorb(state, entry);
	return state;
}

/** The newest version with everything added that a run of this clone could not push. */
export async function caughtUp(
	repository: Repository,
	{ journal, head }: { readonly journal: LocalJournal; readonly head: StateVersion | undefined },
): Promise<Merged> {
	const progress = await progressOf(repository, {
		run: journal.run,
		from: journal.commit,
		head: head?.commit,
	});
	const base = await baseOf(repository, journal);
	const own = { lines: journal.lines, open: base.operations, ended: true, ...progress };
	return merge(startOf(head?.snapshot ?? EMPTY, journal), own);
}

async function baseOf(repository: Repository, { commit }: Begun): Promise<Snapshot> {
	return commit === undefined ? EMPTY : recover((await versionAt(repository, commit)).snapshot);
}

function startOf(snapshot: Snapshot, { lineage }: LocalJournal): Working {
	const state = workingCopy(snapshot);
	if (state.lineage === "") state.lineage = lineage;
	return state;
}

/** The note on what the journal was begun on. */
export function begunIn({ folder }: Repository): string {
	return join(folder, "begun.json");
}

function isCommit(value: unknown): value is string {
	return typeof value === "string" && /^([0-9a-f]{40,64})?$/.test(value);
}

/** A folder that is a file is no missing journal: nothing could be kept there. */
async function bytesOf(path: string): Promise<Buffer | undefined> {
	return readFile(path).catch((error: unknown) => {
		if (errorCode(error) !== "ENOENT") throw error;
		return undefined;
	});
}
