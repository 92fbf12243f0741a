import { ulid } from "ulid";
import type { Ask, Connection } from "../../database/connection.ts";
import { migrate, migrated, type Tables } from "../../database/migrations.ts";
import { NewerFault } from "../state-fault.ts";

/** The change that made the tables of daemons. */
export const DAEMONS = 2;
/** The change that made the table of requests. */
export const REQUESTS = 4;

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
	`CREATE TABLE showrun.leaders (
		workspace text PRIMARY KEY,
		fence bigint NOT NULL,
		holder text NOT NULL,
		until timestamptz NOT NULL,
		about jsonb NOT NULL
	);
	CREATE TABLE showrun.daemons (
		workspace text NOT NULL,
		holder text NOT NULL,
		seen timestamptz NOT NULL,
		about jsonb NOT NULL,
		PRIMARY KEY (workspace, holder)
	);
	CREATE TABLE showrun.applied (
		workspace text PRIMARY KEY,
		commit text NOT NULL,
		ancestors text[] NOT NULL,
		host text NOT NULL,
		at timestamptz NOT NULL DEFAULT clock_timestamp()
	);`,
	`CREATE INDEX posts_account ON showrun.posts (account) WHERE takes;
	CREATE TABLE showrun.running (
		lineage text PRIMARY KEY,
		service text NOT NULL,
		tasks integer NOT NULL,
		at timestamptz NOT NULL DEFAULT clock_timestamp()
	);
	CREATE INDEX running_service ON showrun.running (service);`,
	`CREATE TABLE showrun.requests (service text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp());
	CREATE INDEX requests_service ON showrun.requests (service, at);`,
	`DROP INDEX showrun.posts_account;
	CREATE INDEX posts_account ON showrun.posts (account);
	CREATE INDEX posts_handle ON showrun.posts ((record #>> '{account,handle}'));`,
	// An older process still writes and reads `ancestors` of `applied`.
	`CREATE TABLE showrun.histories (commit text PRIMARY KEY, ancestors text[] NOT NULL);
	INSERT INTO showrun.histories SELECT DISTINCT ON (commit) commit, ancestors FROM showrun.applied
		ORDER BY commit, cardinality(ancestors) DESC;
	ALTER TABLE showrun.applied ALTER ancestors SET DEFAULT '{}';`,
];

const TABLES: Tables = {
	schema: "showrun",
	changes: MIGRATIONS,
	newer: (number) => new NewerFault("The database with the state", number),
};

/** Whether tables of ours are in the database, as that change left them. Throws `NewerFault`. */
export async function hasTables(ask: Ask, change = 1): Promise<boolean> {
	return (await migrated(ask, TABLES)) >= change;
}

/** Whether this connection has found them before, or finds them now. */
export async function findsTables({ found }: Pick<Connection, "found">, ask: Ask): Promise<boolean> {
	return found.has(TABLES.schema) || hasTables(ask);
}

/** Makes the tables what this version needs. */
export async function makeTables(connection: Connection): Promise<void> {
	await migrate(connection, TABLES, async (ask) => {
		await ask("INSERT INTO showrun.ledger (id) VALUES ($1) ON CONFLICT DO NOTHING", [ulid()]);
	});
}
