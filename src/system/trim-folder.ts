import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** How long what is not used stays in a cache, and how large the cache may be. */
export interface CacheLimits {
	/** Milliseconds. */
	readonly unusedMs: number;
	readonly bytes: number;
}

interface CachedFile {
	readonly path: string;
	readonly usedAt: number;
	readonly bytes: number;
}

/**
 * Removes the files below a folder that were not used for too long, and those not used for longest until the
 * rest is within its size. What cannot be read or removed stays.
 */
export async function trimFolder(folder: string, { unusedMs, bytes }: CacheLimits): Promise<void> {
	const now = Date.now();
	const files = (await filesBelow(folder)).sort((a, b) => a.usedAt - b.usedAt);
	let over = files.reduce((sum, each) => sum + each.bytes, 0) - bytes;
	for (const file of files) {
		if (over <= 0 && now - file.usedAt <= unusedMs) return;
		await rm(file.path, { force: true }).catch(() => {});
		over -= file.bytes;
	}
}

/** Where the disk notes when a file was read (`relatime` does, once a day), reading counts as use. */
async function filesBelow(folder: string): Promise<CachedFile[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
	const found: CachedFile[] = [];
	for (const entry of entries.filter((each) => each.isFile())) {
		const path = join(entry.parentPath, entry.name);
		const stats = await stat(path).catch(() => undefined);
		if (stats) found.push({ path, usedAt: Math.max(stats.atimeMs, stats.mtimeMs), bytes: stats.size });
	}
	return found;
}
