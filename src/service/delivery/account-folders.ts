import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { WIRE_PLATFORMS } from "../../wire/names.ts";

/** The folders of an outbox that hold an account's posts. */
export async function accountFolders(outbox: string): Promise<readonly string[]> {
	const folders = WIRE_PLATFORMS.map(async (platform) => {
		const entries = await entriesOf(join(outbox, platform));
		return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(outbox, platform, name));
	});
	return (await Promise.all(folders)).flat();
}

/** What lies in a folder; nothing where it is not there or cannot be read. */
export async function entriesOf(folder: string): Promise<readonly Dirent[]> {
	return readdir(folder, { withFileTypes: true }).catch(() => []);
}
