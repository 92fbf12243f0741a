import { type Ask, type Connection, connect } from "../../database/connection.ts";
import { LostConnection } from "../../database/database-fault.ts";
import { oneByOne } from "../../database/one-by-one.ts";
import { databaseFault, takenOverFault } from "./database-fault.ts";
import { type Lease, releaseLease, renewFence, renewLease } from "./lease.ts";
import type { PostgresPlace } from "./place.ts";

/** The connection of a run that holds a state. */
export interface Session {
	/**
	 * Runs `work` in a transaction of its own, with the lease locked and renewed. Throws `LostConnection` where
	 * nobody knows whether it was committed, and `StateFault` once another run took over.
	 */
	write<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result>;
	/**
	 * Connects again where the connection was lost: what it left under way was committed before, or never is.
	 * Throws as `write` does.
	 */
	reconnect(): Promise<void>;
	/** How long the lease lasts at least, by the monotonic clock of this machine, in milliseconds. */
	leftMs(): number;
	readonly fence: () => string;
	/** Gives the lease back, where that can be done at once. */
	close(): Promise<void>;
}

interface Held {
	readonly place: Pick<PostgresPlace, "url" | "workspace">;
	readonly leaseMs: number;
	readonly lease: Lease;
	connection: Connection | undefined;
	/** Another run has the lease. */
	taken: boolean;
}

/** How often a lease is renewed while it lasts. */
const RENEWALS = 4;

/** Keeps a lease that was taken on a connection. */
export function openSession(given: Omit<Held, "taken">): Session {
	const held: Held = { ...given, taken: false };
	const inTurn = oneByOne();
	const renewal = setInterval(() => {
		if (!held.taken) void inTurn(() => keepAlive(held)).catch(() => {});
	}, held.leaseMs / RENEWALS);
	renewal.unref();
	return {
		write: (work) => inTurn(() => write(held, work)),
		reconnect: () => inTurn(() => reconnect(held)),
		leftMs: () => held.lease.askedAt + held.leaseMs - performance.now(),
		fence: () => held.lease.fence,
		async close() {
			clearInterval(renewal);
			await inTurn(async () => {
				const { connection, place, lease } = held;
				await connection
					?.transaction("write", (ask) => releaseLease(ask, { ...place, lease }))
					.catch(() => {});
				await drop(held);
			});
		},
	};
}

async function keepAlive(held: Held): Promise<void> {
	if (held.connection === undefined) return reconnect(held);
	await write(held, async () => {});
}

async function write<Result>(held: Held, work: (ask: Ask) => Promise<Result>): Promise<Result> {
	const { connection, place, lease, leaseMs } = held;
	if (held.taken) throw takenOverFault(place.workspace);
	if (connection === undefined) throw new LostConnection("not connected");
	const askedAt = performance.now();
	try {
		const result = await connection.transaction("write", async (ask) => {
			if (!(await renewLease(ask, { ...place, lease, leaseMs }))) throw replaced(held);
			return work(ask);
		});
		lease.askedAt = askedAt;
		return result;
	} catch (error) {
		if (error instanceof LostConnection) await drop(held);
		throw databaseFault(error);
	}
}

async function reconnect(held: Held): Promise<void> {
	const { place, lease, leaseMs } = held;
	if (held.taken) throw takenOverFault(place.workspace);
	if (held.connection !== undefined) return;
	const connection = await connect(place.url);
	const askedAt = performance.now();
	try {
		const fence = await connection.transaction("write", (ask) =>
			renewFence(ask, { ...place, lease, leaseMs }),
		);
		if (fence === undefined) throw replaced(held);
		lease.fence = fence;
		lease.askedAt = askedAt;
		held.connection = connection;
	} catch (error) {
		await connection.close();
		throw databaseFault(error);
	}
}

function replaced(held: Held): Error {
	held.taken = true;
	return takenOverFault(held.place.workspace);
}

async function drop(held: Held): Promise<void> {
	const { connection } = held;
	held.connection = undefined;
	await connection?.close();
}
