import type { Ask } from "../../database/connection.ts";
import { SYNCHRONOUS_COMMIT } from "../../database/examine.ts";
import { asynchronousFault } from "./database-fault.ts";
import type { Database } from "./states.ts";

/** The database that answers: its cluster, and its timeline, which changes with a failover or a restore. */
export interface Identity extends Database {
	/** Random id of the ledger of posts in it. */
	readonly ledgerId: string;
}

/** Asks what the database is. Throws `StateFault` where it acknowledges what a crash may take back. */
export async function identify(ask: Ask): Promise<Identity> {
	const [row] = await ask(
		`SELECT (SELECT system_identifier::text FROM pg_control_system()) AS cluster,
			substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline,
			${SYNCHRONOUS_COMMIT} AS commit,
			(SELECT id FROM showrun.ledger) AS ledger`,
	);
	if (row?.commit === "off") throw asynchronousFault("off");
	return {
		cluster: String(row?.cluster),
		timeline: String(row?.timeline),
		ledgerId: String(row?.ledger),
	};
}
