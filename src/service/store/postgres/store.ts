import type { Secret } from "../../../model/secret.ts";
import { FIRST_TENANT } from "../../tenants/scopes.ts";
import type { Store, StoreIdentity } from "../store.ts";
import { endLapsed, heldLeases, lockName, mustBeHeld, takeLease } from "./leases.ts";
import { openLooks } from "./looks.ts";
import { openPool, type Pool } from "./pool.ts";
import { tableRecords } from "./records.ts";
import { type TenantTables, tableTexts } from "./texts.ts";

/**
 * A store in PostgreSQL, whose tables are made when it is first written to. `keep`: connections stay open
 * until it is closed.
 */
export function postgresStore(url: Secret, options: { readonly keep: boolean }): Store {
	const pool = openPool(url, options);
	return storeOf({ pool, looks: openLooks(pool) }, FIRST_TENANT);
}

function storeOf(tables: TenantTables, tenant: string): Store {
	const { pool, looks } = tables;
	return {
		...tableTexts(tables, tenant),
		isShared: true,
		records: (kind, announce) => tableRecords({ pool, tenant, kind, announce }),
		lease: (name) => takeLease(pool, { tenant, name }),
		rights: (beginning) =>
			pool.isWithin()
				? heldLeases(pool, { tenant, name: beginning })
				: looks({ tenant, of: "leases", beginning }),
		endLapsed: (beginning, agoMs = 0) => endLapsed(pool, { tenant, name: beginning }, agoMs),
		together: (work) =>
			pool.run("write", async (ask) => {
				await lockName(ask, `${tenant}/together`);
				return work();
			}),
		under: ({ held }, work) =>
			pool.run("write", async (ask) => {
				if (held !== undefined) await mustBeHeld(ask, held);
				return work();
			}),
		now: () => nowOf(pool),
		identity: () => identityOf(pool),
		of: (other) => storeOf(tables, other),
		tenants: async () => {
			const sql = `SELECT tenant FROM (SELECT DISTINCT tenant FROM showrun_service.records
				UNION SELECT DISTINCT tenant FROM showrun_service.texts) AS each WHERE tenant <> $1 ORDER BY tenant`;
			return (await pool.run("read", (ask) => ask(sql, [FIRST_TENANT]))).map((row) => String(row.tenant));
		},
		fault: (error) => error,
		close: () => pool.close(),
	};
}

async function nowOf(pool: Pool): Promise<number> {
	const sql = "SELECT extract(epoch FROM clock_timestamp()) AS seconds";
	const [row] = await pool.run("look", (ask) => ask(sql));
	return Math.round(Number(row?.seconds) * 1_000);
}

/** A dump that is restored elsewhere is in another cluster, or another database of it. */
async function identityOf(pool: Pool): Promise<StoreIdentity> {
	const [row] = await pool.run("look", (ask) =>
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
