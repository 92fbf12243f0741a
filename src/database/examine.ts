import type { Ask } from "./connection.ts";

/** What the server says of itself. */
export interface Examined {
	readonly version: string;
	readonly synchronousCommit: string;
	readonly replicas: string;
	readonly fsync: string;
	/** Seconds that its clock is ahead of this machine's. */
	readonly aheadSeconds: number;
	readonly isEncrypted: boolean;
}

/** SQL: when a commit counts as done in this database, before a session or a transaction says otherwise. */
export const SYNCHRONOUS_COMMIT = "(SELECT reset_val FROM pg_settings WHERE name = 'synchronous_commit')";

/** Asks the server what `doctor` shows. */
export async function examine(ask: Ask): Promise<Examined> {
	const [row] = await ask(
		`SELECT current_setting('server_version') AS version, ${SYNCHRONOUS_COMMIT} AS commit,
			current_setting('synchronous_standby_names') AS replicas, current_setting('fsync') AS fsync,
			extract(epoch FROM clock_timestamp()) AS now,
			coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted`,
	);
	return {
		version: String(row?.version),
		synchronousCommit: String(row?.commit),
		replicas: String(row?.replicas),
		fsync: String(row?.fsync),
		aheadSeconds: Number(row?.now) - Date.now() / 1_000,
		isEncrypted: row?.encrypted === true,
	};
}
