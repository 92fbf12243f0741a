import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../system/error-code.ts";
import { sha256 } from "../system/files.ts";
import { SEARCH_PLACES } from "./search-places.ts";

/** Digest of what is written in the settings files of a folder: nothing is parsed. */
export async function settingsDigest(folder: string): Promise<string> {
	const digests = await Promise.all(
		SEARCH_PLACES.map((name) => readFile(join(folder, name)).then(sha256, (error) => errorCode(error))),
	);
	return sha256(JSON.stringify(digests));
}
