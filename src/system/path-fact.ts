import { realpath, stat } from "node:fs/promises";
import { isInside, type PathFact } from "./paths.ts";

/** Looks what is at a path, links followed; anything that cannot be looked at counts as missing. */
export async function pathFact(path: string, folder: string): Promise<PathFact> {
	try {
		if (!isInside(await realpath(folder), await realpath(path))) return "outside";
		const found = await stat(path);
		if (found.isDirectory()) return "folder";
		if (!found.isFile()) return "other";
		return found.size === 0 ? "empty" : "file";
	} catch {
		return "missing";
	}
}
