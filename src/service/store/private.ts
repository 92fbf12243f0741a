import { readFile } from "node:fs/promises";
import { replaceFile } from "../../system/files.ts";
import { isMissing } from "./missing.ts";

/** Writes a file that only its owner can read, whole or not at all. */
export function writePrivate(path: string, text: string): Promise<void> {
	return replaceFile(path, text, { mode: 0o600 });
}

/** A small file's text, or undefined when there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
	try {
		return await readFile(path, "utf8");
	} catch (error) {
		if (isMissing(error)) return undefined;
		throw error;
	}
}
