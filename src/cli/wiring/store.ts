import { StopFault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import { fileStore, type StatePlace } from "../../state/file/store.ts";
import type { GitPlaced } from "../../state/git/store.ts";
import type { StateStore } from "../../state/store.ts";
import { gitOf, underCi } from "./git-state.ts";
import { keepingLedger, type Listed } from "./ledger.ts";
import { bindingOf, outsideOf } from "./machine-record.ts";
import { tendOwnFolders } from "./own-folders.ts";

/**
 * The state of the settings, compared with what this machine remembers of it; its posts are kept in the
 * ledger of the user.
 */
export function storeOf(settings: Settings, listed: Listed = () => undefined): StateStore {
	const placed = gitOf(settings, listed);
	const store = placed === undefined ? fileStore(statePlace(settings)) : gitStoreOf(placed);
	const keeping = keepingLedger(store, settings, listed);
	return {
		read: () => keeping.read(),
		open: async (options) => {
			await tendOwnFolders(settings);
			return keeping.open(options);
		},
	};
}

/** The state of the settings as it is, for who only looks. */
export function plainStoreOf(settings: Settings): StateStore {
	return settings.stateGit === undefined ? fileStore({ path: settings.state }) : storeOf(settings);
}

/** Loaded when it is used: most workspaces keep their state in a file. */
function gitStoreOf(placed: GitPlaced): StateStore {
	let loading: Promise<StateStore> | undefined;
	const store = () =>
		(loading ??= import("../../state/git/store.ts").then(({ gitStore }) => gitStore(placed)));
	return { read: async () => (await store()).read(), open: async (options) => (await store()).open(options) };
}

/**
 * Refuses to send anything from a machine that may have forgotten what was posted when it runs the next time.
 * Throws `StopFault`.
 */
export function mustKeepState({ service, stateGit, statePersistent }: Settings): void {
	if (service.url === undefined || stateGit || statePersistent || !underCi(process.env)) return;
	throw new StopFault(
		"Under CI with a remote service the state cannot be a file: a runner without that file would post again.",
		{
			remedy: `Keep the state on a ref of this repository's remote, for every runner and clone: state: git in showrun.config.yaml
If the file and $XDG_STATE_HOME/showrun persist on this runner: state_persistent: true`,
		},
	);
}

/** Where the state is, and where this machine remembers it besides. */
export function statePlace(settings: Settings): StatePlace {
	return { path: settings.state, outside: outsideOf(settings), bound: bindingOf(settings) };
}
