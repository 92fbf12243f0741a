import type { Ask, Connection } from "./connection.ts";

/** The tables of one part of the program, in a schema of their own. */
export interface Tables {
	/** Name of the schema. */
	readonly schema: string;
	/** Every change of the tables, in order, as SQL. What stands here is never edited: a new one is added. */
	readonly changes: readonly string[];
	/** What a database is refused with that a newer version of the program changed. */
	readonly newer: (number: number) => Error;
}

/** SQL: two runs that begin at once wait for each other; the lock ends with its transaction. */
export const LOCK = "SELECT pg_advisory_xact_lock(7310868735404307827)";

/** How many changes are made there. 0: nothing of ours is in the database. Throws for a newer version. */
export async function migrated(ask: Ask, { schema, changes, newer }: Tables): Promise<number> {
	const [there] = await ask("SELECT to_regclass($1) IS NOT NULL AS found", [`${schema}.migrations`]);
	if (there?.found !== true) return 0;
	const [newest] = await ask(`SELECT coalesce(max(number), 0) AS number FROM ${schema}.migrations`);
	const number = Number(newest?.number);
	if (number > changes.length) throw newer(number);
	return number;
}

/** Makes the tables what this version needs. `then` runs in the transaction that changed them. */
export async function migrate(
	connection: Connection,
	tables: Tables,
	then: (ask: Ask) => Promise<void> = async () => {},
): Promise<void> {
	const { schema, changes } = tables;
	if (connection.found.has(schema)) return;
	if ((await connection.transaction("read", (ask) => migrated(ask, tables))) < changes.length)
		await change(connection, tables, then);
	connection.found.add(schema);
}

async function change(
	connection: Connection,
	tables: Tables,
	then: (ask: Ask) => Promise<void>,
): Promise<void> {
	const { schema, changes } = tables;
	await connection.transaction("write", async (ask) => {
		await ask(LOCK);
		await begun(ask, schema);
		const before = await migrated(ask, tables);
		for (const [index, sql] of changes.entries()) {
			if (index < before) continue;
			await ask(sql);
			await ask(`INSERT INTO ${schema}.migrations (number) VALUES ($1)`, [index + 1]);
		}
		await then(ask);
	});
}

/** The table of changes. IF NOT EXISTS goes by what the session knew before it had the lock, and may fail. */
async function begun(ask: Ask, schema: string): Promise<void> {
	const [there] = await ask("SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1) AS found", [schema]);
	if (there?.found !== true) await ask(`CREATE SCHEMA ${schema}`);
	await ask(
		`CREATE TABLE IF NOT EXISTS ${schema}.migrations (number integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp())`,
	);
}
