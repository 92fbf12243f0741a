import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Which write of a post, counted from 1, and whether it comes to be on disk. */
export interface DeadlyWrite {
	readonly write: number;
	readonly isWritten: boolean;
}

/** Ends this process as `kill -9` does at one of its writes of posts. */
export function dieAt({ write, isWritten }: DeadlyWrite): void {
	const { promises } = fs;
	const { rename } = promises;
	let count = 0;
	promises.rename = async (from, to) => {
		const isPost = String(to).includes("/publishes/");
		if (isPost) count += 1;
		const isTheOne = isPost && count === write;
		if (isTheOne && !isWritten) process.kill(process.pid, "SIGKILL");
		await rename(from, to);
		if (isTheOne) process.kill(process.pid, "SIGKILL");
	};
	syncBuiltinESMExports();
}
