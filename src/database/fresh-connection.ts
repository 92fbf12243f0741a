import type { Secret } from "../model/secret.ts";
import type { Connection } from "./connection.ts";
import { LostConnection, unreachableFault } from "./database-fault.ts";
import { connectAgain, forgetConnections } from "./kept-connections.ts";

/** How often work is repeated whose connection was lost. */
const TRIES = 3;
const PAUSE_MS = 100;

/**
 * Runs work that may be repeated on a connection of its own, which `work` closes or keeps. Throws
 * `DatabaseFault` where the database cannot be reached, and what `work` throws.
 */
export async function onFreshConnection<Result>(
	url: Secret,
	work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
	for (let tries = 1; ; tries++) {
		let connection: Connection | undefined;
		try {
			connection = await connectAgain(url);
			return await work(connection);
		} catch (error) {
			await connection?.close();
			if (!(error instanceof LostConnection)) throw error;
			await forgetConnections(url);
			if (tries >= TRIES) throw unreachableFault(error.cause ?? error);
			await new Promise((done) => setTimeout(done, PAUSE_MS));
		}
	}
}
