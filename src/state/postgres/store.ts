import type { Ask, Connection } from "../../database/connection.ts";
import { onFreshConnection } from "../../database/fresh-connection.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { systemClock } from "../../system/clock.ts";
import { EMPTY, recover, workingCopy } from "../snapshot/fold.ts";
import type { OpenOptions, StateStore, StateWriter } from "../store.ts";
import { type Identity, identify } from "./database.ts";
import { databaseFault, heldFault, type LeaseHolder } from "./database-fault.ts";
import { forgetLate, lateOutcomes, takeUp } from "./late-outcomes.ts";
import { type Lease, lockLease, newHolder, readLease, type Taking, takeLease } from "./lease.ts";
import { LEASE_MS, type PostgresPlace } from "./place.ts";
import { doubtArmed } from "./posts.ts";
import { openSession } from "./session.ts";
import { readState, type StoredState, saveState } from "./states.ts";
import { hasTables, makeTables } from "./tables.ts";
import { mustBeNew, mustBeWhole } from "./trust.ts";
import { readWitness } from "./witness.ts";
import { postgresWriter } from "./writer.ts";

/** What keeps a state from being gone on with. Undefined: nothing does. */
export type Judge = (found: Found) => Promise<void>;

/** A state as it was found. */
export interface Found {
	readonly ask: Ask;
	readonly place: PostgresPlace;
	readonly stored: StoredState | undefined;
	readonly database: Identity;
}

/** State in tables of PostgreSQL, for several machines: whoever writes holds a lease there. */
export function postgresStore(place: PostgresPlace): StateStore {
	return {
		read: () => reading(place),
		open: (options) =>
			openDespite(place, options, async (found) => {
				if (found.stored === undefined) await mustBeNew(found.ask, place);
				await mustBeWhole(found);
			}),
	};
}

/** Opens a state whatever is wrong with it, unless `judge` throws. */
export async function openDespite(
	place: PostgresPlace,
	options: OpenOptions,
	judge: Judge,
): Promise<StateWriter> {
	options.signal.throwIfAborted();
	const holder = newHolder();
	return withConnection(place, (connection) => open({ place, options, judge, connection, holder }));
}

/** How often a state is looked at that another run holds, in milliseconds. */
const LOOK_EVERY_MS = 100;

/** Runs on a fresh connection, which `work` closes or keeps. Throws `StateFault` for what is refused. */
export async function withConnection<Result>(
	{ url }: Pick<PostgresPlace, "url">,
	work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
	try {
		return await onFreshConnection(url, work);
	} catch (error) {
		throw databaseFault(error);
	}
}

async function reading(place: PostgresPlace): Promise<Snapshot> {
	return withConnection(place, async (connection) => {
		const state = await connection.transaction("read", (ask) => read(ask, place));
		await connection.close();
		return state;
	});
}

async function read(ask: Ask, place: PostgresPlace): Promise<Snapshot> {
	const isThere = await hasTables(ask);
	const stored = isThere ? await readState(ask, place.workspace) : undefined;
	if (stored === undefined && isThere) await mustBeNew(ask, place);
	await mustBeWhole({ place, stored });
	if (stored === undefined) return EMPTY;
	// What a living run has begun is under way; without one it has no outcome.
	const lease = await readLease(ask, place.workspace);
	return lease?.held ? stored.snapshot : recover(stored.snapshot);
}

interface Opening {
	readonly place: PostgresPlace;
	readonly options: OpenOptions;
	readonly judge: Judge;
	readonly connection: Connection;
	/** The same for each try, so that a lease whose answer was lost is this run's. */
	readonly holder: string;
}

async function open({ place, options, judge, connection, holder }: Opening): Promise<StateWriter> {
	await makeTables(connection);
	const leaseMs = place.leaseMs ?? LEASE_MS;
	const until = performance.now() + options.waitMs;
	for (;;) {
		options.signal.throwIfAborted();
		const askedAt = performance.now();
		const taken = await connection.transaction("write", (ask) =>
			take(ask, { place, judge, taking: { ...place, holder, leaseMs, command: options.command } }),
		);
		if ("fence" in taken)
			return begin({ place, connection, taken, lease: { holder, fence: taken.fence, askedAt } });
		if (performance.now() >= until) throw heldFault(place.workspace, taken.held);
		await systemClock.sleep(LOOK_EVERY_MS, options.signal);
	}
}

/** A state whose lease this run has. */
interface Taken {
	readonly fence: string;
	readonly state: Snapshot;
	readonly isThere: boolean;
	readonly behind: number;
	readonly database: Identity;
	/** It was written by another database than this one. */
	readonly isMoved: boolean;
	readonly late: Awaited<ReturnType<typeof lateOutcomes>>;
}

interface TakingOver {
	readonly place: PostgresPlace;
	readonly judge: Judge;
	readonly taking: Taking;
}

/** Takes the lease, and with it what a dead run left: each attempt that it armed is unknown from here on. */
async function take(
	ask: Ask,
	{ place, judge, taking }: TakingOver,
): Promise<Taken | { readonly held: LeaseHolder }> {
	const { workspace } = place;
	const { held, holder, about } = await lockLease(ask, workspace);
	if (held && holder !== taking.holder) return { held: about };
	const database = await identify(ask);
	const stored = await readState(ask, workspace);
	await judge({ ask, place, stored, database });
	await place.admit?.(ask);
	const fence = await takeLease(ask, taking);
	const known = { fence, database, isThere: stored !== undefined };
	if (stored === undefined) return { ...known, state: EMPTY, behind: 0, late: [], isMoved: false };
	const { lineage } = stored.snapshot;
	const late = await lateOutcomes(ask, lineage);
	const isLeft = Object.values(stored.snapshot.operations).some(({ phase }) => phase !== "unknown");
	const isMoved = stored.cluster !== database.cluster || stored.timeline !== database.timeline;
	const state = recover(stored.snapshot);
	if (!isLeft) return { ...known, state, late, isMoved, behind: stored.behind };
	// That the database is another one is accepted with the first entry, or not at all.
	await saveState(ask, { workspace, snapshot: state, database: stored });
	await doubtArmed(ask, lineage);
	return { ...known, state, late, isMoved, behind: 0 };
}

interface Beginning {
	readonly place: PostgresPlace;
	readonly connection: Connection;
	readonly taken: Taken;
	readonly lease: Lease;
}

async function begin({ place, connection, taken, lease }: Beginning): Promise<StateWriter> {
	const { state, isThere, behind, database, isMoved, late } = taken;
	const session = openSession({ place, leaseMs: place.leaseMs ?? LEASE_MS, lease, connection });
	const seen = await readWitness(place.witness);
	const working = workingCopy(state);
	const about = { behind, begun: isThere, isMoved, appended: false };
	const writer = postgresWriter({ place, session, database, seen, state: working, ...about });
	if (late.length === 0) return writer;
	try {
		await takeUp(writer, late);
		await session.write((ask) => forgetLate(ask, late));
		return writer;
	} catch (error) {
		await writer.close();
		throw error;
	}
}
