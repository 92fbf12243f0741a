import { readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Snapshot } from "../../model/snapshot.ts";
import { type FileContent, replaceFile } from "../../system/files.ts";
import { decodeSnapshot } from "../snapshot/codec.ts";
import { StateFault } from "../state-fault.ts";

/** How many versions of a state are kept beside it. */
const GENERATIONS = 5;

/**
 * Keeps a copy of the state that was just written. A disk that has no room for it is no reason to fail: the
 * state itself is safe.
 */
export async function backUp(path: string, pieces: FileContent, serial: number): Promise<void> {
	if (serial === 0) return;
	try {
		await replaceFile(join(folderOf(path), `state-${serial}.json`), pieces, { mode: 0o600 });
		for (const old of (await newestFirst(path)).slice(GENERATIONS)) await rm(old, { force: true });
	} catch (error) {
		if (!(error instanceof Error && "code" in error)) throw error;
	}
}

/** The backups of a state, the newest first: what each holds, or undefined where it cannot be read. */
export async function readBackups(
	path: string,
): Promise<readonly { readonly file: string; readonly snapshot: Snapshot | undefined }[]> {
	const files = await newestFirst(path).catch(() => []);
	return Promise.all(files.map(async (file) => ({ file, snapshot: await readable(file) })));
}

async function readable(file: string): Promise<Snapshot | undefined> {
	try {
		return decodeSnapshot(await readFile(file, "utf8"), file);
	} catch (error) {
		if (error instanceof StateFault || (error instanceof Error && "code" in error)) return undefined;
		throw error;
	}
}

/** By time, not by number: a state that was begun anew counts from the start. */
async function newestFirst(path: string): Promise<readonly string[]> {
	const names = (await readdir(folderOf(path))).filter((name) => /^state-\d+\.json$/.test(name));
	const files = names.map((name) => join(folderOf(path), name));
	const dated = await Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })));
	return dated.sort((a, b) => b.at - a.at).map(({ file }) => file);
}

function folderOf(path: string): string {
	return join(dirname(path), "backups");
}
