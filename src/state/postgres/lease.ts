import { hostname, userInfo } from "node:os";
import { ulid } from "ulid";
import type { Ask } from "../../database/connection.ts";
import type { LeaseHolder } from "./database-fault.ts";

/** Who has the right to write a state, and until when. The clock of the database alone decides. */
export interface Lease {
	/** Random id of this run. */
	readonly holder: string;
	/** Grows with everyone who takes over, and when this run connects again. */
	fence: string;
	/** When the last renewal was asked for: it began to count later, so it ends no earlier. Monotonic. */
	askedAt: number;
}

/** What a row says, locked until the transaction ends. */
export interface LeaseRow {
	readonly fence: string;
	readonly holder: string;
	readonly held: boolean;
	readonly about: LeaseHolder;
}

/** Locks the row of a workspace, which is made where it is missing. */
export async function lockLease(ask: Ask, workspace: string): Promise<LeaseRow> {
	const read = () =>
		ask(
			`SELECT fence, holder, until > clock_timestamp() AS held, about
			FROM showrun.leases WHERE workspace = $1 FOR UPDATE`,
			[workspace],
		);
	let [row] = await read();
	if (row === undefined) {
		await ask(
			`INSERT INTO showrun.leases (workspace, fence, holder, until, about)
			VALUES ($1, 0, '', '-infinity', '{}') ON CONFLICT DO NOTHING`,
			[workspace],
		);
		[row] = await read();
	}
	return leaseOf(row ?? {});
}

/** What a row says, as it was committed last. Undefined: nobody ever held it. */
export async function readLease(
	ask: Ask,
	workspace: string,
	table: "leases" | "leaders" = "leases",
): Promise<LeaseRow | undefined> {
	const [row] = await ask(
		`SELECT fence, holder, until > clock_timestamp() AS held, about FROM showrun.${table} WHERE workspace = $1`,
		[workspace],
	);
	return row && leaseOf(row);
}

/** Makes the run the holder of a row that it has locked. */
export async function takeLease(ask: Ask, taking: Taking): Promise<string> {
	const { workspace, holder, leaseMs, command } = taking;
	const [row] = await ask(
		`UPDATE showrun.leases SET fence = fence + 1, holder = $2,
			until = clock_timestamp() + make_interval(secs => $3),
			about = $4::jsonb || jsonb_build_object('since', ${NOW})
		WHERE workspace = $1 RETURNING fence`,
		[workspace, holder, leaseMs / 1_000, JSON.stringify(aboutThis(command))],
	);
	return String(row?.fence);
}

/** What taking a lease needs. */
export interface Taking {
	readonly workspace: string;
	readonly holder: string;
	readonly leaseMs: number;
	readonly command: string;
}

/** The time of the database, as text. */
export const NOW = `to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/**
 * Locks the row and lets the lease last longer. False: another run has it. Whoever was late, and was not
 * replaced, goes on.
 */
export async function renewLease(ask: Ask, { workspace, leaseMs, lease }: Renewing): Promise<boolean> {
	const rows = await ask(
		`UPDATE showrun.leases SET until = clock_timestamp() + make_interval(secs => $4)
		WHERE workspace = $1 AND holder = $2 AND fence = $3 RETURNING fence`,
		[workspace, lease.holder, lease.fence, leaseMs / 1_000],
	);
	return rows.length === 1;
}

/** What renewing a lease needs. */
export interface Renewing {
	readonly workspace: string;
	readonly leaseMs: number;
	readonly lease: Pick<Lease, "holder" | "fence">;
}

/**
 * The same after a connection was lost: what it left under way can never be committed from here on. Gives the
 * new fence. Undefined: another run has the lease.
 */
export async function renewFence(
	ask: Ask,
	{ workspace, leaseMs, lease }: Renewing,
): Promise<string | undefined> {
	const [row] = await ask(
		`UPDATE showrun.leases SET fence = fence + 1, until = clock_timestamp() + make_interval(secs => $3)
		WHERE workspace = $1 AND holder = $2 RETURNING fence`,
		[workspace, lease.holder, leaseMs / 1_000],
	);
	return row && String(row.fence);
}

/** Gives the lease back at once. */
export async function releaseLease(ask: Ask, { workspace, lease }: Omit<Renewing, "leaseMs">): Promise<void> {
	await ask(
		`UPDATE showrun.leases SET until = '-infinity' WHERE workspace = $1 AND holder = $2 AND fence = $3`,
		[workspace, lease.holder, lease.fence],
	);
}

/** A new holder. */
export function newHolder(): string {
	return ulid();
}

/** A row of `leases`, or of `leaders`. */
export function leaseOf({ fence, holder, held, about }: Readonly<Record<string, unknown>>): LeaseRow {
	const known = typeof about === "object" && about !== null ? about : {};
	const { command, user, host, pid, since } = known as Partial<LeaseHolder>;
	return {
		fence: String(fence ?? 0),
		holder: String(holder ?? ""),
		held: held === true,
		about: {
			...{ command: String(command ?? "?"), user: String(user ?? "?"), host: String(host ?? "?") },
			...{ pid: Number(pid ?? 0), since: String(since ?? "?"), fence: String(fence ?? 0) },
		},
	};
}

/** What a row says of this process. */
export function aboutThis(command: string): Omit<LeaseHolder, "since" | "fence"> {
	return { command, user: userName(), host: hostname(), pid: process.pid };
}

/** Asked for once: the system reads a file each time. */
let user: string | undefined;

/** A container may run as a user without a name. */
function userName(): string {
	try {
		user ??= userInfo().username;
	} catch {
		user = "?";
	}
	return user;
}
