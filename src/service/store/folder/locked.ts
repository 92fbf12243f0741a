import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { takeLock } from "../../../system/lock.ts";

/** Works on a private file in turn among processes, waiting for it at most so long, in milliseconds. */
export async function locked<Value>(
	path: string,
	waitMs: number,
	work: () => Promise<Value>,
): Promise<Value> {
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	const lock = await takeLock(`${path}.lock`, {
		command: "showrun accounts",
		waitMs,
		everyMs: 20,
		signal: new AbortController().signal,
	});
	try {
		return await work();
	} finally {
		await lock.release();
	}
}
