// May share a process: its server and folder go with the process.
import type { Secret } from "../../src/model/secret.ts";
import { asked, type Cluster, newCluster, urlOf } from "./cluster.ts";
import { isPooled, startPooler } from "./pooler.ts";

export { urlOf } from "./cluster.ts";

/** A PostgreSQL of this process. */
export interface Server {
	/** Folder of its socket, `.s.PGSQL.5432`, or of the pooler's before it. */
	readonly folder: string;
	/** An empty database. What was made in the one before is gone with it. Asked without the pooler. */
	database(): Promise<Database>;
	/** Ends it as a power cut would, and starts it again after `meanwhile`. */
	crash(meanwhile?: () => Promise<void>): Promise<void>;
}

/** A database of that server. */
export interface Database {
	readonly name: string;
	readonly url: Secret;
	ask(sql: string, values?: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** SQL: connections that are open end, those a pooler keeps too; the next ones have the settings of now. */
export const FRESH_SESSIONS =
	"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'showrun' AND pid <> pg_backend_pid()";

let running: Promise<Server> | undefined;

/** The server, which is started once a process. */
export function postgresServer(): Promise<Server> {
	running ??= started();
	return running;
}

/** A server without a database of ours, and no pooler before it. */
export async function primary(): Promise<Cluster> {
	const cluster = newCluster();
	const begin = ["-U", "showrun", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-instructions"];
	cluster.run("initdb", ["-D", cluster.data, ...begin]);
	await cluster.start();
	return cluster;
}

async function started(): Promise<Server> {
	const cluster = await primary();
	const folder = isPooled ? await startPooler(cluster) : cluster.folder;
	return {
		...{ folder, database: () => emptied(cluster.folder, folder) },
		async crash(meanwhile = async () => {}) {
			await cluster.kill();
			await meanwhile().finally(cluster.start);
		},
	};
}

/** Removing tables is faster than making a database. */
async function emptied(server: string, front: string): Promise<Database> {
	const name = "postgres";
	const direct = urlOf(name, server);
	await asked(direct, "DROP SCHEMA IF EXISTS showrun, showrun_service CASCADE");
	return { name, url: urlOf(name, front), ask: (sql, values) => asked(direct, sql, values) };
}
