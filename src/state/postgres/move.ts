import { readFile, rename } from "node:fs/promises";
import type { Ask } from "../../database/connection.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { undefinedIfMissing } from "../../system/error-code.ts";
import { writePrivate } from "../../system/private.ts";
import type { KnownPost } from "../ledger/ledger.ts";
import type { Naming } from "../ledger/posts.ts";
import { decodeSnapshot } from "../snapshot/codec.ts";
import { encodeSnapshot } from "../snapshot/encode.ts";
import { recover } from "../snapshot/fold.ts";
import { StateFault } from "../state-fault.ts";
import { identify } from "./database.ts";
import { heldFault } from "./database-fault.ts";
import { lockLease } from "./lease.ts";
import type { PostgresPlace } from "./place.ts";
import { insertPosts, missingPosts, momentsOf } from "./posts.ts";
import { readClosed, saveState } from "./states.ts";
import { withConnection } from "./store.ts";
import { makeTables } from "./tables.ts";

/** What is moved to a database. */
export interface Cargo {
	readonly snapshot: Snapshot;
	/** What the ledgers beside it know to be posted, in any workspace. */
	readonly posts: readonly KnownPost[];
	readonly naming: Naming;
}

/** What a database says to who finds a state there that is not moved whole yet. */
const UNFINISHED = "where it was before, until the move is finished: showrun state migrate --to postgres";

/**
 * Puts a state into the database, closed until `openMoved`. Throws `StateFault` where another one is there,
 * or what can be read there is not the same.
 */
export async function putInDatabase(place: PostgresPlace, cargo: Cargo): Promise<void> {
	await withConnection(place, async (connection) => {
		await makeTables(connection);
		await connection.transaction("write", async (ask) => {
			const database = await identify(ask);
			const { workspace } = place;
			await mustBeFree(ask, workspace, cargo.snapshot);
			const snapshot = { ...recover(cargo.snapshot), ledgerId: database.ledgerId };
			await saveState(ask, { workspace, snapshot, database });
			await ask("UPDATE showrun.states SET moved_to = $2 WHERE workspace = $1", [workspace, UNFINISHED]);
			const naming = { ...cargo.naming, workspace };
			const posts = [...momentsOf(snapshot.ledger, { naming, state: snapshot }), ...cargo.posts];
			await insertPosts(ask, posts);
			const there = await readClosed(ask, workspace);
			mustBeEqual(there?.snapshot, snapshot);
			if ((await missingPosts(ask, posts)) > 0) mustBeEqual(undefined, snapshot);
		});
		await connection.close();
	});
}

/** Opens a state that was put there, once the old one is sealed. */
export async function openMoved(place: PostgresPlace): Promise<void> {
	await withConnection(place, async (connection) => {
		await connection.transaction("write", (ask) =>
			ask("UPDATE showrun.states SET moved_to = NULL WHERE workspace = $1 AND moved_to = $2", [
				place.workspace,
				UNFINISHED,
			]),
		);
		await connection.close();
	});
}

/** Whether a state was put there, and waits for being opened. */
export async function isWaiting(place: PostgresPlace): Promise<boolean> {
	return withConnection(place, async (connection) => {
		await makeTables(connection);
		const found = await connection.transaction("read", (ask) => readClosed(ask, place.workspace));
		await connection.close();
		return found?.movedTo === UNFINISHED;
	});
}

/**
 * Moves a state to a file that must not be there, or is sealed: written beside it, compared, the database
 * closed, put in its place. What a killed move left is gone on with.
 */
export async function moveToFile(place: PostgresPlace, path: string): Promise<Snapshot> {
	const beside = `${path}.moved`;
	return withConnection(place, async (connection) => {
		await makeTables(connection);
		const { workspace } = place;
		const snapshot = await connection.transaction("write", async (ask) => {
			const lease = await lockLease(ask, workspace);
			if (lease.held) throw heldFault(workspace, lease.about);
			const stored = await readClosed(ask, workspace);
			if (stored === undefined) throw nothingFault(workspace);
			const before = await readFile(beside, "utf8").catch(undefinedIfMissing);
			if (stored.movedTo !== undefined && before === undefined) throw movedAlready(workspace, stored.movedTo);
			const { ledgerId: _, ...whole } = recover(stored.snapshot);
			const text = encodeSnapshot(whole);
			if (stored.movedTo === undefined || before === undefined) await writePrivate(beside, text);
			mustBeEqual(decodeSnapshot(await readFile(beside, "utf8"), beside), whole);
			await ask("UPDATE showrun.states SET moved_to = $2 WHERE workspace = $1", [
				workspace,
				`the file ${path}`,
			]);
			return whole;
		});
		await rename(beside, path);
		await connection.close();
		return snapshot;
	});
}

/** A state that is closed may be written over by its own later version, and by nothing else. */
async function mustBeFree(ask: Ask, workspace: string, { lineage, serial }: Snapshot): Promise<void> {
	const lease = await lockLease(ask, workspace);
	if (lease.held) throw heldFault(workspace, lease.about);
	const [other] = await ask("SELECT workspace FROM showrun.states WHERE lineage = $1 AND workspace <> $2", [
		...[lineage, workspace],
	]);
	if (other !== undefined)
		throw new StateFault(`The database holds this state already, as ${String(other.workspace)}.`, {
			remedy: `Go on with it: state: { postgres: { workspace: ${String(other.workspace)} } }`,
		});
	const there = await readClosed(ask, workspace);
	if (there === undefined) return;
	const isOwn = there.snapshot.lineage === lineage && there.movedTo !== undefined;
	if (isOwn && there.snapshot.serial <= serial) return;
	throw new StateFault(`The database holds another state called ${workspace}. Nothing was changed.`, {
		remedy: "Give this workspace a name of its own: state: { postgres: { workspace: NAME } }",
	});
}

function mustBeEqual(found: Snapshot | undefined, wanted: Snapshot): void {
	if (found !== undefined && encodeSnapshot(found) === encodeSnapshot(wanted)) return;
	throw new StateFault("What was written is not what was read. Nothing was moved.", {
		remedy: "Run the command again; if that repeats, keep the state where it is, and report it.",
	});
}

function nothingFault(workspace: string): StateFault {
	return new StateFault(`The database holds no state called ${workspace}.`, {
		remedy: "Check the address of the database, and the name: state: { postgres: { workspace: NAME } }",
	});
}

function movedAlready(workspace: string, to: string): StateFault {
	return new StateFault(`The state ${workspace} was moved to ${to}.`, {
		remedy: "Set `state` in showrun.config.yaml to where it is now.",
	});
}
