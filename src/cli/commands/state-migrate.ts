import { StopFault } from "../../model/fault.ts";
import type { PostgresState, Settings } from "../../model/settings.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { usualDatabase } from "../../settings/state.ts";
import { faultOf, fileStore, openDespite, stateLock } from "../../state/file/store.ts";
import { gitStore } from "../../state/git/store.ts";
import { sealGit } from "../../state/git/upkeep.ts";
import { guardReader } from "../../state/ledger/guards.ts";
import type { KnownPost } from "../../state/ledger/ledger.ts";
import { isWaiting, moveToFile, openMoved, putInDatabase } from "../../state/postgres/move.ts";
import type { PostgresPlace } from "../../state/postgres/place.ts";
import { listPosts } from "../../state/postgres/upkeep.ts";
import { encodeMoved } from "../../state/snapshot/encode.ts";
import { MovedFault, StateFault } from "../../state/state-fault.ts";
import type { OpenOptions, StateStore } from "../../state/store.ts";
import { systemClock } from "../../system/clock.ts";
import { takeLock } from "../../system/lock.ts";
import { displayPath } from "../../system/paths.ts";
import { writePrivate } from "../../system/private.ts";
import { counted, plain } from "../../views/ink.ts";
import { out, stopSignal } from "../terminal/terminal.ts";
import { gitOf } from "../wiring/git-state.ts";
import { ledgerOf, namingOf, tellLedger } from "../wiring/ledger.ts";
import { outsideOf } from "../wiring/machine-record.ts";
import { postgresPlace } from "../wiring/postgres-state.ts";
import { statePlace } from "../wiring/store.ts";
import { settingsIn } from "../wiring/workspace.ts";

interface MigrateFlags {
	readonly in: string;
	readonly to: "postgres" | "file";
}

/**
 * `showrun state migrate`: moves the state to a database or back to a file, everything that is unknown or
 * posted included. What was written is compared before the old state is closed.
 */
export async function migrateState({ in: path, to }: MigrateFlags): Promise<void> {
	const settings = await settingsIn(path, { keyless: true });
	const database = settings.statePostgres ?? usualDatabase(settings.root, process.env);
	const place = postgresPlace(settings, database);
	await (to === "postgres" ? toDatabase({ settings, database, place }) : toFile({ settings, place }));
}

interface Moving {
	readonly settings: Settings;
	readonly place: PostgresPlace;
}

const options = (): OpenOptions => ({
	command: "showrun state migrate",
	waitMs: 0,
	signal: stopSignal(),
});

async function toDatabase({
	settings,
	database,
	place,
}: Moving & { readonly database: PostgresState }): Promise<void> {
	const { store, seal, name } = sourceOf(settings);
	const to = `PostgreSQL (workspace ${place.workspace})`;
	const writer = await store.open(options()).catch((error: unknown) => {
		if (!(error instanceof MovedFault)) throw error;
		return error;
	});
	if (writer instanceof MovedFault) {
		// It was sealed by a move that was killed before its last step.
		if (!(await isWaiting(place))) throw writer;
		await openMoved(place);
		return out(`Moved to ${to}.\n${toSet(database)}`);
	}
	try {
		const snapshot = writer.snapshot();
		if (snapshot.lineage === "")
			throw new StopFault(`There is no state in ${name} to move.`, {
				remedy: `Nothing to do: the first apply begins one in the database.\n${toSet(database)}`.trim(),
			});
		const naming = await namingOf(settings, snapshot.lineage);
		const posts = await knownPosts(settings, snapshot);
		await putInDatabase(place, { snapshot, posts, naming });
		await seal(snapshot, to);
		await openMoved(place);
		out(`Moved to ${to}: ${contentOf(snapshot)}. ${name} is closed.\n${toSet(database)}`);
	} finally {
		await writer.close();
	}
}

interface Source {
	readonly store: StateStore;
	/** For who holds the store. */
	readonly seal: (snapshot: Snapshot, to: string) => Promise<void>;
	readonly name: string;
}

function sourceOf(settings: Settings): Source {
	const placed = gitOf(settings);
	const { command, signal } = options();
	if (placed !== undefined)
		return {
			store: gitStore(placed),
			seal: (snapshot, to) => sealGit(placed, snapshot, { command, to, signal }),
			name: "the state on the git remote",
		};
	return {
		store: fileStore(statePlace(settings)),
		seal: (snapshot, to) => writePrivate(settings.state, encodeMoved(snapshot, to)),
		name: displayPath(settings.state, process.cwd()),
	};
}

/** What the ledgers and guards of this machine know, and the ledger of the remote. */
async function knownPosts(settings: Settings, { lineage }: Snapshot): Promise<readonly KnownPost[]> {
	const ledger = await ledgerOf(settings);
	const naming = await namingOf(settings, lineage);
	const { states } = await ledger.facts();
	const placed = gitOf(settings);
	const remote = placed
		? await (await import("../../state/git/ledger-upkeep.ts")).listRemoteLedger(placed)
		: [];
	const all: readonly KnownPost[] = [
		...(await guardReader(outsideOf(settings))(naming, states)),
		...remote.map((entry) => ({ ...entry, scope: entry.scope || naming.scope })),
		...(await ledger.all()),
	];
	return [...new Map(all.map((post) => [post.operation, post])).values()];
}

async function toFile({ settings, place }: Moving): Promise<void> {
	const { state } = settings;
	const name = displayPath(state, process.cwd());
	const lock = await takeLock(await stateLock(state), options());
	let snapshot: Snapshot;
	try {
		await mustBeFree(state, name);
		const posts = await listPosts(place);
		await (await ledgerOf(settings)).adopt(posts);
		snapshot = await moveToFile(place, state);
	} finally {
		await lock.release();
	}
	await bind(settings);
	out(
		`Moved to ${plain(name)}: ${contentOf(snapshot)}. The state ${place.workspace} of the database is closed.\n` +
			`Set it in showrun.config.yaml: state: ${plain(name)}\n`,
	);
}

/** A file that holds a state is not written over. */
async function mustBeFree(path: string, name: string): Promise<void> {
	const there = await fileStore({ path })
		.read()
		.catch((error: unknown) => {
			if (!(error instanceof MovedFault)) throw error;
			return undefined;
		});
	if (there === undefined || there.lineage === "") return;
	throw new StateFault(`${name} holds a state already. Nothing was changed.`, {
		remedy: "Move that file away, or name another one: SHOWRUN_STATE=PATH",
	});
}

/** The file is this machine's from here on, as if it had been adopted. */
async function bind(settings: Settings): Promise<void> {
	const opened = await openDespite(statePlace(settings), options());
	const { writer, trouble } = opened;
	try {
		if (faultOf(settings.state, opened) === undefined) return;
		await writer.append({ type: "adopted", at: systemClock.now(), moments: trouble?.moments ?? [] });
		await tellLedger(settings, writer);
	} finally {
		await writer.close();
	}
}

function toSet({ variable, workspace }: PostgresState): string {
	const where = variable === "SHOWRUN_STATE" ? "DATABASE_URL" : variable;
	return `Set it in showrun.config.yaml: state: { postgres: { url_env: ${where}, workspace: ${workspace} } }\n`;
}

function contentOf({ resources, ledger, operations }: Snapshot): string {
	return [
		counted(Object.keys(resources).length, "resource"),
		counted(ledger.length, "posted moment"),
		counted(Object.keys(operations).length, "unknown outcome"),
	].join(", ");
}
