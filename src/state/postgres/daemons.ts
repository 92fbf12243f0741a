import type { Ask } from "../../database/connection.ts";
import { defined } from "../../model/defined.ts";
import type { Fleet, FleetDaemon, FleetStandby } from "../../model/fleet.ts";
import { readApplied } from "./applied.ts";
import { aboutThis, NOW, readLease } from "./lease.ts";

/** How often a daemon says that it is there, in milliseconds. */
export const BEAT_MS = 2_000;
/** Who was silent for this long is gone, in milliseconds. */
export const GONE_MS = 4 * BEAT_MS;

/** A daemon of a workspace. */
export interface Beat {
	readonly workspace: string;
	readonly holder: string;
	readonly command: string;
	/** Of the program. */
	readonly version: string;
	/** Commit of a checkout that is older than what was applied. Absent: it is not. */
	readonly staleCommit?: string | undefined;
}

/** Says that daemons are there, and takes out those of their workspaces that are gone. */
export async function noteDaemons(ask: Ask, beats: readonly Beat[]): Promise<void> {
	const workspaces = beats.map(({ workspace }) => workspace);
	await ask(
		`INSERT INTO showrun.daemons AS known (workspace, holder, seen, about)
		SELECT beat.workspace, beat.holder, clock_timestamp(),
			beat.about::jsonb || ${AHEAD} || jsonb_build_object('since', ${NOW})
		FROM unnest($1::text[], $2::text[], $3::text[]) AS beat (workspace, holder, about)
		ON CONFLICT (workspace, holder) DO UPDATE SET seen = excluded.seen,
			about = excluded.about || jsonb_build_object('since', known.about -> 'since')`,
		[
			workspaces,
			beats.map(({ holder }) => holder),
			beats.map(({ workspace: _, holder: __, command, ...beat }) =>
				JSON.stringify(defined({ ...aboutThis(command), ...beat })),
			),
			Date.now(),
		],
	);
	await ask(
		`DELETE FROM showrun.daemons WHERE (workspace, holder) IN (
			SELECT workspace, holder FROM showrun.daemons AS daemon
			WHERE workspace = ANY($1) AND NOT ${IS_THERE} FOR UPDATE SKIP LOCKED)`,
		[workspaces],
	);
}

/** Of a row of `daemons` named `daemon`: whether it was heard of lately. */
const IS_THERE = `daemon.seen >= clock_timestamp() - make_interval(secs => ${GONE_MS / 1_000})`;
/** How far the clock of the daemon is ahead. */
const AHEAD =
	"jsonb_build_object('aheadMs', round($4::float8 - extract(epoch FROM clock_timestamp()) * 1000))";

/** How many daemons of each workspace could lead it. */
export async function countAble(
	ask: Ask,
	workspaces: readonly string[],
): Promise<ReadonlyMap<string, number>> {
	const rows = await ask(
		`SELECT workspace, count(*) AS able FROM showrun.daemons AS daemon
		WHERE workspace = ANY($1) AND ${IS_THERE} AND about -> 'staleCommit' IS NULL GROUP BY workspace`,
		[workspaces],
	);
	return new Map(rows.map(({ workspace, able }) => [String(workspace), Number(able)]));
}

/** Daemons end. */
export async function forgetDaemons(
	ask: Ask,
	ended: readonly Pick<Beat, "workspace" | "holder">[],
): Promise<void> {
	await ask(
		`DELETE FROM showrun.daemons WHERE (workspace, holder) IN (
			SELECT workspace, holder FROM unnest($1::text[], $2::text[]) AS ended (workspace, holder))`,
		[ended.map(({ workspace }) => workspace), ended.map(({ holder }) => holder)],
	);
}

/** A daemon of any workspace, with what tells whether all of them fit together. */
export interface AnyDaemon extends FleetStandby {
	readonly workspace: string;
	readonly leads: boolean;
	/** Absent: of a version that does not say so. */
	readonly version?: string;
	/** Milliseconds that its clock is ahead of the database's. Absent likewise. */
	readonly aheadMs?: number;
}

/** The daemons of all workspaces. */
export async function readDaemons(ask: Ask): Promise<readonly AnyDaemon[]> {
	const rows = await ask(
		`SELECT daemon.workspace, daemon.about, coalesce(leader.holder = daemon.holder, false) AS leads
		FROM showrun.daemons AS daemon LEFT JOIN showrun.leaders AS leader
			ON leader.workspace = daemon.workspace AND leader.until > clock_timestamp()
		WHERE ${IS_THERE}
		ORDER BY daemon.workspace, daemon.about ->> 'since', daemon.holder`,
	);
	return rows.map(({ workspace, about, leads }) => {
		const { version, aheadMs } = about as AnyDaemon;
		const daemon = { ...standbyOf(about as FleetStandby), ...defined({ version, aheadMs }) };
		return { ...daemon, workspace: String(workspace), leads: leads === true };
	});
}

/** Who works on a workspace. */
export async function readFleet(ask: Ask, workspace: string): Promise<Fleet> {
	const leader = await readLease(ask, workspace, "leaders");
	const rows = await ask(
		`SELECT about FROM showrun.daemons AS daemon WHERE workspace = $1 AND holder <> $2
			AND ${IS_THERE} ORDER BY about ->> 'since', holder`,
		[workspace, leader?.held ? leader.holder : ""],
	);
	const applied = await readApplied(ask, workspace);
	return defined({
		leader: leader?.held ? { ...daemonOf(leader.about), fence: leader.fence } : undefined,
		standby: rows.map(({ about }) => standbyOf(about as FleetStandby)),
		applied,
	});
}

function standbyOf(about: FleetStandby): FleetStandby {
	return defined({ ...daemonOf(about), staleCommit: about.staleCommit });
}

function daemonOf({ host, user, pid, since }: FleetDaemon): FleetDaemon {
	return { host, user, pid, since };
}
