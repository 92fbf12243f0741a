import { wordsOf } from "../../database/database-fault.ts";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { LockedFault } from "../../system/lock.ts";
import { PostedFault } from "../ledger/ledger-fault.ts";
import { StateFault } from "../state-fault.ts";

/** The database refused a statement. */
function refusedByDatabase(cause: unknown): StateFault {
	return new StateFault(`The database refused to keep the state: ${wordsOf(cause)}.`, {
		remedy: "Fix the problem above, then run the command again. Nothing more was sent.",
		cause,
	});
}

/** Who holds a lease. */
export interface LeaseHolder {
	readonly command: string;
	readonly user: string;
	readonly host: string;
	readonly pid: number;
	readonly since: string;
	readonly fence: string;
}

/** Another run holds the state. */
export function heldFault(workspace: string, { command, user, host, pid, since }: LeaseHolder): LockedFault {
	return new LockedFault(
		`The state ${workspace} is held by "${command}" of ${user} (pid ${pid} on ${host}, since ${since}).`,
		{ remedy: "Wait until it ends; a run that died is replaced within seconds." },
	);
}

/** Another run took over while this one did not answer. */
export function takenOverFault(workspace: string, outcome?: string): StateFault {
	const kept =
		outcome === undefined ? "" : ` What came of operation ${outcome} is recorded for the next run.`;
	return new StateFault(
		`Another run took over the state ${workspace}, because this one did not answer for too long.${kept}`,
		{
			remedy:
				"Run the command again. Nothing more was sent; attempts without an answer are unknown: showrun status",
		},
	);
}

/** Another daemon makes the passes now, or is about to. */
export function notLeadingFault(workspace: string): StopFault {
	return new StopFault(`This daemon no longer leads ${workspace}: nothing was begun.`, {
		remedy: "No action is needed: it leads again when it may. See: showrun status",
	});
}

/** The answer of the database came too late to send anything with it. */
export function lateFault(): StateFault {
	return new StateFault("The database took too long to record an attempt. It was not sent.", {
		remedy: "Check the connection to PostgreSQL, then run the command again.",
	});
}

/** The server acknowledges what a crash may take back. */
export function asynchronousFault(value: string): StateFault {
	return new StateFault(
		`The database acknowledges commits before they are on disk (synchronous_commit = ${value}).`,
		{
			remedy: "Set it for this database: ALTER DATABASE … SET synchronous_commit = on. Nothing was sent.",
		},
	);
}

/** The database is older than what this machine saw, or is another one. */
export class RestoredFault extends StateFault {
	constructor(workspace: string, why: string) {
		super(`The database with the state ${workspace} may lack what was recorded last: ${why}.`, {
			remedy: `Restored by accident? Put the newest data back, then run the command again.
Otherwise accept it on each machine that wrote there, with what that machine remembers: showrun state adopt`,
		});
	}
}

/** A file holds the state still. */
export function notMovedFault(path: string): StateFault {
	return new StateFault(`The state of this workspace is still in ${path}, and not in the database.`, {
		remedy: "Move it: showrun state migrate --to postgres",
	});
}

/** Another state of the database knows a campaign of this workspace. */
export function knownElsewhereFault(workspace: string, other: string, campaign: string): StateFault {
	return new StateFault(
		`The database holds no state called ${workspace}, but ${other} knows the campaign ${campaign}.`,
		{
			remedy: `To go on with that one: state: { postgres: { workspace: ${other} } }
To begin another one, which submits its videos again: showrun state adopt --empty`,
		},
	);
}

/** The service may still execute an attempt that is said not to be posted. */
export function embargoFault(operation: string, seconds: number): StopFault {
	return new StopFault(
		`By the clock of the database, operation ${operation} may still be executed for ${Math.ceil(seconds)} s.`,
		{ remedy: "Wait that long, then record it again." },
	);
}

const REMEDIES: Readonly<Record<string, string>> = {
	"42501": "Grant this user the right to create and to use the schema `showrun`.",
	"25006": "Connect to the primary: this server is a replica, or is read-only.",
};

/** A fault of a statement, which keeps its cause. */
export function databaseFault(error: unknown): unknown {
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	if (!/^[0-9A-Z]{5}$/.test(code)) return error;
	if (
		code === "23505" &&
		error instanceof Error &&
		"constraint" in error &&
		error.constraint === "posts_once"
	)
		return new PostedFault([]);
	const remedy = REMEDIES[code];
	return remedy === undefined
		? refusedByDatabase(error)
		: new StateFault(
				`The database refused to keep the state: ${wordsOf(error)}.`,
				defined({ remedy, cause: error }),
			);
}
