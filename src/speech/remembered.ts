import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile, sha256 } from "../system/files.ts";

/** What was made of a key before, or else what is made now and remembered in the folder. `read` gives undefined for what is no such thing: then it is made anew. */
export async function remembered<Made>(given: {
	readonly folder: string;
	readonly key: readonly unknown[];
	readonly read: (value: unknown) => Made | undefined;
	readonly make: () => Promise<Made>;
}): Promise<Made> {
	const path = join(given.folder, `${sha256(JSON.stringify(given.key))}.json`);
	const before = given.read(await valueIn(path));
	if (before !== undefined) return before;
	const made = await given.make();
	await mkdir(given.folder, { recursive: true });
	await replaceFile(path, `${JSON.stringify(made)}\n`);
	return made;
}

async function valueIn(path: string): Promise<unknown> {
	try {
		return JSON.parse(await readFile(path, "utf8"));
	} catch {
		return undefined;
	}
}
