import { ulid } from "ulid";
import type { Ask } from "../../../database/connection.ts";
import { LeaseLost, type StoreLease } from "../lease.ts";
import type { Pool } from "./pool.ts";

/** Who asks for what. */
export interface LeaseName {
	readonly tenant: string;
	readonly name: string;
}

/** A lease as the table has it. */
export interface HeldLease extends LeaseName {
	readonly fence: string;
}

/** How long a lease lasts without a sign of life, by the clock of the database, in milliseconds. */
const LEASE_MS = 8_000;
const RENEWALS = 4;

/** Takes a lease that nobody holds, and renews it until it is released. Undefined: somebody holds it. */
export async function takeLease(pool: Pool, { tenant, name }: LeaseName): Promise<StoreLease | undefined> {
	const holder = ulid();
	const [row] = await pool.run("write", (ask) =>
		ask(
			`INSERT INTO showrun_service.leases AS lease (tenant, name, fence, holder, until)
			VALUES ($1, $2, 1, $3, clock_timestamp() + $4 * interval '1 millisecond')
			ON CONFLICT (tenant, name) DO UPDATE SET fence = lease.fence + 1, holder = EXCLUDED.holder, until = EXCLUDED.until
			WHERE lease.until <= clock_timestamp() OR lease.holder = EXCLUDED.holder
			RETURNING fence`,
			[tenant, name, holder, LEASE_MS],
		),
	);
	if (row === undefined) return undefined;
	const held: HeldLease = { tenant, name, fence: String(row.fence) };
	const lost = new AbortController();
	const renew = async () => {
		// As long as nobody else took it, it goes on, however long the database was away.
		if (!(await renewed(pool, held))) lost.abort(new LeaseLost(name));
	};
	const timer = setInterval(() => {
		if (!lost.signal.aborted) void renew().catch(() => {});
	}, LEASE_MS / RENEWALS);
	timer.unref();
	return {
		...{ lost: lost.signal, held },
		release: async () => {
			clearInterval(timer);
			await pool
				.run("write", (ask) => ask(`${SET} clock_timestamp() ${NOT_TAKEN}`, mine(held)))
				.catch(() => {});
		},
	};
}

const NAMED_SO = "showrun_service.leases WHERE tenant = $1 AND name ^@ $2";

/** Names of the leases that begin so and that somebody holds. */
export async function heldLeases(pool: Pool, { tenant, name }: LeaseName): Promise<readonly string[]> {
	const sql = `SELECT name FROM ${NAMED_SO} AND until > clock_timestamp() ORDER BY name`;
	return (await pool.run("read", (ask) => ask(sql, [tenant, name]))).map((row) => String(row.name));
}

/** Whoever had a lease whose name begins so, and let it end so long ago, cannot go on with it. */
export async function endLapsed(pool: Pool, { tenant, name }: LeaseName, agoMs: number): Promise<void> {
	const sql = `DELETE FROM ${NAMED_SO} AND until <= clock_timestamp() - $3 * interval '1 millisecond'`;
	await pool.run("write", (ask) => ask(sql, [tenant, name, agoMs]));
}

const SET = "UPDATE showrun_service.leases SET until =";
/** Who takes a lease over counts its fence up: until then it is whose it was, also after its end. */
const NOT_TAKEN = "WHERE tenant = $1 AND name = $2 AND fence = $3 RETURNING fence";

function mine({ tenant, name, fence }: HeldLease): readonly unknown[] {
	return [tenant, name, fence];
}

async function renewed(pool: Pool, held: HeldLease): Promise<boolean> {
	const sql = `${SET} clock_timestamp() + $4 * interval '1 millisecond' ${NOT_TAKEN}`;
	const rows = await pool.run("write", (ask) => ask(sql, [...mine(held), LEASE_MS]));
	return rows.length > 0;
}

/**
 * Within a transaction: nobody takes the lease over before its end. Throws `LeaseLost` where somebody did, or
 * may at once.
 */
export async function mustBeHeld(ask: Ask, held: HeldLease): Promise<void> {
	const rows = await ask(
		`SELECT fence FROM showrun_service.leases
		WHERE tenant = $1 AND name = $2 AND fence = $3 AND until > clock_timestamp() FOR SHARE`,
		mine(held),
	);
	if (rows.length === 0) throw new LeaseLost(held.name);
}

/** Nobody else has this name until the end of the transaction. */
export async function lockName(ask: Ask, name: string): Promise<void> {
	await ask("SELECT pg_advisory_xact_lock(hashtextextended($1, 7310868735404307827))", [name]);
}
