import type { Secret } from "../model/secret.ts";
import { type Connection, connect } from "./connection.ts";
import { LostConnection } from "./database-fault.ts";

/** A connection that nobody uses is kept for so long. Milliseconds. */
const IDLE_MS = 10_000;
/** None is kept longer: who may connect, and what the tables are, is asked again. Milliseconds. */
const OLDEST_MS = 60_000;

interface Kept {
	readonly connection: Connection;
	readonly since: number;
	readonly timer: NodeJS.Timeout;
}

/** Those that nobody uses, by address; an address is here as long as somebody wants them to be kept. */
const kept = new Map<string, { wanted: number; readonly idle: Set<Kept> }>();

/** From here on connections are kept for the next who connects, until the result is called. */
export function keepConnections(url: Secret): () => Promise<void> {
	const of = kept.get(url.reveal()) ?? { wanted: 0, idle: new Set() };
	of.wanted++;
	kept.set(url.reveal(), of);
	return async () => {
		if (--of.wanted > 0) return;
		kept.delete(url.reveal());
		await closeAll(of.idle);
	};
}

/** One that was kept, or a new one; its `close` keeps it where that is wanted. Throws as `connect` does. */
export async function connectAgain(url: Secret): Promise<Connection> {
	for (const each of [...(kept.get(url.reveal())?.idle ?? [])].reverse()) {
		const { connection, since } = taken(url, each);
		if (!connection.isBroken()) return returning(url, connection, since);
		void connection.close();
	}
	return returning(url, await connect(url), performance.now());
}

/** A server that is gone took all of them along. */
export async function forgetConnections(url: Secret): Promise<void> {
	await closeAll(kept.get(url.reveal())?.idle ?? new Set());
}

function returning(url: Secret, connection: Connection, since: number): Connection {
	let isFree = true;
	let isClosed = false;
	return {
		...connection,
		async transaction(kind, work) {
			// Another one may use it by now: their statements must not stand in one transaction.
			if (isClosed) throw new LostConnection("the connection was closed");
			isFree = false;
			const result = await connection.transaction(kind, work);
			isFree = true;
			return result;
		},
		async close() {
			if (isClosed) return;
			isClosed = true;
			const of = kept.get(url.reveal());
			const isYoung = performance.now() - since < OLDEST_MS;
			if (of === undefined || !isFree || !isYoung || connection.isBroken()) return connection.close();
			keep(of.idle, { connection, since });
		},
	};
}

function keep(idle: Set<Kept>, { connection, since }: Pick<Kept, "connection" | "since">): void {
	const timer = setTimeout(() => {
		idle.delete(each);
		void connection.close();
	}, IDLE_MS);
	timer.unref();
	const each: Kept = { connection, since, timer };
	idle.add(each);
}

function taken(url: Secret, each: Kept): Kept {
	kept.get(url.reveal())?.idle.delete(each);
	clearTimeout(each.timer);
	return each;
}

async function closeAll(idle: Set<Kept>): Promise<void> {
	const all = [...idle];
	idle.clear();
	for (const { timer } of all) clearTimeout(timer);
	await Promise.all(all.map(({ connection }) => connection.close()));
}
