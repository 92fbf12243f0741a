import { sha256OfFile } from "../../system/files.ts";
import type { Source } from "./source.ts";

const hashes = new WeakMap<Source, Promise<string>>();

/** What a source's file holds, as a hash; read once. */
export function hashOfSource(source: Source, signal: AbortSignal): Promise<string> {
	const known = hashes.get(source);
	if (known) return known;
	const hash = sha256OfFile(source.file, signal);
	hashes.set(source, hash);
	return hash;
}
