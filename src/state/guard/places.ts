import { lstat, readFile, realpath } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { undefinedIfMissing } from "../../system/error-code.ts";
import { replaceFile, sha256 } from "../../system/files.ts";
import { readLine, writeLine } from "../journal-lines.ts";

/** Where this machine remembers what was posted, outside of every work tree. */
export interface Outside {
	/** For example `~/.local/state/showrun`. */
	readonly folder: string;
	/**
	 * Absent: posts go to a service elsewhere. Else the data folder of the embedded one: each such folder is a
	 * service of its own.
	 */
	readonly embedded?: string;
}

/** Where a state is. */
export interface StateName {
	readonly path: string;
	/** What it was opened by, where links on the way lead to `path`. */
	readonly linked?: string;
}

/** The lineage last seen at a path; "" where the note cannot be read. */
export async function readPlace(outside: Outside, path: string): Promise<string | undefined> {
	return lineageAt(outside, await real(path));
}

/**
 * Notes what is at a path now, and at each name that leads there by a link: with a link that is removed
 * later, the state is gone from that name.
 */
export async function notePlace(outside: Outside, state: StateName, lineage: string): Promise<void> {
	const [asked, name] = [state.linked ?? state.path, await real(state.path)];
	const names = name === asked ? [name] : [name, ...(await withoutEachLink(asked))];
	for (const each of new Set(names)) {
		if ((await lineageAt(outside, each)) === lineage) continue;
		await replaceFile(noteOf(outside, each), writeLine({ path: each, lineage }), { mode: 0o600 });
	}
}

async function lineageAt(outside: Outside, path: string): Promise<string | undefined> {
	const bytes = await readFile(noteOf(outside, path)).catch(undefinedIfMissing);
	if (bytes === undefined) return undefined;
	const value = readLine(bytes.subarray(0, -1));
	return value !== undefined &&
		"lineage" in value &&
		typeof value.lineage === "string" &&
		isName(value.lineage)
		? value.lineage
		: "";
}

function noteOf({ folder, embedded = "" }: Outside, path: string): string {
	return join(folder, "workspaces", `${sha256(`${path}\0${embedded}`).slice(0, 32)}.json`);
}

/** The real path also of what is gone, as far up as it is gone. */
function real(path: string): Promise<string> {
	return realpath(path).catch(async () =>
		dirname(path) === path ? path : join(await real(dirname(path)), basename(path)),
	);
}

/** What `real` answers once one of the links on the way is removed, for each of them. */
async function withoutEachLink(path: string): Promise<readonly string[]> {
	const names: string[] = [];
	for (let at = path; dirname(at) !== at; at = dirname(at)) {
		const found = await lstat(at).catch(undefinedIfMissing);
		if (found?.isSymbolicLink()) names.push(join(await real(dirname(at)), basename(at), relative(at, path)));
	}
	return names;
}

/** The file with the record of a lineage. */
export function recordFileOf({ folder, embedded }: Outside, lineage: string): string {
	const name = isName(lineage) ? lineage : sha256(lineage);
	return join(
		folder,
		embedded === undefined ? name : `${name}-${sha256(embedded).slice(0, 12)}`,
		"ledger.jsonl",
	);
}

/** A lineage becomes the name of a folder, and comes from a file that others may have written. */
function isName(lineage: string): boolean {
	return /^[0-9A-Za-z]{1,64}$/.test(lineage);
}
