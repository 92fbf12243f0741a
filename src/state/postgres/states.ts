import type { Ask } from "../../database/connection.ts";
import { campaignOf } from "../../model/address.ts";
import { keysOf } from "../../model/keys.ts";
import type { JournalEntry, Snapshot } from "../../model/snapshot.ts";
import type { JournalLine } from "../journal-lines.ts";
import { decodeSnapshot } from "../snapshot/codec.ts";
import { encodeSnapshot } from "../snapshot/encode.ts";
import { absorb, workingCopy } from "../snapshot/fold.ts";
import { MovedFault } from "../state-fault.ts";

/** A state as the database holds it. */
export interface StoredState {
	readonly snapshot: Snapshot;
	/** How many entries are not folded into its row yet. */
	readonly behind: number;
	/** The database that wrote it last. */
	readonly cluster: string;
	readonly timeline: string;
}

/** Where entries go. */
export interface EntryPlace {
	readonly lineage: string;
	readonly fence: string;
}

/** Reads a state with its entries. Undefined: there is none. Throws `StateFault` for one that was moved. */
export async function readState(ask: Ask, workspace: string): Promise<StoredState | undefined> {
	const stored = await readClosed(ask, workspace);
	if (stored?.movedTo !== undefined)
		throw new MovedFault(`The state ${workspace} of the database`, stored.movedTo);
	return stored;
}

/** The same, of a state that may be closed. */
export async function readClosed(
	ask: Ask,
	workspace: string,
): Promise<(StoredState & { readonly movedTo?: string }) | undefined> {
	const [row] = await ask(
		"SELECT lineage, snapshot, serial, cluster, timeline, moved_to FROM showrun.states WHERE workspace = $1",
		[workspace],
	);
	if (row === undefined) return undefined;
	const snapshot = decodeSnapshot(String(row.snapshot), `The state ${workspace} of the database`);
	const lines = await readEntries(ask, String(row.lineage), snapshot.serial);
	const database = { cluster: String(row.cluster), timeline: String(row.timeline) };
	const moved = typeof row.moved_to === "string" ? { movedTo: row.moved_to } : {};
	if (lines.length === 0) return { snapshot, behind: 0, ...database, ...moved };
	const working = workingCopy(snapshot);
	for (const { entry } of lines) absorb(working, entry);
	return { snapshot: working, behind: lines.length, ...database, ...moved };
}

/** The entries after a number, in their order. */
export async function readEntries(ask: Ask, lineage: string, after: number): Promise<readonly JournalLine[]> {
	const rows = await ask(
		"SELECT seq, entry FROM showrun.entries WHERE lineage = $1 AND seq > $2 ORDER BY seq",
		[lineage, after],
	);
	return rows.map(({ seq, entry }) => ({
		seq: Number(seq),
		entry: JSON.parse(String(entry)) as JournalEntry,
	}));
}

/** Adds entries, the first with the number `seq`. */
export async function addEntries(
	ask: Ask,
	{ lineage, fence }: EntryPlace,
	{ seq, entries }: { readonly seq: number; readonly entries: readonly JournalEntry[] },
): Promise<void> {
	const columns = entries.map((entry, index) => ({
		seq: seq + index,
		type: entry.type,
		operation: operationOf(entry),
		entry: JSON.stringify(entry),
	}));
	await ask(
		`INSERT INTO showrun.entries (lineage, fence, seq, type, operation, entry)
		SELECT $1, $2, * FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[])`,
		[
			...[lineage, fence],
			columns.map((each) => each.seq),
			columns.map((each) => each.type),
			columns.map((each) => each.operation),
			columns.map((each) => each.entry),
		],
	);
}

/** What identifies the database that writes. */
export interface Database {
	readonly cluster: string;
	readonly timeline: string;
}

/** Puts a state in its row: the entries up to its serial are folded in. */
export async function saveState(ask: Ask, { workspace, snapshot, database }: Saving): Promise<void> {
	const { cluster, timeline } = database;
	await ask(
		`INSERT INTO showrun.states (workspace, lineage, serial, snapshot, campaigns, cluster, timeline)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (workspace) DO UPDATE SET lineage = excluded.lineage, serial = excluded.serial,
			snapshot = excluded.snapshot, campaigns = excluded.campaigns, cluster = excluded.cluster,
			timeline = excluded.timeline, moved_to = NULL`,
		[
			...[workspace, snapshot.lineage, snapshot.serial, encodeSnapshot(snapshot)],
			...[campaignsIn(snapshot), cluster, timeline],
		],
	);
}

/** What saving a state needs. */
export interface Saving {
	readonly workspace: string;
	readonly snapshot: Snapshot;
	readonly database: Database;
}

/** Another workspace whose state knows one of these campaigns. */
export async function workspaceWith(
	ask: Ask,
	workspace: string,
	campaigns: readonly string[],
): Promise<{ readonly workspace: string; readonly campaign: string } | undefined> {
	const [row] = await ask(
		`SELECT workspace, campaign FROM (
			SELECT workspace, unnest(campaigns) AS campaign FROM showrun.states
			UNION SELECT workspace, split_part(
				coalesce(entry::jsonb #>> '{operation,address}', entry::jsonb ->> 'address'), '.', 1)
			FROM showrun.entries JOIN showrun.states USING (lineage) WHERE seq > serial
		) AS known WHERE workspace <> $1 AND campaign = ANY($2) ORDER BY 1, 2 LIMIT 1`,
		[workspace, campaigns],
	);
	return row && { workspace: String(row.workspace), campaign: String(row.campaign) };
}

/** Names of every campaign that a state knows. */
function campaignsIn({ resources, operations, ledger }: Snapshot): readonly string[] {
	const open = Object.values(operations).map(({ address }) => address);
	const addresses = [...keysOf(resources), ...open, ...ledger.map(({ address }) => address)];
	return [...new Set(addresses.map(campaignOf))].sort();
}

function operationOf(entry: JournalEntry): string | null {
	if (entry.type === "intent") return entry.operation.id;
	return "operation" in entry ? entry.operation : null;
}
