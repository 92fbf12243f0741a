import { ulid } from "ulid";
import { NewerFault } from "../state-fault.ts";
import type { Ask, Connection } from "./connection.ts";

/** Every change of the tables, in order. What stands here is never edited: a new one is added. */
const MIGRATIONS: readonly string[] = [
	`CREATE TABLE showrun.ledger (id text PRIMARY KEY, only_one boolean NOT NULL DEFAULT true UNIQUE CHECK (only_one));
	CREATE TABLE showrun.leases (
		workspace text PRIMARY KEY,
		fence bigint NOT NULL,
		holder text NOT NULL,
		until timestamptz NOT NULL,
		about jsonb NOT NULL
	);
	CREATE TABLE showrun.states (
		workspace text PRIMARY KEY REFERENCES showrun.leases,
		lineage text NOT NULL UNIQUE,
		serial bigint NOT NULL,
		snapshot text NOT NULL,
		campaigns text[] NOT NULL,
		cluster text NOT NULL,
		timeline text NOT NULL,
		moved_to text
	);
	CREATE TABLE showrun.entries (
		lineage text NOT NULL REFERENCES showrun.states (lineage),
		seq bigint NOT NULL,
		fence bigint NOT NULL,
		type text NOT NULL,
		operation text,
		entry text NOT NULL,
		at timestamptz NOT NULL DEFAULT clock_timestamp(),
		PRIMARY KEY (lineage, seq)
	);
	CREATE INDEX entries_armed ON showrun.entries (operation) WHERE type = 'armed';
	CREATE TABLE showrun.late_outcomes (operation text PRIMARY KEY, lineage text NOT NULL, entry text NOT NULL);
	CREATE TABLE showrun.accounts (key text PRIMARY KEY);
	CREATE TABLE showrun.posts (
		operation text PRIMARY KEY,
		lineage text NOT NULL,
		phase text NOT NULL,
		scope text NOT NULL,
		account text NOT NULL,
		content text NOT NULL,
		begins double precision NOT NULL,
		ends double precision NOT NULL,
		occurrence integer NOT NULL,
		takes boolean NOT NULL,
		record jsonb NOT NULL
	);
	CREATE UNIQUE INDEX posts_once ON showrun.posts (scope, account, content, begins, ends, occurrence) WHERE takes;
	CREATE INDEX posts_content ON showrun.posts (content);
	CREATE INDEX posts_lineage ON showrun.posts (lineage);
	CREATE TABLE showrun.plans (
		plan text PRIMARY KEY,
		lineage text NOT NULL,
		workspace text NOT NULL,
		at timestamptz NOT NULL DEFAULT clock_timestamp()
	);`,
];

/** Two runs that begin at once wait for each other; the lock ends with its transaction. */
const LOCK = "SELECT pg_advisory_xact_lock(7310868735404307827)";

/** How many changes are made here. 0: nothing of ours is in the database. Throws `NewerFault`. */
export async function migrated(ask: Ask): Promise<number> {
	const [there] = await ask("SELECT to_regclass('showrun.migrations') IS NOT NULL AS found");
	if (there?.found !== true) return 0;
	const [newest] = await ask("SELECT coalesce(max(number), 0) AS number FROM showrun.migrations");
	const number = Number(newest?.number);
	if (number > MIGRATIONS.length) throw new NewerFault("The database with the state", number);
	return number;
}

/** Makes the tables what this version needs. */
export async function migrate(connection: Connection): Promise<void> {
	if ((await connection.transaction("read", migrated)) === MIGRATIONS.length) return;
	await connection.transaction("write", async (ask) => {
		await ask(LOCK);
		await ask("CREATE SCHEMA IF NOT EXISTS showrun");
		await ask(
			"CREATE TABLE IF NOT EXISTS showrun.migrations (number integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp())",
		);
		const before = await migrated(ask);
		for (const [index, sql] of MIGRATIONS.entries()) {
			if (index < before) continue;
			await ask(sql);
			await ask("INSERT INTO showrun.migrations (number) VALUES ($1)", [index + 1]);
		}
		await ask("INSERT INTO showrun.ledger (id) VALUES ($1) ON CONFLICT DO NOTHING", [ulid()]);
	});
}
