import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import { decodingOnce } from "../../state/file/on-disk.ts";
import { fileStore, type StatePlace } from "../../state/file/store.ts";
import type { GitPlaced } from "../../state/git/store.ts";
import type { Admit } from "../../state/postgres/place.ts";
import type { StateStore } from "../../state/store.ts";
import { gitOf, underCi } from "./git-state.ts";
import { keepingLedger, type Listed } from "./ledger.ts";
import { bindingOf } from "./ledger-binding.ts";
import { outsideOf } from "./machine-record.ts";
import { tendOwnFolders } from "./own-folders.ts";

/**
 * The state of the settings, compared with what this machine remembers of it; its posts are kept in the
 * ledger of the user. `admit` is asked where a database keeps it.
 */
export function storeOf(settings: Settings, listed: Listed = () => undefined, admit?: Admit): StateStore {
	const store = ownStoreOf(settings, listed, admit);
	const keeping = keepingLedger(store, settings, listed);
	return {
		read: () => keeping.read(),
		open: async (options) => {
			await tendOwnFolders(settings);
			return keeping.open(options);
		},
	};
}

/** The same for who looks again and again: a file that says what it said before is not decoded anew. */
export function reReadStoreOf(settings: Settings): Pick<StateStore, "read"> {
	return (settings.stateGit ?? settings.statePostgres) === undefined
		? fileStore({ ...statePlace(settings), decode: decodingOnce() })
		: storeOf(settings);
}

/** The state of the settings as it is, for who only looks. */
export function plainStoreOf(settings: Settings): StateStore {
	const { state, stateGit, statePostgres } = settings;
	return (stateGit ?? statePostgres) === undefined ? fileStore({ path: state }) : storeOf(settings);
}

function ownStoreOf(settings: Settings, listed: Listed, admit: Admit | undefined): StateStore {
	if (settings.statePostgres !== undefined) return loaded(() => postgresStoreOf(settings, listed, admit));
	const placed = gitOf(settings, listed);
	return placed === undefined ? fileStore(statePlace(settings)) : loaded(() => gitStoreOf(placed));
}

async function gitStoreOf(placed: GitPlaced): Promise<StateStore> {
	const { gitStore } = await import("../../state/git/store.ts");
	return gitStore(placed);
}

async function postgresStoreOf(
	settings: Settings,
	listed: Listed,
	admit: Admit | undefined,
): Promise<StateStore> {
	const [{ postgresPlaceOf }, { postgresStore }] = await Promise.all([
		import("./postgres-state.ts"),
		import("../../state/postgres/store.ts"),
	]);
	const place = postgresPlaceOf(settings, listed);
	return place === undefined
		? fileStore(statePlace(settings))
		: postgresStore({ ...place, ...defined({ admit }) });
}

/** Loaded when it is used: most workspaces keep their state in a file. */
function loaded(load: () => Promise<StateStore>): StateStore {
	let loading: Promise<StateStore> | undefined;
	const store = () => (loading ??= load());
	return { read: async () => (await store()).read(), open: async (options) => (await store()).open(options) };
}

/**
 * Refuses to send anything from a machine that may have forgotten what was posted when it runs the next time.
 * Throws `StopFault`.
 */
export function mustKeepState({ service, stateGit, statePostgres, statePersistent }: Settings): void {
	const isKept = stateGit !== undefined || statePostgres !== undefined || statePersistent;
	if (service.url === undefined || isKept || !underCi(process.env)) return;
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
