import { join } from "node:path";
import type { Settings } from "../../model/settings.ts";
import { closeFile, closeToOthers } from "../../system/private.ts";
import { memoryFolder } from "./machine-record.ts";

const closed = new Set<string>();

/**
 * Takes away, once in a process, what others may do with the state and the caches of a workspace and with
 * what this machine remembers of it. The data folder of the embedded service is closed by who serves it.
 */
export async function closeOwnFolders({ root, state, embedded }: Settings): Promise<void> {
	if (closed.has(root)) return;
	closed.add(root);
	const shared = [embedded.outbox];
	await closeToOthers(join(root, ".showrun"), { shared, skipped: [embedded.data] });
	for (const suffix of ["", ".journal", ".journal.ballast", ".lock"]) closeFile(`${state}${suffix}`);
	const memory = memoryFolder(process.env, process.platform);
	// Many and small, and closed to others since they were made.
	const skipped = ["ledger/posts", "ledger/sources", "services"].map((name) => join(memory, name));
	await closeToOthers(memory, { skipped });
}
