import { join } from "node:path";
import type { Settings } from "../../model/settings.ts";
import { closeFile, closeToOthers } from "../../system/private.ts";
import { trimFolder } from "../../system/trim-folder.ts";
import { memoryFolder } from "./machine-record.ts";

const DAY_MS = 24 * 3_600_000;
/** When each workspace was tended last, in milliseconds of this process. */
const tended = new Map<string, number>();

/** Of each cache in the workspace: what it holds can be had again. */
const CACHE_LIMITS = { unusedMs: 90 * DAY_MS, bytes: 256 * 2 ** 20 };
const CACHES = ["answers", "content", "rendering", "seen"];

/**
 * Takes away, once a day, what others may do with the state and the caches of a workspace and with what this
 * machine remembers of it, and removes what its caches hold for too long or too much of. The data folder of
 * the embedded service is closed by who serves it.
 */
export async function tendOwnFolders({ root, state, embedded }: Settings): Promise<void> {
	if (performance.now() - (tended.get(root) ?? Number.NEGATIVE_INFINITY) < DAY_MS) return;
	tended.set(root, performance.now());
	const shared = [embedded.outbox];
	await closeToOthers(join(root, ".showrun"), { shared, skipped: [embedded.data] });
	for (const suffix of ["", ".journal", ".journal.ballast", ".lock"]) closeFile(`${state}${suffix}`);
	for (const name of CACHES) await trimFolder(join(root, ".showrun", "cache", name), CACHE_LIMITS);
	const memory = memoryFolder(process.env, process.platform);
	// Many and small, and closed to others since they were made.
	const skipped = ["ledger/posts", "ledger/sources", "services"].map((name) => join(memory, name));
	await closeToOthers(memory, { skipped });
}
