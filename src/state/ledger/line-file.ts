import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { undefinedIfMissing } from "../../system/error-code.ts";
import { syncFolder } from "../../system/files.ts";
import { foreignFault } from "../state-fault.ts";

/** Reads what follows `from` in a file; empty where there is no such file. */
export async function bytesFrom(path: string, from: number): Promise<Buffer> {
	const handle = await open(path, "r").catch(undefinedIfMissing);
	if (handle === undefined) return Buffer.alloc(0);
	try {
		const { size } = await handle.stat();
		// A file that shrank was replaced: nothing that was read of it counts.
		if (size < from) throw foreignFault(path);
		const bytes = Buffer.alloc(size - from);
		let read = 0;
		while (read < bytes.length) {
			const { bytesRead } = await handle.read(bytes, read, bytes.length - read, from + read);
			if (bytesRead === 0) break;
			read += bytesRead;
		}
		return bytes.subarray(0, read);
	} finally {
		await handle.close();
	}
}

/**
 * Appends whole lines, durable when it resolves. `wholeBytes` is what was read as whole lines under the lock
 * that is held: a torn
 * line after them is cut off, a whole one means that somebody else writes, and is a fault. On a failure the
 * file is cut back,
 * so that no half line precedes the next one.
 */
export async function appendLines(path: string, text: string, wholeBytes: number): Promise<void> {
	if (wholeBytes === 0) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	const rest = await bytesFrom(path, wholeBytes);
	if (rest.includes(10)) throw foreignFault(path);
	const handle = await open(path, "a", 0o600);
	try {
		if (rest.length > 0) await handle.truncate(wholeBytes);
		try {
			await handle.writeFile(text);
			await handle.datasync();
		} catch (error) {
			await handle.truncate(wholeBytes);
			throw error;
		}
	} finally {
		await handle.close();
	}
	if (wholeBytes === 0) await syncFolder(dirname(path));
}
