import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { errorCode } from "../../system/error-code.ts";
import type { OpenMedia } from "./media.ts";

/** Never through a link, and never waiting for the other end of a pipe. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const MISSING = ["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "ENXIO", "EMLINK"];

/** A plain file of this machine. Undefined: there is none. */
export async function openFile(path: string): Promise<OpenMedia | undefined> {
	const handle = await open(path, FLAGS).catch((error: unknown) => {
		if (!MISSING.includes(errorCode(error) ?? "")) throw error;
	});
	if (handle === undefined) return undefined;
	try {
		// What is opened stays the same file, even when another takes its name meanwhile.
		const opened = await lookAt(handle);
		if (opened === undefined) await handle.close();
		return opened;
	} catch (error) {
		await handle.close();
		throw error;
	}
}

async function lookAt(handle: FileHandle): Promise<OpenMedia | undefined> {
	const found = await handle.stat({ bigint: true });
	if (!found.isFile()) return undefined;
	const changedAt = Number(found.mtimeNs / 1_000_000_000n) * 1_000;
	return {
		size: Number(found.size),
		version: { tag: `"${found.size.toString(36)}-${found.mtimeNs.toString(36)}"`, changedAt },
		// The handle closes with the stream.
		body: (part) => handle.createReadStream(part && { start: part.from, end: part.to }),
		close: () => handle.close(),
	};
}
