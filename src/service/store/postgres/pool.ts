import { AsyncLocalStorage } from "node:async_hooks";
import pLimit from "p-limit";
import { type Ask, type Connection, connect } from "../../../database/connection.ts";
import { LostConnection, wordsOf } from "../../../database/database-fault.ts";
import { SYNCHRONOUS_COMMIT } from "../../../database/examine.ts";
import { migrate, migrated } from "../../../database/migrations.ts";
import type { Secret } from "../../../model/secret.ts";
import { StoreAwayFault, StoreFault } from "../fault.ts";
import { SERVICE_TABLES } from "./tables.ts";

/** Connections to the database, opened when they are needed. */
export interface Pool {
	/**
	 * Runs work in a transaction, again where the connection was lost: `isAgain` says that what it did before
	 * may be there. Within other work it is part of that transaction. `read` finds nothing where there are no
	 * tables yet, and makes none; `look` is about the server, not about tables. Throws `StoreAwayFault` where
	 * the database does not answer in time.
	 */
	run<Result>(kind: Kind, work: (ask: Ask, isAgain: boolean) => Promise<Result>): Promise<Result>;
	/** Whether what is asked here is part of a transaction. */
	isWithin(): boolean;
	/** Nothing runs any more. */
	close(): Promise<void>;
}

type Kind = "look" | "read" | "write";

/** The transaction that work is part of, as long as it lasts. */
interface Around {
	ask?: Ask | undefined;
}

const MOST = 8;
/** How long work whose connection was lost is tried again, in milliseconds: a server that starts anew. */
const PATIENCE_MS = 3_000;
const PAUSE_MS = 100;

/**
 * Connections to a database, whose tables are made when it is first written to. `keep`: they stay open until
 * the pool is closed, else only while they are used.
 */
export function openPool(url: Secret, { keep }: { readonly keep: boolean }): Pool {
	const [idle, limit, around] = [[] as Connection[], pLimit(MOST), new AsyncLocalStorage<Around>()];
	let isPrepared = false;
	const taken: Connections["taken"] = async (kind) => {
		const connection = idle.pop() ?? (await opened(url));
		if (isPrepared || kind === "look") return { connection, isEmpty: false };
		const isEmpty = kind === "read" && (await isWithout(connection).catch(closing(connection)));
		// The tables may be those of another version after each start, and of none after the first.
		if (!isEmpty) await migrate(connection, SERVICE_TABLES).catch(closing(connection));
		isPrepared = !isEmpty;
		return { connection, isEmpty };
	};
	const connections: Connections = { idle, isKept: keep, around, taken };
	return {
		run: (kind, work) => {
			const ask = around.getStore()?.ask;
			if (ask !== undefined) return work(ask, false);
			return limit(() => patiently((isAgain) => once(connections, kind, (own) => work(own, isAgain))));
		},
		isWithin: () => around.getStore()?.ask !== undefined,
		close: async () => {
			connections.isKept = false;
			await Promise.all(idle.splice(0).map((each) => each.close()));
		},
	};
}

/** The connections of a pool. */
interface Connections {
	readonly idle: Connection[];
	isKept: boolean;
	readonly around: AsyncLocalStorage<Around>;
	/** `isEmpty`: there are no tables, so nothing is in them. */
	readonly taken: (kind: Kind) => Promise<{ readonly connection: Connection; readonly isEmpty: boolean }>;
}

/** Whether nothing was ever kept in the database. */
async function isWithout(connection: Connection): Promise<boolean> {
	return (await connection.transaction("read", (ask) => migrated(ask, SERVICE_TABLES))) === 0;
}

const nothing: Ask = async (sql) => {
	if (/^\s*SELECT/.test(sql)) return [];
	throw new Error("what only reads cannot write");
};

/** A transaction. The connection stays open for the next where it is still good. */
async function once<Result>(
	connections: Connections,
	kind: Kind,
	work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
	const { idle, around } = connections;
	const { connection, isEmpty } = await connections.taken(kind);
	const within: Around = {};
	let isGood = true;
	try {
		return await connection.transaction(kind === "write" ? kind : "read", (ask) => {
			const own = isEmpty ? nothing : ask;
			within.ask = own;
			return around
				.run(within, () => work(own))
				.finally(() => {
					// What it left running goes on outside.
					within.ask = undefined;
				});
		});
	} catch (error) {
		isGood = !(error instanceof LostConnection);
		throw error;
	} finally {
		if (isGood && connections.isKept) idle.push(connection);
		// The others are as old as one that broke.
		else await Promise.all([connection, ...idle.splice(0)].map((each) => each.close()));
	}
}

function closing(connection: Connection): (error: unknown) => Promise<never> {
	return async (error) => {
		await connection.close();
		throw error;
	};
}

async function opened(url: Secret): Promise<Connection> {
	const connection = await connect(url);
	const [row] = await connection.transaction("read", (ask) => ask(`SELECT ${SYNCHRONOUS_COMMIT} AS commit`));
	if (row?.commit !== "off") return connection;
	await connection.close();
	throw new StoreFault(
		"The database acknowledges commits before they are on disk (synchronous_commit = off).",
		{
			remedy: "Set it for this database: ALTER DATABASE … SET synchronous_commit = on",
		},
	);
}

async function patiently<Result>(work: (isAgain: boolean) => Promise<Result>): Promise<Result> {
	const until = performance.now() + PATIENCE_MS;
	for (let isAgain = false; ; isAgain = true) {
		try {
			return await work(isAgain);
		} catch (error) {
			if (!(error instanceof LostConnection)) throw error;
			if (performance.now() > until) throw new StoreAwayFault(wordsOf(error.cause ?? error), error);
			await new Promise((done) => setTimeout(done, PAUSE_MS));
		}
	}
}
