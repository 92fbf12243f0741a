import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { StopFault } from "../../model/fault.ts";
import { decodeText, MAX_BYTES } from "./decode.ts";
import type { SourceText } from "./source.ts";

/** Reads a text file people wrote. `shown` is its path in messages. Throws `StopFault` when it cannot be read at all. */
export async function readText(path: string, shown: string): Promise<{ readonly source: SourceText } | { readonly problem: Diagnostic }> {
	try {
		return decodeText(shown, await firstBytes(path, MAX_BYTES + 1));
	} catch (error) {
		if (!(error instanceof Error) || !("code" in error)) throw error;
		throw new StopFault(`${shown} cannot be read (${error.code}).`, { remedy: "Check that the file exists and that you may read it.", cause: error });
	}
}

/** At most so many bytes; not more is held in memory, however large the file. What is not a regular file would block or never end. */
async function firstBytes(path: string, most: number): Promise<Uint8Array> {
	// Non-blocking, so that opening a named pipe returns.
	const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
	try {
		const about = await handle.stat();
		if (!about.isFile()) throw Object.assign(new Error("not a regular file"), { code: "not a regular file" });
		const buffer = Buffer.alloc(Math.min(most, about.size + 1));
		let filled = 0;
		for (let last = -1; last !== 0 && filled < buffer.length; filled += last) last = (await handle.read(buffer, filled, buffer.length - filled)).bytesRead;
		return buffer.subarray(0, filled);
	} finally {
		await handle.close();
	}
}
