import { setTimeout as sleep } from "node:timers/promises";
import { ulid } from "ulid";
import type { Ask, Row } from "../../../database/connection.ts";
import { LockedFault } from "../../../system/lock.ts";
import type { Texts } from "../store.ts";
import { lockName, takeLease } from "./leases.ts";
import type { Looks } from "./looks.ts";
import type { Pool } from "./pool.ts";

const LOOK_MS = 100;
const OF = "showrun_service.texts WHERE tenant = $1 AND name";
const NAMES = `SELECT name FROM ${OF} ^@ $2 ORDER BY name`;
const PUT = `INSERT INTO showrun_service.texts (tenant, name, text, mark) VALUES ($1, $2, $3, $4)
	ON CONFLICT (tenant, name) DO UPDATE SET text = EXCLUDED.text, mark = EXCLUDED.mark`;

/** The tables, and how those of many tenants are looked at. */
export interface TenantTables {
	readonly pool: Pool;
	readonly looks: Looks;
}

/** The texts of a tenant in a table. */
export function tableTexts({ pool, looks }: TenantTables, tenant: string): Texts {
	const where = (name: string) => `${tenant}/${name} in the database`;
	const read = (name: string) => pool.run("read", (ask) => rowOf(ask, tenant, name));
	const change = changer(pool, tenant);
	return {
		...{ where, change },
		read: async (name) => {
			const row = await read(name);
			return row && String(row.text);
		},
		write: (name, text) => change(name, () => ({ result: undefined, text })),
		remove: async (name) => {
			await pool.run("write", (ask) => ask(`DELETE FROM ${OF} = $2`, [tenant, name]));
		},
		names: async (folder) => {
			const beginning = `${folder}/`;
			const names = pool.isWithin()
				? (await pool.run("read", (ask) => ask(NAMES, [tenant, beginning]))).map(({ name }) => String(name))
				: await looks({ tenant, of: "texts", beginning });
			return names.map((name) => name.slice(beginning.length));
		},
		held: async (name, waitMs, work) => {
			const until = performance.now() + waitMs;
			for (;;) {
				const lease = await takeLease(pool, { tenant, name: `held ${name}` });
				if (lease !== undefined) return work().finally(() => lease.release());
				if (performance.now() > until)
					throw new LockedFault(`${where(name)} is being changed by another process.`, {
						remedy: "Try again in a moment.",
					});
				await sleep(LOOK_MS);
			}
		},
		stamp: async (name) => String((await read(name))?.mark ?? ""),
	};
}

function changer(pool: Pool, tenant: string): Texts["change"] {
	return async (name, how) => {
		const mark = ulid();
		let done: ReturnType<typeof how> | undefined;
		return pool.run("write", async (ask, isAgain) => {
			await lockName(ask, `${tenant}/${name}`);
			const row = await rowOf(ask, tenant, name);
			// A lost connection left it written.
			if (isAgain && row?.mark === mark && done !== undefined) return done.result;
			done = how(row && String(row.text));
			if (done.text !== undefined) await ask(PUT, [tenant, name, done.text, mark]);
			return done.result;
		});
	};
}

async function rowOf(ask: Ask, tenant: string, name: string): Promise<Row | undefined> {
	const [row] = await ask(`SELECT text, mark FROM ${OF} = $2`, [tenant, name]);
	return row;
}
