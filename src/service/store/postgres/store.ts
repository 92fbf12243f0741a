import type { Secret } from "../../../model/secret.ts";
import { FIRST_TENANT } from "../../tenants/scopes.ts";
import type { Store, StoreIdentity } from "../store.ts";
import { takeLease } from "./leases.ts";
import { openPool, type Pool, prepareDatabase } from "./pool.ts";
import { tableRecords } from "./records.ts";
import { tableTexts } from "./texts.ts";

/** A store in PostgreSQL, to be closed. Its tables are made where they are missing. Throws a `Fault`. */
export async function openPostgresStore(
	url: Secret,
): Promise<{ readonly store: Store; close(): Promise<void> }> {
	await prepareDatabase(url);
	const pool = openPool(url);
	return { store: storeOf(pool, FIRST_TENANT), close: () => pool.close() };
}

function storeOf(pool: Pool, tenant: string): Store {
	return {
		...tableTexts(pool, tenant),
		records: (kind, announce) => tableRecords({ pool, tenant, kind, announce }),
		lease: (name) => takeLease(pool, { tenant, name }),
		identity: () => identityOf(pool),
		of: (other) => storeOf(pool, other),
		tenants: async () => {
			const sql = `SELECT tenant FROM (SELECT DISTINCT tenant FROM showrun_service.records
				UNION SELECT DISTINCT tenant FROM showrun_service.texts) AS each WHERE tenant <> $1 ORDER BY tenant`;
			return (await pool.run("read", (ask) => ask(sql, [FIRST_TENANT]))).map((row) => String(row.tenant));
		},
		fault: (error) => error,
	};
}

/** A dump that is restored elsewhere is in another cluster, or another database of it. */
async function identityOf(pool: Pool): Promise<StoreIdentity> {
	const [row] = await pool.run("read", (ask) =>
		ask(`SELECT current_database() AS name, (SELECT system_identifier::text FROM pg_control_system()) AS cluster,
			(SELECT oid::text FROM pg_database WHERE datname = current_database()) AS oid`),
	);
	const { name, cluster, oid } = row ?? {};
	return {
		place: `the database ${name} (cluster ${cluster})`,
		mark: `${cluster}/${oid}`,
		// Whether that one still serves, nobody here can say.
		mayBeAt: async () => true,
	};
}
