import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { StopFault } from "../model/fault.ts";
import { type Lock, LockedFault, takeLock } from "../system/lock.ts";
import { printable } from "../system/run.ts";
import { faultOfFiles, ModelFault } from "./model-fault.ts";

/** How the names of folders begin that something is pulled into, or put aside in. */
export const PULLING = ".pull-";

/** One process at a time changes the cache, and takes away what killed ones left. */
export async function withCache(
	folder: string,
	given: { readonly doing: string; readonly signal: AbortSignal },
	body: () => Promise<void>,
): Promise<void> {
	try {
		await mkdir(folder, { recursive: true });
		const lock = await locked(folder, given.signal);
		try {
			await body();
		} finally {
			await removeLeftovers(folder).finally(() => lock.release());
		}
	} catch (error) {
		throw faultOfFiles(error, given.doing);
	}
}

async function locked(folder: string, signal: AbortSignal): Promise<Lock> {
	const path = join(folder, "models.lock");
	try {
		return await takeLock(path, { command: "showrun models", waitMs: 0, signal, shared: true });
	} catch (error) {
		if (error instanceof LockedFault) throw lockedBy(error, path);
		if (error instanceof StopFault)
			throw new ModelFault(error.message, {
				remedy: "Name a folder on another disk in SHOWRUN_MODELS.",
				cause: error,
			});
		throw error;
	}
}

/** Its own remedy speaks of the state's lock. */
function lockedBy({ holder, message, doubt }: LockedFault, path: string): ModelFault {
	if (holder === undefined) return new ModelFault(message, { remedy: "Try again." });
	const { user, pid, host, since } = holder;
	return new ModelFault(
		`Models are being pulled or removed already, by ${printable(user)} (process ${pid} on ` +
			`${printable(host)}, since ${printable(since)}).`,
		{
			remedy: `${doubt ?? "Wait until that is done."} Only if that process is no longer alive: delete ${path}`,
		},
	);
}

async function removeLeftovers(folder: string): Promise<void> {
	for (const name of await readdir(folder))
		if (name.startsWith(PULLING)) await rm(join(folder, name), { recursive: true, force: true });
}
