import { setTimeout } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Connection, connect } from "../../src/database/connection.ts";
import { LOCK, migrate, type Tables } from "../../src/database/migrations.ts";
import { type Database, postgresServer } from "./server.ts";

const tables = suite("making tables in PostgreSQL");

const TABLES: Tables = {
	...{ schema: "showrun", changes: ["CREATE TABLE showrun.things (id text)"] },
	newer: (number) => new Error(`newer: ${number}`),
};

async function withConnections(
	count: number,
	work: (connections: readonly Connection[], database: Database) => Promise<void>,
): Promise<void> {
	const database = await (await postgresServer()).database();
	const connections = await Promise.all(Array.from({ length: count }, () => connect(database.url)));
	try {
		await work(connections, database);
	} finally {
		await Promise.all(connections.map((connection) => connection.close()));
	}
}

tables("two that found none and waited for each other both end well", () =>
	withConnections(3, async (connections, { ask }) => {
		const [holder, ...makers] = connections as [Connection, Connection, Connection];
		// A session that made something before asks the catalogues less, and may still know of no schema.
		for (const maker of makers)
			await maker.transaction("write", (within) => within("CREATE TEMP TABLE one () ON COMMIT DROP"));
		const made: Promise<void>[] = [];
		await holder.transaction("write", async (within) => {
			await within(LOCK);
			made.push(...makers.map((connection) => migrate(connection, TABLES)));
			const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
			while ((await within(waiting)).length < makers.length) await setTimeout(5);
		});
		await Promise.all(made);
		assert.equal(await ask("SELECT number FROM showrun.migrations"), [{ number: 1 }]);
	}),
);

tables("a commit is on disk, whatever another client left in the session", () =>
	withConnections(1, async ([connection]) => {
		const setting = "SELECT current_setting('synchronous_commit') AS value";
		await connection?.transaction("write", (within) => within("SET synchronous_commit = off"));
		assert.equal(await connection?.transaction("read", (within) => within(setting)), [{ value: "off" }]);
		assert.equal(await connection?.transaction("write", (within) => within(setting)), [{ value: "on" }]);
	}),
);

tables.run();
