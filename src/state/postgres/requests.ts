import { type Connection, connect } from "../../database/connection.ts";
import { oneByOne } from "../../database/one-by-one.ts";
import type { Secret } from "../../model/secret.ts";
import { hasTables, REQUESTS } from "./tables.ts";

/** The requests that everybody who shares the database makes with one key of a service. */
export interface Requests {
	/**
	 * Takes one of so many requests in so many milliseconds. Gives 0 where it was taken, or where the database
	 * does not answer: the service itself says too many then. Else how long to wait at least, in milliseconds.
	 */
	take(most: number, inMs: number): Promise<number>;
	close(): void;
}

/** Counts by the clock of the database. `service`: names the key without saying it. */
export function openRequests(url: Secret, service: string): Requests {
	let connection: Promise<Connection> | undefined;
	const inTurn = oneByOne();
	const drop = () => {
		void connection?.then((open) => open.close()).catch(() => {});
		connection = undefined;
	};
	return {
		take: (most, inMs) =>
			inTurn(async () => {
				connection ??= connect(url);
				try {
					return await take(await connection, { service, most, inMs });
				} catch {
					drop();
					return 0;
				}
			}),
		close: drop,
	};
}

interface Taking {
	readonly service: string;
	readonly most: number;
	readonly inMs: number;
}

function take(connection: Connection, { service, most, inMs }: Taking): Promise<number> {
	return connection.transaction("write", async (ask) => {
		if (!(await hasTables(ask, REQUESTS))) return 0;
		// What a crash forgets of them, the service says with its next answer.
		await ask("SET LOCAL synchronous_commit = off");
		const key = `requests ${service}`;
		await ask("INSERT INTO showrun.accounts (key) VALUES ($1) ON CONFLICT DO NOTHING", [key]);
		await ask("SELECT key FROM showrun.accounts WHERE key = $1 FOR UPDATE", [key]);
		await ask(
			"DELETE FROM showrun.requests WHERE service = $1 AND at < clock_timestamp() - make_interval(secs => $2)",
			[service, inMs / 1_000],
		);
		const [last] = await ask(
			`SELECT extract(epoch FROM at - clock_timestamp()) * 1000 + $3 AS left FROM showrun.requests
			WHERE service = $1 ORDER BY at DESC OFFSET $2 LIMIT 1`,
			[service, most - 1, inMs],
		);
		if (last !== undefined) return Math.max(1, Math.ceil(Number(last.left)));
		await ask("INSERT INTO showrun.requests (service) VALUES ($1)", [service]);
		return 0;
	});
}
