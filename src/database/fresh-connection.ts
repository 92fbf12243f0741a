import type { Secret } from "../model/secret.ts";
import { type Connection, connect } from "./connection.ts";
import { LostConnection, unreachableFault } from "./database-fault.ts";

/** How often work is repeated whose connection was lost. */
const TRIES = 3;
const PAUSE_MS = 100;

/**
 * Runs work that may be repeated on a fresh connection, which `work` closes or keeps. Throws `DatabaseFault`
 * where the database cannot be reached, and what `work` throws.
 */
export async function onFreshConnection<Result>(
	url: Secret,
	work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
	for (let tries = 1; ; tries++) {
		let connection: Connection | undefined;
		try {
			connection = await connect(url);
			return await work(connection);
		} catch (error) {
			await connection?.close();
			if (!(error instanceof LostConnection)) throw error;
			if (tries >= TRIES) throw unreachableFault(error.cause ?? error);
			await new Promise((done) => setTimeout(done, PAUSE_MS));
		}
	}
}
