import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { StopFault } from "../model/fault.ts";
import type { Settings } from "../model/settings.ts";
import { fileStore, type StatePlace } from "../state/file.ts";
import type { Outside } from "../state/guard.ts";
import type { StateStore } from "../state/store.ts";

/** The state of the settings, compared with what this machine remembers of it. */
export function storeOf(settings: Settings): StateStore {
	return fileStore(placeOf(settings));
}

/** Refuses to send anything from a machine that may have forgotten what was posted when it runs the next time. Throws `StopFault`. */
export function mustKeepState({ service, statePersistent }: Settings): void {
	if (service.url === undefined || statePersistent || !underCi(process.env)) return;
	throw new StopFault("This runs under CI, with a service elsewhere and state in a file: a runner that begins without that file would post again.", {
		remedy: `State in a file belongs to one machine: run this there, and let CI validate and plan.
If the file and $XDG_STATE_HOME/showrun do stay on this runner from run to run: state_persistent: true in showrun.config.yaml`,
	});
}

function underCi({ CI = "" }: Readonly<Record<string, string | undefined>>): boolean {
	return !["", "0", "false"].includes(CI.toLowerCase());
}

/** Where the state is, and where this machine remembers it besides. */
export function placeOf(settings: Settings): StatePlace {
	return { path: settings.state, outside: outsideOf(settings) };
}

/** Where this machine remembers what was posted. */
export function outsideOf({ service, embedded }: Settings): Outside {
	return { folder: memoryFolder(process.env, process.platform), ...(service.url === undefined && { embedded: embedded.data }) };
}

/** The folder for what programs remember on each system; XDG_STATE_HOME wins, and counts only when it is absolute. */
export function memoryFolder(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): string {
	const wanted = env.XDG_STATE_HOME;
	if (wanted && isAbsolute(wanted)) return join(wanted, "showrun");
	if (platform === "win32") return join(env.LOCALAPPDATA || join(homedir(), "AppData", "Local"), "showrun", "state");
	if (platform === "darwin") return join(homedir(), "Library", "Application Support", "showrun");
	return join(homedir(), ".local", "state", "showrun");
}
