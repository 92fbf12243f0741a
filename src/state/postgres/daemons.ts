import type { Ask } from "../../database/connection.ts";
import { defined } from "../../model/defined.ts";
import type { Fleet, FleetDaemon, FleetStandby } from "../../model/fleet.ts";
import { readApplied } from "./applied.ts";
import { aboutThis, readLease } from "./lease.ts";

/** How often a daemon says that it is there, in milliseconds. */
export const BEAT_MS = 2_000;
/** Who was silent for this long is gone, in milliseconds. */
const GONE_MS = 4 * BEAT_MS;

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

/** Says that a daemon is there, and takes out those that are gone. */
export async function noteDaemon(ask: Ask, { workspace, holder, command, ...beat }: Beat): Promise<void> {
	await ask(
		`INSERT INTO showrun.daemons AS known (workspace, holder, seen, about)
		VALUES ($1, $2, clock_timestamp(), $3::jsonb || ${AHEAD} || jsonb_build_object('since', ${NOW}))
		ON CONFLICT (workspace, holder) DO UPDATE SET seen = clock_timestamp(),
			about = $3::jsonb || ${AHEAD} || jsonb_build_object('since', known.about -> 'since')`,
		[workspace, holder, JSON.stringify(defined({ ...aboutThis(command), ...beat })), Date.now()],
	);
	await ask(
		`DELETE FROM showrun.daemons WHERE workspace = $1
			AND seen < clock_timestamp() - make_interval(secs => ${GONE_MS / 1_000})`,
		[workspace],
	);
}

/** How far the clock of the daemon is ahead. */
const AHEAD =
	"jsonb_build_object('aheadMs', round($4::float8 - extract(epoch FROM clock_timestamp()) * 1000))";
const NOW = `to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** A daemon ends. */
export async function forgetDaemon(ask: Ask, workspace: string, holder: string): Promise<void> {
	await ask("DELETE FROM showrun.daemons WHERE workspace = $1 AND holder = $2", [workspace, holder]);
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
		WHERE daemon.seen >= clock_timestamp() - make_interval(secs => ${GONE_MS / 1_000})
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
		`SELECT about FROM showrun.daemons WHERE workspace = $1 AND holder <> $2
			AND seen >= clock_timestamp() - make_interval(secs => ${GONE_MS / 1_000}) ORDER BY about ->> 'since', holder`,
		[workspace, leader?.held ? leader.holder : ""],
	);
	const applied = await readApplied(ask, workspace);
	return defined({
		leader: leader?.held ? { ...daemonOf(leader.about), fence: leader.fence } : undefined,
		standby: rows.map(({ about }) => standbyOf(about as FleetStandby)),
		applied: applied && { commit: applied.commit, host: applied.host, at: applied.at },
	});
}

function standbyOf(about: FleetStandby): FleetStandby {
	return defined({ ...daemonOf(about), staleCommit: about.staleCommit });
}

function daemonOf({ host, user, pid, since }: FleetDaemon): FleetDaemon {
	return { host, user, pid, since };
}
