import { join } from "node:path";
import { StopFault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import { type Lock, LockedFault, takeLock } from "../../system/lock.ts";
import { makeOwnFolder } from "../../system/showrun-folder.ts";
import { plain } from "../../views/ink.ts";

/** Path of the lock that one `showrun watch` of a workspace holds for as long as it runs. */
export function watchLock({ root }: Pick<Settings, "root">): string {
	return join(root, ".showrun", "watch.lock");
}

/** Takes it. Throws `StopFault` where another watch holds it: two would only wait for each other. */
export async function becomeOnlyWatch(
	settings: Pick<Settings, "root">,
	{ command, signal }: { readonly command: string; readonly signal: AbortSignal },
): Promise<Lock> {
	const path = watchLock(settings);
	await makeOwnFolder(join(settings.root, ".showrun"));
	return takeLock(path, { command, signal, waitMs: 0 }).catch((error: unknown) => {
		throw error instanceof LockedFault ? heldBy(error) : error;
	});
}

function heldBy({ holder, message, remedy, doubt }: LockedFault): StopFault {
	if (holder === undefined) return new StopFault(message, { remedy: remedy ?? "Run the command again." });
	const { command, pid, host, since, lockId } = holder;
	return new StopFault(
		plain(`This workspace is watched already: "${command}" (pid ${pid} on ${host}, since ${since}).`),
		{
			remedy:
				doubt === undefined
					? "Use that one, or stop it first."
					: `${doubt} Only if it is no longer alive: showrun unlock ${lockId}`,
		},
	);
}
