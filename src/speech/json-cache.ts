import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../system/files.ts";
import { writePrivate } from "../system/private.ts";

/**
 * What was made of a key before, or else what is made now and, where it can be written, remembered in the
 * folder. `read` gives undefined for what is no such thing: then it is made anew.
 */
export async function cachedJson<Made>(given: {
	readonly folder: string;
	readonly key: readonly unknown[];
	readonly read: (value: unknown) => Made | undefined;
	readonly make: () => Promise<Made>;
}): Promise<Made> {
	const path = join(given.folder, `${sha256(JSON.stringify(given.key))}.json`);
	const before = given.read(await valueIn(path));
	if (before !== undefined) return before;
	const made = await given.make();
	await keep(path, made);
	return made;
}

/** What cannot be kept is made again the next time: no reason to lose it now. */
async function keep(path: string, made: unknown): Promise<void> {
	try {
		await writePrivate(path, `${JSON.stringify(made)}\n`);
	} catch (error) {
		if (!(error instanceof Error && "code" in error)) throw error;
	}
}

async function valueIn(path: string): Promise<unknown> {
	try {
		return JSON.parse(await readFile(path, "utf8"));
	} catch {
		return undefined;
	}
}
