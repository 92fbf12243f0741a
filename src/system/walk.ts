import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { StopFault } from "../model/fault.ts";

/** One visited folder. Entries are sorted by name. */
export interface Folder {
	readonly path: string;
	readonly entries: readonly Dirent[];
}

/** A workspace has far fewer; beyond this the wrong folder was given. */
const MAX_FOLDERS = 20_000;

/**
 * The folder and all folders below it, in a fixed order; not dot folders, not node_modules, not through
 * symbolic links, and nothing of the folders in `without`. Throws `StopFault` for a folder that cannot be
 * read.
 */
export async function* walk(
	top: string,
	signal: AbortSignal,
	without: readonly string[] = [],
): AsyncGenerator<Folder> {
	const waiting = [top];
	for (let visited = 0; waiting.length > 0; visited++) {
		signal.throwIfAborted();
		const path = waiting.shift() ?? top;
		if (visited > MAX_FOLDERS)
			throw new StopFault(`There are more than ${MAX_FOLDERS} folders below ${top}.`, {
				remedy: "Name a smaller folder, or the campaign files.",
			});
		const entries = await entriesOf(path);
		yield { path, entries };
		waiting.push(
			...entries
				.filter(
					(entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules",
				)
				.map((entry) => join(path, entry.name))
				.filter((folder) => !without.includes(folder)),
		);
	}
}

async function entriesOf(path: string): Promise<Dirent[]> {
	try {
		const entries = await readdir(path, { withFileTypes: true });
		return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
	} catch (error) {
		throw new StopFault(`The folder ${path} cannot be read.`, {
			remedy: "Check that it exists and that you may read it.",
			cause: error,
		});
	}
}
