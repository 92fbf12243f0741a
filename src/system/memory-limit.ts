import { readFile } from "node:fs/promises";
import { totalmem } from "node:os";

const LOOK_MS = 250;

/** Most memory a program may take, in bytes: more would drive the machine into its swap. */
export const MOST_MEMORY = Math.min(8 * 2 ** 30, 0.75 * totalmem());

/**
 * Calls back once a process has more memory than that. Only Linux tells; elsewhere nothing is watched. Gives
 * what ends the watch.
 */
export function watchMemory(pid: number | undefined, bytes: number, onOver: () => void): () => void {
	if (pid === undefined || process.platform !== "linux") return () => {};
	const look = async () => {
		const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
		if (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024 > bytes) onOver();
	};
	const timer = setInterval(look, LOOK_MS);
	timer.unref();
	return () => clearInterval(timer);
}
