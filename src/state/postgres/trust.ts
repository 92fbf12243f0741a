import type { Ask } from "../../database/connection.ts";
import { knownElsewhereFault, notMovedFault, RestoredFault } from "./database-fault.ts";
import type { PostgresPlace } from "./place.ts";
import { type Database, type StoredState, workspaceWith } from "./states.ts";
import { missing, readWitness } from "./witness.ts";

/**
 * Looks elsewhere before a state begins empty. Throws `StateFault` where a file holds it still, or where
 * another state of the database knows a campaign of this workspace.
 */
export async function mustBeNew(
	ask: Ask,
	{ workspace, campaigns, before }: Pick<PostgresPlace, "workspace" | "campaigns" | "before">,
): Promise<void> {
	const file = await before?.();
	if (file !== undefined && file.snapshot.lineage !== "") throw notMovedFault(file.path);
	const known = campaigns && (await workspaceWith(ask, workspace, await campaigns()));
	if (known) throw knownElsewhereFault(workspace, known.workspace, known.campaign);
}

/** What has to be known to trust a database. */
interface Judged {
	readonly place: Pick<PostgresPlace, "workspace" | "witness">;
	readonly stored: StoredState | undefined;
	/** The database that answers. Absent: not compared. */
	readonly database?: Database;
}

/**
 * Throws `RestoredFault` where this machine saw more than the database holds, or where the database went over
 * to another server or time since: what was recorded last may be lost.
 */
export async function mustBeWhole({ place, stored, database }: Judged): Promise<void> {
	const why = missing(await readWitness(place.witness), stored?.snapshot);
	if (why !== undefined) throw new RestoredFault(place.workspace, why);
	if (database === undefined || stored === undefined) return;
	if (stored.cluster !== database.cluster)
		throw new RestoredFault(place.workspace, "it is in another database cluster than before");
	if (stored.timeline !== database.timeline)
		throw new RestoredFault(
			place.workspace,
			`its server is on timeline ${database.timeline}, and was on ${stored.timeline} before (a failover, or a restore)`,
		);
}
