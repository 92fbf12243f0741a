import { AsyncLocalStorage } from "node:async_hooks";
import pLimit from "p-limit";
import { type Ask, type Connection, connect } from "../../../database/connection.ts";
import { LostConnection, wordsOf } from "../../../database/database-fault.ts";
import { migrate } from "../../../database/migrations.ts";
import type { Secret } from "../../../model/secret.ts";
import { StoreAwayFault, StoreFault } from "../fault.ts";
import { SERVICE_TABLES } from "./tables.ts";

/** Connections to the database, opened when they are needed. */
export interface Pool {
	/**
	 * Runs work in a transaction, again where the connection was lost: `isAgain` says that what it did before
	 * may be there. Within other work it is part of that transaction. Throws `StoreAwayFault` where the
	 * database does not answer in time.
	 */
	run<Result>(kind: "read" | "write", work: (ask: Ask, isAgain: boolean) => Promise<Result>): Promise<Result>;
	/** Nothing runs any more. */
	close(): Promise<void>;
}

const MOST = 8;
/** How long work whose connection was lost is tried again, in milliseconds: a server that starts anew. */
const PATIENCE_MS = 3_000;
const PAUSE_MS = 100;

/** Opens connections to a database with the tables of this version. Throws a `Fault`. */
export function openPool(url: Secret): Pool {
	const [idle, limit, around] = [[] as Connection[], pLimit(MOST), new AsyncLocalStorage<Ask>()];
	let closed = false;
	const run: Pool["run"] = (kind, work) => {
		const ask = around.getStore();
		if (ask !== undefined) return work(ask, false);
		return limit(() =>
			patiently(async (isAgain) => {
				const connection = idle.pop() ?? (await opened(url));
				try {
					const result = await connection.transaction(kind, (own) =>
						around.run(own, () => work(own, isAgain)),
					);
					if (!closed) idle.push(connection);
					else await connection.close();
					return result;
				} catch (error) {
					if (error instanceof LostConnection) {
						// The others are as old as the one that broke.
						await Promise.all([connection, ...idle.splice(0)].map((each) => each.close()));
					} else idle.push(connection);
					throw error;
				}
			}),
		);
	};
	return {
		run,
		close: async () => {
			closed = true;
			await Promise.all(idle.splice(0).map((each) => each.close()));
		},
	};
}

/** Makes the tables what this version needs. Throws a `Fault` where it cannot be used. */
export async function prepareDatabase(url: Secret): Promise<void> {
	await patiently(async () => {
		const connection = await opened(url);
		await migrate(connection, SERVICE_TABLES).finally(() => connection.close());
	});
}

async function opened(url: Secret): Promise<Connection> {
	const connection = await connect(url);
	const [row] = await connection.transaction("read", (ask) =>
		ask("SELECT current_setting('synchronous_commit') AS commit"),
	);
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
