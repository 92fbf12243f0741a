import type { Dirent } from "node:fs";
import { chmodSync, lstatSync } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as letOthersRun } from "node:timers/promises";
import { undefinedIfMissing } from "./error-code.ts";
import { type FileContent, replaceFile } from "./files.ts";
import { isInside } from "./paths.ts";

/** Writes a file that only its owner can read, whole or not at all. */
export function writePrivate(path: string, data: FileContent): Promise<void> {
	return replaceFile(path, data, { mode: 0o600 });
}

/** A small file's text, or undefined when there is none. */
export function readIfThere(path: string): Promise<string | undefined> {
	return readFile(path, "utf8").catch(undefinedIfMissing);
}

/** What in a folder is not its owner's alone. */
interface Excepted {
	/** Folders that others read: the way to them stays open, and nothing in them is changed. */
	readonly shared?: readonly string[];
	/** Folders in which nothing is changed. */
	readonly skipped?: readonly string[];
}

/** Makes a folder that only its owner can enter, and takes away what an earlier one let others do. */
export async function makePrivateFolder(path: string, { shared = [] }: Excepted = {}): Promise<void> {
	await mkdir(path, { recursive: true, mode: 0o700 });
	closeFolder(path, shared);
}

/** So many files are looked at before others may run: far less than a request takes. */
const AT_ONCE = 200;

/**
 * Takes away what others may do in a folder and with everything in it. Symbolic links are not followed, and
 * what belongs to another user stays as that one wants it.
 */
export async function closeToOthers(
	top: string,
	{ shared = [], skipped = [], signal }: Excepted & { readonly signal?: AbortSignal } = {},
): Promise<void> {
	if (process.platform === "win32") return;
	const waiting = [top];
	for (let path = waiting.pop(), seen = 1; path !== undefined; path = waiting.pop()) {
		if (shared.includes(path) || skipped.includes(path)) continue;
		closeFolder(path, shared);
		for (const entry of await entriesOf(path)) {
			const name = join(path, entry.name);
			if (entry.isDirectory()) waiting.push(name);
			else if (!entry.isSymbolicLink()) closeFile(name);
			if (seen++ % AT_ONCE === 0) await letOthersRun();
			if (signal?.aborted) return;
		}
	}
}

/** Takes away what others may do with a file, if it is there. */
export function closeFile(path: string): void {
	change(path, (mode) => mode & 0o700);
}

/** Who may reach a shared folder inside still passes through, and sees no names. */
function closeFolder(path: string, shared: readonly string[]): void {
	const isWay = shared.some((each) => isInside(path, each));
	change(path, () => (isWay ? 0o711 : 0o700));
}

function change(path: string, closed: (mode: number) => number): void {
	if (process.platform === "win32") return;
	try {
		const mode = lstatSync(path).mode & 0o777;
		if (closed(mode) !== mode) chmodSync(path, closed(mode));
	} catch {}
}

function entriesOf(path: string): Promise<Dirent[]> {
	return readdir(path, { withFileTypes: true }).catch(() => []);
}
