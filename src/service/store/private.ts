import { readFile } from "node:fs/promises";
import { undefinedIfMissing } from "../../system/error-code.ts";
import { replaceFile } from "../../system/files.ts";

/** Writes a file that only its owner can read, whole or not at all. */
export function writePrivate(path: string, text: string): Promise<void> {
	return replaceFile(path, text, { mode: 0o600 });
}

/** A small file's text, or undefined when there is none. */
export function readIfThere(path: string): Promise<string | undefined> {
	return readFile(path, "utf8").catch(undefinedIfMissing);
}
