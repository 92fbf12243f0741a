import type { Ask, Row } from "../../database/connection.ts";
import type { AppliedCommit } from "../../model/fleet.ts";
import { APPLIED, appliedOf } from "./applied.ts";
import { aboutThis, type LeaseRow, leaseOf, NOW } from "./lease.ts";

/** The lead of a workspace that a daemon has. */
export interface Held {
	readonly workspace: string;
	readonly holder: string;
	readonly fence: string;
}

/** Who leads a workspace, and what was applied there last. */
export interface Lead extends LeaseRow {
	readonly applied: AppliedCommit | undefined;
}

/**
 * Lets leads last longer, all in one statement, and names the holders of those that are renewed and of those
 * that are lost. A row that somebody has locked is left for the next time: one that hangs costs no other its
 * lead.
 */
export async function renewLeads(
	ask: Ask,
	held: readonly Held[],
	leaseMs: number,
): Promise<{ readonly renewed: ReadonlySet<string>; readonly lost: ReadonlySet<string> }> {
	const renewed = holdersOf(
		await ask(
			`WITH own AS (${OWN} FOR UPDATE OF leader SKIP LOCKED)
			UPDATE showrun.leaders AS leader SET until = clock_timestamp() + make_interval(secs => $4)
			FROM own WHERE leader.workspace = own.workspace RETURNING leader.holder`,
			[...columnsOf(held), leaseMs / 1_000],
		),
	);
	const missed = held.filter(({ holder }) => !renewed.has(holder));
	if (missed.length === 0) return { renewed, lost: new Set() };
	const kept = holdersOf(await ask(OWN, columnsOf(missed)));
	const lost = missed.map(({ holder }) => holder).filter((each) => !kept.has(each));
	return { renewed, lost: new Set(lost) };
}

/** Who leads each of the workspaces, as it was committed last. */
export async function readLeads(ask: Ask, workspaces: readonly string[]): Promise<ReadonlyMap<string, Lead>> {
	const rows = await ask(
		`SELECT part.workspace, fence, holder, until > clock_timestamp() AS held, about, applied.*
		FROM unnest($1::text[]) AS part (workspace)
		LEFT JOIN showrun.leaders AS leader ON leader.workspace = part.workspace
		LEFT JOIN LATERAL (SELECT ${APPLIED} FROM showrun.applied WHERE workspace = part.workspace) AS applied ON true`,
		[workspaces],
	);
	return new Map(rows.map((row) => [String(row.workspace), leadOf(row)]));
}

/** Takes the leads that nobody has, or the holder itself, and gives the new fences by holder. */
export async function takeLeads(
	ask: Ask,
	wanted: readonly Omit<Held, "fence">[],
	{ leaseMs, command }: { readonly leaseMs: number; readonly command: string },
): Promise<ReadonlyMap<string, string>> {
	// All in one order, so that no two daemons wait for each other.
	const sorted = [...wanted].sort((a, b) => (a.workspace < b.workspace ? -1 : 1));
	const workspaces = sorted.map(({ workspace }) => workspace);
	await ask(
		`INSERT INTO showrun.leaders (workspace, fence, holder, until, about)
		SELECT workspace, 0, '', '-infinity', '{}' FROM unnest($1::text[]) AS part (workspace)
		ON CONFLICT DO NOTHING`,
		[workspaces],
	);
	const rows = await ask(
		`WITH free AS (SELECT workspace, part.holder FROM showrun.leaders AS leader
			JOIN unnest($1::text[], $2::text[]) AS part (workspace, holder) USING (workspace)
			WHERE leader.until <= clock_timestamp() OR leader.holder = part.holder
			ORDER BY workspace FOR UPDATE OF leader SKIP LOCKED)
		UPDATE showrun.leaders AS leader SET fence = fence + 1, holder = free.holder,
			until = clock_timestamp() + make_interval(secs => $3),
			about = $4::jsonb || jsonb_build_object('since', ${NOW})
		FROM free WHERE leader.workspace = free.workspace RETURNING leader.holder, leader.fence`,
		[workspaces, sorted.map(({ holder }) => holder), leaseMs / 1_000, JSON.stringify(aboutThis(command))],
	);
	return new Map(rows.map(({ holder, fence }) => [String(holder), String(fence)]));
}

/** Gives leads back at once. */
export async function releaseLeads(ask: Ask, held: readonly Held[]): Promise<void> {
	if (held.length === 0) return;
	await ask(
		`WITH own AS (${OWN} ORDER BY leader.workspace FOR UPDATE OF leader)
		UPDATE showrun.leaders AS leader SET until = '-infinity' FROM own WHERE leader.workspace = own.workspace`,
		columnsOf(held),
	);
}

const OWN = `SELECT leader.workspace, leader.holder FROM showrun.leaders AS leader
	JOIN unnest($1::text[], $2::text[], $3::bigint[]) AS part (workspace, holder, fence) USING (workspace, holder, fence)`;

function columnsOf(held: readonly Held[]): readonly (readonly string[])[] {
	return [
		held.map(({ workspace }) => workspace),
		held.map(({ holder }) => holder),
		held.map(({ fence }) => fence),
	];
}

function holdersOf(rows: readonly Row[]): ReadonlySet<string> {
	return new Set(rows.map(({ holder }) => String(holder)));
}

function leadOf(row: Row): Lead {
	return { ...leaseOf(row), applied: row.commit === null ? undefined : appliedOf(row) };
}
