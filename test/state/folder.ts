import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JournalEntry, Snapshot } from "../../src/model/snapshot.ts";
import { fileStore } from "../../src/state/file/store.ts";
import { encodeLine } from "../../src/state/journal-lines.ts";
import type { StateStore, StateWriter } from "../../src/state/store.ts";

/** A state file in a folder of its own. */
export interface Place {
	/** The workspace. */
	readonly root: string;
	/** `<root>/.showrun`. */
	readonly folder: string;
	readonly path: string;
	readonly journal: string;
	readonly store: StateStore;
}

export async function withPlace<Result>(work: (place: Place) => Promise<Result>): Promise<Result> {
	const root = await mkdtemp(join(tmpdir(), "showrun-state-"));
	const folder = join(root, ".showrun");
	const path = join(folder, "state.json");
	try {
		return await work({ root, folder, path, journal: `${path}.journal`, store: fileStore({ path }) });
	} finally {
		await rm(root, { recursive: true, force: true });
	}
}

export function openNow(store: StateStore, waitMs = 0): Promise<StateWriter> {
	return store.open({ command: "test", waitMs, signal: new AbortController().signal });
}

/** One whole run. */
export async function ran(store: StateStore, entries: readonly JournalEntry[]): Promise<Snapshot> {
	const writer = await openNow(store);
	try {
		for (const entry of entries) await writer.append(entry);
		return writer.snapshot();
	} finally {
		await writer.close();
	}
}

/**
 * The bytes of a journal that a killed run would have left after these entries, on a state that
 * ends at `from`.
 */
export function journalBytes(lineage: string, from: number, entries: readonly JournalEntry[]): Buffer {
	const lines = entries.map((entry, index) => encodeLine({ seq: from + 1 + index, entry }));
	return Buffer.from([encodeLine({ journal: 1, lineage }), ...lines].join(""));
}

/** The text of a state without its checksum, to be changed on purpose. */
export async function openText(path: string): Promise<string> {
	return (await textOf(path)).replace(/ {2}"checksum": .*\n/, "");
}

export async function textOf(path: string): Promise<string> {
	return readFile(path, "utf8");
}

export async function faultOf(work: Promise<unknown>): Promise<Error & { readonly remedy?: string }> {
	try {
		await work;
	} catch (error) {
		if (error instanceof Error) return error;
	}
	throw new Error("it did not fail");
}
