import { chmod, mkdir, readFile, stat } from "node:fs/promises";
import { undefinedIfMissing } from "../../system/error-code.ts";
import { replaceFile } from "../../system/files.ts";

/** Writes a file that only its owner can read, whole or not at all. */
export function writePrivate(path: string, text: string): Promise<void> {
	return replaceFile(path, text, { mode: 0o600 });
}

/** Makes a folder that only its owner can enter, and takes away what an earlier one let others do. */
export async function makePrivateFolder(path: string): Promise<void> {
	await mkdir(path, { recursive: true, mode: 0o700 });
	const isOpen = process.platform !== "win32" && ((await stat(path)).mode & 0o077) !== 0;
	// A folder of another user stays as that one wants it.
	if (isOpen) await chmod(path, 0o700).catch(() => {});
}

/** A small file's text, or undefined when there is none. */
export function readIfThere(path: string): Promise<string | undefined> {
	return readFile(path, "utf8").catch(undefinedIfMissing);
}
