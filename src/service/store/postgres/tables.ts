import type { Tables } from "../../../database/migrations.ts";
import { StoreFault } from "../fault.ts";

/** Records and texts are kept as they are written to files, so that both stores hold the same bytes. */
const CHANGES: readonly string[] = [
	`CREATE TABLE showrun_service.records (
		tenant text NOT NULL,
		kind text NOT NULL,
		id text COLLATE "C" NOT NULL,
		archived boolean NOT NULL DEFAULT false,
		record text NOT NULL,
		mark text NOT NULL,
		PRIMARY KEY (tenant, kind, id)
	);
	CREATE INDEX records_current ON showrun_service.records (tenant, kind, id) WHERE NOT archived;
	CREATE TABLE showrun_service.texts (
		tenant text NOT NULL,
		name text COLLATE "C" NOT NULL,
		text text NOT NULL,
		mark text NOT NULL,
		PRIMARY KEY (tenant, name)
	);
	CREATE TABLE showrun_service.leases (
		tenant text NOT NULL,
		name text NOT NULL,
		fence bigint NOT NULL,
		holder text NOT NULL,
		until timestamptz NOT NULL,
		PRIMARY KEY (tenant, name)
	);`,
];

/** The tables of the service. */
export const SERVICE_TABLES: Tables = {
	schema: "showrun_service",
	changes: CHANGES,
	newer: (number) =>
		new StoreFault(`The database was written by a newer version of showrun (tables of version ${number}).`, {
			remedy: "Update showrun here.",
		}),
};
