import { join } from "node:path";
import { sha256 } from "../../system/files.ts";
import { makeOwnFolder } from "../../system/showrun-folder.ts";
import { openSignedCache } from "../../system/signed-cache.ts";
import { BUILD } from "../version.ts";
import { userCache } from "./user-cache.ts";

/** What was read of campaigns and settings, under names made of everything it follows from. */
export interface ReadCache {
	get(name: string): Promise<unknown>;
	put(name: string, value: unknown): Promise<void>;
}

/**
 * Where what was read of a workspace is kept: in its ignored folder, sealed with the user's own key.
 * Undefined where nothing can be kept.
 */
export async function keptIn(root: string): Promise<ReadCache | undefined> {
	if (BUILD === undefined) return undefined;
	const sealed = await openSignedCache(
		join(root, ".showrun", "cache", "read"),
		join(userCache(), "showrun", "seal.key"),
	);
	const named = (name: string) => sha256(`${BUILD} ${process.version} ${name}`);
	return (
		sealed && {
			get: (name) => sealed.get(named(name)),
			put: async (name: string, value: unknown) => {
				await makeOwnFolder(join(root, ".showrun")).catch(() => {});
				await sealed.put(named(name), value);
			},
		}
	);
}
