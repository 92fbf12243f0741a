import { dirname } from "node:path";
import { ulid } from "ulid";
import type { JournalEntry, Snapshot } from "../../model/snapshot.ts";
import { syncFolder } from "../../system/files.ts";
import { writePrivate } from "../../system/private.ts";
import { makeOwnFolder } from "../../system/showrun-folder.ts";
import { letGo, remembers, seal } from "../guard/session.ts";
import { encodeBytes } from "../snapshot/encode.ts";
import { workingCopy } from "../snapshot/fold.ts";
import { foreignFault, refusedFault, StateFault, writeFault } from "../state-fault.ts";
import type { StateWriter } from "../store.ts";
import { backUp } from "./backups.ts";
import { batches, type Refused } from "./batches.ts";
import type { Held } from "./held.ts";
import { type JournalFile, removeJournal, startJournal } from "./journal.ts";
import { sha256Of } from "./on-disk.ts";
import { journalOf } from "./paths.ts";
import { type Lost, rescue } from "./rescue.ts";
import { writeTogether } from "./write-together.ts";

/**
 * Writes to state that is held, in the order of the entries; those of different attempts that come at the
 * same time are written together. The journal is begun with the first.
 */
export function writer(held: Held): StateWriter {
	const { state, lock } = held;
	let journal: JournalFile | undefined;
	let [refusing, closed] = [false, false];
	let shown: Snapshot | undefined;
	const addAll = async (entries: readonly JournalEntry[]) => {
		if (refusing) throw held.fault ?? refusedFault();
		journal ??= await begin(held);
		const refused = await writeTogether(held, journal, entries);
		refusing = held.fault !== undefined || refused.size > 0;
		return refused;
	};
	const queue = batches(state, async (entries) => {
		try {
			return await worded(held, await addAll(entries));
		} catch (cause) {
			refusing = true;
			return await worded(held, new Map(entries.map((entry) => [entry, cause])));
		}
	});
	return {
		snapshot() {
			if (shown?.serial !== state.serial) shown = workingCopy(state);
			return shown;
		},
		current: () => state,
		append: (entry) => queue.add(entry),
		async close() {
			await queue.settled();
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
	const [now, next] = [await sha256Of(path), encodeBytes(state)];
	// A file that is gone is put back: what it remembered is remembered here.
	if (now !== undefined && now !== held.sha256) throw foreignFault(path);
	try {
		if (now !== next.sha256) await writePrivate(path, next.pieces);
		held.sha256 = next.sha256;
		await removeJournal(journalOf(path));
		await syncFolder(dirname(path));
		await backUp(path, next.pieces, state.serial);
	} catch (error) {
		throw writeFault(path, error);
	}
}

function about({ path, state, guard }: Held): Pick<Lost, "path" | "seq" | "remember"> {
	return { path: journalOf(path), seq: state.serial + 1, remember: (record) => remembers(guard, record) };
}

/** Outcomes must not be lost: what the journal did not take of them is saved elsewhere. */
async function worded(held: Held, refused: Refused): Promise<Refused> {
	const worded = new Map<JournalEntry, unknown>();
	for (const [entry, cause] of refused)
		worded.set(entry, entry.type === "outcome" ? await rescue({ ...about(held), entry, cause }) : cause);
	return worded;
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
		if (held.sha256 !== encodeBytes(state).sha256) await foldAway(held);
		if (begins) held.guard = await held.start({ state, lines: [] });
		return await startJournal(journalOf(path), state.lineage);
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
	await seal(held.guard, held.state);
}
