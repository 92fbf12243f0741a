import { access, chmod, lstat, mkdir, rename, rm, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../../system/files.ts";
import { writePrivate } from "../../system/private.ts";
import { entriesOf } from "../delivery/account-folders.ts";
import { TENANTS } from "../tenants/scopes.ts";
import { LostMedia } from "./fault.ts";
import type { KeptFile, ListedFile, Media } from "./media.ts";
import { openFile } from "./open-file.ts";

/** Media in a data folder, which need not exist; all processes that use them see the same folder. */
export function folderMedia(data: string): Media {
	const where = (name: string) => join(data, ...name.split("/"));
	const placeFor = async (name: string) => {
		await mkdir(dirname(where(name)), { recursive: true, mode: 0o700 });
		return where(name);
	};
	return {
		...{ where, placeFor },
		find: (name) => keptAt(where(name)),
		open: (name) => openFile(where(name)),
		bring: async (name) => {
			const path = where(name);
			await access(path).catch(() => {
				throw new LostMedia(name);
			});
			return path;
		},
		put: async (name, path) => {
			const place = await placeFor(name);
			// A helper program writes as the umask says.
			await chmod(path, 0o600);
			if (path === place) return;
			await rename(path, place);
			await syncFolder(dirname(place));
		},
		write: (name, bytes) => writePrivate(where(name), bytes),
		touch: async (name) => {
			const now = new Date();
			await utimes(where(name), now, now);
		},
		remove: (name) => rm(where(name), { force: true }),
		list: (folder) => listed(data, folder),
		link: async () => undefined,
		// Half a file lies beside those that are uploaded.
		abandon: async () => {},
		of: (tenant) => folderMedia(join(data, TENANTS, tenant)),
	};
}

async function* listed(data: string, folder: string): AsyncGenerator<ListedFile> {
	for (const entry of await entriesOf(join(data, folder))) {
		const found = await keptAt(join(data, folder, entry.name));
		if (found) yield { name: `${folder}/${entry.name}`, ...found };
	}
}

/** Only of a plain file: what others put there is none of ours. */
async function keptAt(path: string): Promise<KeptFile | undefined> {
	const found = await lstat(path).catch(() => undefined);
	return found?.isFile() ? { bytes: found.size, usedAt: found.mtimeMs } : undefined;
}
