import { cpSync } from "node:fs";

/** Copies a folder as `cp -a` does, without the sockets of locks, which Node cannot copy. Gives the copy. */
export function copyFolder(from: string, to: string): string {
	const filter = (path: string) => !path.endsWith(".sock");
	cpSync(from, to, { recursive: true, preserveTimestamps: true, filter });
	return to;
}
