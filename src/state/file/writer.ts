import { dirname } from "node:path";
import { ulid } from "ulid";
import type { Entry, Snapshot } from "../../model/snapshot.ts";
import { replaceFile, syncFolder } from "../../system/files.ts";
import type { Lock } from "../../system/lock.ts";
import { makeOwnFolder } from "../../system/showrun-folder.ts";
import type { Found } from "../guard/examine.ts";
import type { Guard } from "../guard/guard.ts";
import { letGo, recordEntry, remembers, seal } from "../guard/session.ts";
import { encodeLine } from "../journal-lines.ts";
import { encodeSnapshot } from "../snapshot/codec.ts";
import { checkEntry } from "../snapshot/contradiction.ts";
import { absorb, type Working, workingCopy } from "../snapshot/fold.ts";
import { foreignFault, refusedFault, StateFault, writeFault } from "../state-fault.ts";
import type { StateWriter } from "../store.ts";
import { backUp } from "./backups.ts";
import { type JournalFile, removeJournal, startJournal } from "./journal.ts";
import { journalOf, lockOf, textOf } from "./on-disk.ts";
import { type Lost, rescue } from "./rescue.ts";

/** State that is held. */
export interface Held {
	readonly path: string;
	readonly lock: Lock;
	/** Holds what was acknowledged and nothing else. */
	readonly state: Working;
	/** What the state file holds as far as we know. Undefined: there is none. */
	text: string | undefined;
	/**
	 * Remembers outside of the work tree what is sent. Undefined: nothing does, or the state has no name yet.
	 */
	guard: Guard | undefined;
	/** Begins it. */
	readonly start: (found: Found) => Promise<Guard | undefined>;
	/** The id of the ledger that it is written with. Undefined: none is kept. */
	readonly ledgerId: () => Promise<string | undefined>;
	/** The guard could not be told: nothing more is written. */
	fault?: StateFault;
}

/** Writes to state that is held, one entry after the other. The journal is begun with the first. */
export function writer(held: Held): StateWriter {
	const { state, lock } = held;
	let journal: JournalFile | undefined;
	let [refusing, closed] = [false, false];
	let shown: Snapshot | undefined;
	let last = Promise.resolve();
	const add = async (entry: Entry) => {
		try {
			if (refusing) throw held.fault ?? refusedFault();
			journal ??= await begin(held);
			await write(held, journal, entry);
			shown = undefined;
			refusing = held.fault !== undefined;
		} catch (cause) {
			refusing = true;
			throw entry.type === "outcome" ? rescue({ ...about(held), entry, cause }) : cause;
		}
	};
	return {
		snapshot: () => (shown ??= workingCopy(state)),
		current: () => state,
		append(entry) {
			const added = last.then(() => add(entry));
			last = added.catch(() => {});
			return added;
		},
		async close() {
			await last;
			if (closed) return;
			const failed = refusing;
			refusing = closed = true;
			await end(held, journal, { failed })
				.finally(() => letGo(held.guard))
				.finally(() => lock.release());
		},
	};
}

/**
 * Puts the state in its file, then removes the journal. Throws `StateFault`, with both as they were, when the
 * file is not the one we know.
 */
export async function foldAway(held: Held): Promise<void> {
	const { path, state } = held;
	const [now, next] = [await textOf(path), encodeSnapshot(state)];
	// A file that is gone is put back: what it remembered is remembered here.
	if (now !== undefined && now !== held.text) throw foreignFault(path);
	try {
		if (now !== next) await replaceFile(path, next);
		held.text = next;
		await removeJournal(journalOf(path));
		await syncFolder(dirname(path));
		await backUp(path, next, state.serial);
	} catch (error) {
		throw writeFault(path, error);
	}
}

function about({ path, state, guard }: Held): Pick<Lost, "path" | "seq" | "remember"> {
	return { path: journalOf(path), seq: state.serial + 1, remember: (record) => remembers(guard, record) };
}

async function write(held: Held, journal: JournalFile, entry: Entry): Promise<void> {
	const { path, state, lock } = held;
	// Somebody who took the lock away may have begun the same call by now.
	if (entry.type === "armed" && !(await lock.held())) throw foreignFault(lockOf(path));
	checkEntry(state, entry);
	const recording = recordEntry(held.guard, state, entry);
	try {
		journal.append(encodeLine({ seq: state.serial + 1, entry }), entry);
	} catch (error) {
		recording.refused();
		throw error;
	}
	absorb(state, entry);
	const fault = recording.written();
	if (fault) held.fault = fault;
}

/** Makes the state file that the journal's numbers count from, then the journal. */
async function begin(held: Held): Promise<JournalFile> {
	const { path, state } = held;
	try {
		await makeOwnFolder(dirname(path));
		const begins = state.lineage === "";
		if (begins) state.lineage = ulid();
		const ledgerId = await held.ledgerId();
		if (ledgerId !== undefined) state.ledgerId = ledgerId;
		// Programs that know neither format nor ledger must not go on with it from here on.
		if (held.text !== encodeSnapshot(state)) await foldAway(held);
		if (begins) held.guard = await held.start({ state, lines: [] });
		return startJournal(journalOf(path), state.lineage);
	} catch (error) {
		throw error instanceof StateFault ? error : writeFault(path, error);
	}
}

/**
 * After a failure the journal stays for the next run to read, unless it is gone: then only what is in memory
 * is left of it.
 */
async function end(
	held: Held,
	journal: JournalFile | undefined,
	{ failed }: { readonly failed: boolean },
): Promise<void> {
	if (journal === undefined) return;
	journal.close();
	const whose = journal.ownership();
	// The first fault names what matters (where an outcome was saved, perhaps); a second must not take its
	// place.
	if (failed) return whose === "gone" ? foldAway(held).catch(() => {}) : undefined;
	if (whose === "changed") throw foreignFault(journalOf(held.path));
	await foldAway(held);
	seal(held.guard, held.state);
}
