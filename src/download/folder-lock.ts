import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";
import { type Lock, LockedFault, takeLock } from "../system/lock.ts";
import { FolderFault } from "./download-fault.ts";

/**
 * File systems without hard links (USB sticks) have no locks; there two downloads at once are the person's
 * own business.
 */
const LOCKLESS: ReadonlySet<string> = new Set([
	"EPERM",
	"ENOTSUP",
	"EOPNOTSUPP",
	"ENOSYS",
	"EINVAL",
	"EMLINK",
]);

/**
 * Makes the folder and keeps other downloads out of it until the answer is called. Throws `LockedFault` and
 * `FolderFault`.
 */
export async function holdFolder(folder: string, signal: AbortSignal): Promise<() => Promise<void>> {
	const path = join(folder, ".download.lock");
	try {
		await mkdir(folder, { recursive: true });
		const lock = await takeLock(path, { command: "showrun download", waitMs: 0, signal, shared: true });
		return () => release(lock);
	} catch (error) {
		if (error instanceof LockedFault) throw busy(error, folder, path);
		if (LOCKLESS.has(codeOf(error) ?? codeOf(error instanceof StopFault && error.cause) ?? ""))
			return async () => {};
		throw FolderFault.of(error, folder);
	}
}

function codeOf(error: unknown): string | undefined {
	return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

function busy({ holder, doubt }: LockedFault, folder: string, path: string): LockedFault {
	const who = holder === undefined ? "" : ` (pid ${holder.pid} on ${holder.host}, since ${holder.since})`;
	const advice = doubt ?? "Wait for it, or choose another folder with --out.";
	const remedy = `${advice} Only if that process is no longer alive: delete ${path}`;
	return new LockedFault(`Another download into ${folder} is under way${who}.`, defined({ remedy, holder }));
}

/**
 * A folder that cannot be written any more keeps its lock file; the next run sees that its holder is dead.
 */
async function release(lock: Lock): Promise<void> {
	await lock.release().catch(() => {});
}
