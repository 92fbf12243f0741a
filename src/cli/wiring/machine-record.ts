import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Settings } from "../../model/settings.ts";
import type { Outside } from "../../state/guard/places.ts";
import type { LedgerFolder } from "../../state/ledger/folder.ts";

/** Where this machine remembers what was posted. */
export function outsideOf({ service, embedded }: Settings): Outside {
	return {
		folder: memoryFolder(process.env, process.platform),
		...(service.url === undefined && { embedded: embedded.data }),
	};
}

/** Where the ledger of this user is. */
export function ledgerFolderOf(settings: Settings): LedgerFolder {
	return { path: join(outsideOf(settings).folder, "ledger") };
}

/**
 * The folder for what programs remember on each system; XDG_STATE_HOME wins, and counts only when it is
 * absolute.
 */
export function memoryFolder(
	env: Readonly<Record<string, string | undefined>>,
	platform: NodeJS.Platform,
): string {
	const wanted = env.XDG_STATE_HOME;
	if (wanted && isAbsolute(wanted)) return join(wanted, "showrun");
	if (platform === "win32")
		return join(env.LOCALAPPDATA || join(homedir(), "AppData", "Local"), "showrun", "state");
	if (platform === "darwin") return join(homedir(), "Library", "Application Support", "showrun");
	return join(homedir(), ".local", "state", "showrun");
}
