import { dirname } from "node:path";
import { ulid } from "ulid";
import type { Entry, Snapshot } from "../model/snapshot.ts";
import { replaceFile, syncFolder } from "../system/files.ts";
import type { Lock } from "../system/lock.ts";
import { makeOwnFolder } from "../system/own-folder.ts";
import { check } from "./check.ts";
import { encodeSnapshot } from "./codec.ts";
import { foreignFault, refusedFault, StateFault, writeFault } from "./faults.ts";
import { absorb, type Working, workingCopy } from "./fold.ts";
import { type JournalFile, removeJournal, startJournal } from "./journal.ts";
import { encodeLine } from "./lines.ts";
import { journalOf, textOf } from "./on-disk.ts";
import { rescue } from "./rescue.ts";
import type { StateWriter } from "./store.ts";

/** State that is held. */
export interface Held {
	readonly path: string;
	readonly lock: Lock;
	/** Holds what was acknowledged and nothing else. */
	readonly state: Working;
	/** What the state file holds as far as we know. Undefined: there is none. */
	text: string | undefined;
}

/** Writes to state that is held. The journal is begun with the first entry. */
export function writer(held: Held): StateWriter {
	const { path, state } = held;
	let journal: Promise<JournalFile> | undefined;
	let refusing = false;
	let shown: Snapshot | undefined;
	const add = async (entry: Entry) => {
		if (refusing) throw refusedFault();
		journal ??= begin(held);
		const file = await journal;
		if (entry.type === "armed" && !(await held.lock.held())) throw foreignFault(`${path}.lock`);
		// An entry before this one may have failed meanwhile.
		if (refusing) throw refusedFault();
		check(state, entry);
		file.append(encodeLine({ seq: state.serial + 1, entry }), entry);
		absorb(state, entry);
		shown = undefined;
	};
	return {
		snapshot: () => (shown ??= workingCopy(state)),
		async append(entry) {
			await add(entry).catch((cause: unknown) => {
				refusing = true;
				throw entry.type === "outcome" ? rescue({ path: journalOf(path), seq: state.serial + 1, entry, cause }) : cause;
			});
		},
		async close() {
			const failed = refusing;
			refusing = true;
			try {
				const file = await journal?.catch(() => undefined);
				journal = undefined;
				if (file) await end(held, file, { failed });
			} finally {
				await held.lock.release();
			}
		},
	};
}

/** Puts the state in its file, then removes the journal. Throws `StateFault`, with both as they were, when the file is not the one we know. */
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
	} catch (error) {
		throw writeFault(path, error);
	}
}

/** Makes the state file that the journal's numbers count from, then the journal. */
async function begin(held: Held): Promise<JournalFile> {
	const { path, state } = held;
	try {
		await makeOwnFolder(dirname(path));
		if (state.lineage === "") {
			state.lineage = ulid();
			await foldAway(held);
		}
		return startJournal(journalOf(path), state.lineage);
	} catch (error) {
		throw error instanceof StateFault ? error : writeFault(path, error);
	}
}

/** After a failure the journal stays for the next run to read, unless it is gone: then only what is in memory is left of it. */
async function end(held: Held, file: JournalFile, { failed }: { readonly failed: boolean }): Promise<void> {
	file.close();
	const whose = file.ownership();
	if (whose === "gone" || (whose === "ours" && !failed)) return foldAway(held);
	if (!failed) throw foreignFault(journalOf(held.path));
}
