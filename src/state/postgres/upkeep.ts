import type { Ask } from "../../database/connection.ts";
import { type Examined, examine } from "../../database/examine.ts";
import type { EpochMs } from "../../model/brand.ts";
import { defined } from "../../model/defined.ts";
import type { Fleet } from "../../model/fleet.ts";
import type { Snapshot, LedgerEntry as StateMoment } from "../../model/snapshot.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Naming } from "../ledger/posts.ts";
import { type LedgerEntry, takesMoment } from "../ledger/records.ts";
import { StateFault } from "../state-fault.ts";
import type { OpenOptions } from "../store.ts";
import { type AnyDaemon, readDaemons, readFleet } from "./daemons.ts";
import { identify } from "./database.ts";
import type { LeaseHolder } from "./database-fault.ts";
import { readLease } from "./lease.ts";
import type { PostgresPlace } from "./place.ts";
import { type AskedPosts, allPosts, postsOfOthers } from "./posts.ts";
import { type Found, openDespite, withConnection } from "./store.ts";
import { DAEMONS, findsTables, hasTables } from "./tables.ts";
import { mustBeNew, mustBeWhole } from "./trust.ts";

/** What other workspaces of the database posted of what is asked for. Changes nothing there. */
export async function postsInDatabase(
	place: PostgresPlace,
	naming: Naming,
	asked: AskedPosts,
): Promise<readonly LedgerEntry[]> {
	return looking(place, (ask) => postsOfOthers(ask, naming, asked), []);
}

/** Every post that the database knows, oldest first. */
export async function listPosts(place: PostgresPlace): Promise<readonly LedgerEntry[]> {
	return looking(place, allPosts, []);
}

/** Who holds the state now. Undefined: nobody. */
export async function holderOf(place: PostgresPlace): Promise<LeaseHolder | undefined> {
	const lease = await looking(place, (ask) => readLease(ask, place.workspace), undefined);
	return lease?.held ? lease.about : undefined;
}

/** Who works on the workspace. */
export async function fleetIn(place: PostgresPlace): Promise<Fleet> {
	return looking(
		place,
		async (ask) => ((await hasTables(ask, DAEMONS)) ? readFleet(ask, place.workspace) : { standby: [] }),
		{ standby: [] },
	);
}

/** The daemons of all workspaces of the database. */
export async function daemonsIn(place: PostgresPlace): Promise<readonly AnyDaemon[]> {
	const read = async (ask: Ask) => ((await hasTables(ask, DAEMONS)) ? readDaemons(ask) : []);
	return looking(place, read, []);
}

/** Takes a post out on a person's word, so that its moment may be posted again. */
export async function forgetPost(
	place: PostgresPlace,
	word: { readonly operation: string; readonly by: string; readonly reason: string; readonly at: EpochMs },
): Promise<void> {
	const { operation, ...forgotten } = word;
	await withConnection(place, async (connection) => {
		await connection.transaction("write", (ask) =>
			ask(
				`UPDATE showrun.posts SET phase = 'forgotten', takes = false,
					record = record || jsonb_build_object('forgotten', $2::jsonb) WHERE operation = $1`,
				[operation, JSON.stringify(forgotten)],
			),
		);
		await connection.close();
	});
}

/** What a person accepts. */
export interface Adoption {
	/** Why the state is not gone on with as it is. */
	readonly fault: StateFault;
	readonly isThere: boolean;
	/** Posted moments that this machine knows and the database does not. */
	readonly moments: readonly StateMoment[];
}

/** Accepts a state that is not to be trusted as it is. False: there is nothing to accept. */
export async function adoptDatabase(
	place: PostgresPlace,
	options: OpenOptions & { readonly ledger: Ledger },
	agree: (adoption: Adoption) => Promise<void>,
): Promise<boolean> {
	let adoption: Adoption | undefined;
	const writer = await openDespite(place, options, async (found) => {
		adoption ??= await adoptionOf(found, options.ledger);
	});
	try {
		if (adoption === undefined) return false;
		await agree(adoption);
		await writer.append({ type: "adopted", at: Date.now() as EpochMs, moments: adoption.moments });
		return true;
	} finally {
		await writer.close();
	}
}

async function adoptionOf(found: Found, ledger: Ledger): Promise<Adoption | undefined> {
	const { ask, place, stored } = found;
	const judge = async () => {
		if (stored === undefined) await mustBeNew(ask, place);
		await mustBeWhole(found);
	};
	const fault = await judge().then(
		() => undefined,
		(error: unknown) => {
			if (!(error instanceof StateFault)) throw error;
			return error;
		},
	);
	if (fault === undefined) return undefined;
	const known = new Set((await allPosts(ask)).map(({ operation }) => operation));
	return { fault, isThere: stored !== undefined, moments: await momentsOf(ledger, stored?.snapshot, known) };
}

/** What the ledger of this machine's user has of a state, and the database has not. */
async function momentsOf(
	ledger: Ledger,
	state: Snapshot | undefined,
	known: ReadonlySet<string>,
): Promise<readonly StateMoment[]> {
	if (state === undefined) return [];
	return (await ledger.all())
		.filter((entry) => entry.lineage === state.lineage && takesMoment(entry) && !known.has(entry.operation))
		.map(({ content, moment, account, address, operation, at, scheduledAt }) => ({
			...{ source: content, moment, address, operation, at },
			account: `${account.platform}:${account.handle}`,
			...defined({ scheduledAt }),
		}));
}

/** Asks the database what `doctor` shows. Changes nothing. */
export async function examineDatabase(
	place: PostgresPlace,
): Promise<Examined & { readonly isBegun: boolean }> {
	return withConnection(place, async (connection) => {
		const examined = await connection.transaction("read", async (ask) => {
			const examined = await examine(ask);
			const isBegun = await hasTables(ask);
			if (isBegun) await identify(ask);
			return { ...examined, isBegun };
		});
		await connection.close();
		return examined;
	});
}

/** Reads; where nothing of ours is in the database, there is nothing. */
async function looking<Result>(
	place: PostgresPlace,
	read: (ask: Ask) => Promise<Result>,
	nothing: Result,
): Promise<Result> {
	return withConnection(place, async (connection) => {
		const found = await connection.transaction("read", async (ask) =>
			(await findsTables(connection, ask)) ? read(ask) : nothing,
		);
		await connection.close();
		return found;
	});
}
