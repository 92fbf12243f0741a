import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Commit } from "./cell.ts";

/** Reads a log of commits again and again: each time only what was added since. */
export function commitLog(path: string): () => readonly Commit[] {
	const commits: Commit[] = [];
	let read = 0;
	return () => {
		const added = bytesFrom(path, read);
		// The last line may be half written.
		const whole = added.subarray(0, added.lastIndexOf("\n") + 1);
		read += whole.length;
		for (const line of whole.toString("utf8").split("\n")) if (line !== "") commits.push(JSON.parse(line));
		return [...commits];
	};
}

function bytesFrom(path: string, from: number): Buffer {
	const fd = openSync(path, "r");
	try {
		const bytes = Buffer.alloc(fstatSync(fd).size - from);
		return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from));
	} finally {
		closeSync(fd);
	}
}
