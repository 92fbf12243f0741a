import type { Ask } from "../../database/connection.ts";
import { defined } from "../../model/defined.ts";
import type { JournalEntry } from "../../model/snapshot.ts";
import type { PostedFault } from "../ledger/ledger-fault.ts";
import type { Naming } from "../ledger/posts.ts";
import type { PutOffFault } from "../put-off-fault.ts";
import { embargoFault } from "./database-fault.ts";
import type { PostgresHeld } from "./held.ts";
import { beginPlans } from "./plans.ts";
import { type Arming, type Comparing, notePosts, type Taking, takeMoments } from "./posts.ts";
import { crowded, startTasks } from "./shared-limits.ts";
import { addEntries, saveState } from "./states.ts";

/** What came of entries. */
export interface Committed {
	/** Armings whose moments are taken, or that have to wait for others: nothing of them is written. */
	readonly refused: ReadonlyMap<JournalEntry, PostedFault | PutOffFault>;
}

/**
 * Writes entries and what follows from them for posts and plans, in one transaction. Throws as
 * `Session.write` does.
 */
export async function commitEntries(
	held: PostgresHeld,
	entries: readonly JournalEntry[],
): Promise<Committed> {
	const { session, state, place, database, begun } = held;
	const { workspace } = place;
	const { lineage } = state;
	const naming = await namingOf(held);
	const armings = armingsIn(held, entries);
	const comparing = armings.length === 0 ? undefined : await comparingFor(held, naming);
	return session.write(async (ask) => {
		// The numbers of the first entries count from an empty state.
		if (!begun) await saveState(ask, { workspace, database, snapshot: beginningOf(held) });
		for (const entry of entries) await mustBeOver(ask, held, entry);
		const tooMany = await startTasks(ask, held, entries);
		const taken = comparing && (await takeMoments(ask, takingOf(ask, { held, armings, comparing })));
		const refused = new Map([...tooMany, ...(taken ?? [])]);
		const written = entries.filter((entry) => !refused.has(entry));
		await beginPlans(ask, written, { lineage, workspace });
		await addEntries(ask, { lineage, fence: session.fence() }, { seq: state.serial + 1, entries: written });
		await notePosts(ask, { entries: written, naming, state });
		return { refused };
	});
}

interface TakingFor {
	readonly held: PostgresHeld;
	readonly armings: readonly Arming[];
	readonly comparing: Comparing;
}

function takingOf(ask: Ask, { held: { counted }, armings, comparing }: TakingFor): Taking {
	return { armings, comparing, crowded: (post) => crowded(ask, post, { counted, comparing }) };
}

/** What the posts of a state are called. */
async function namingOf({ place: { posts, workspace }, state: { lineage } }: Named): Promise<Naming> {
	const naming = await posts?.naming(lineage);
	return { scope: naming?.scope ?? "", lineage, workspace };
}

type Named = Pick<PostgresHeld, "place"> & { readonly state: { readonly lineage: string } };

function beginningOf({ state: { lineage, ledgerId } }: PostgresHeld) {
	const empty = { format: 1, serial: 0, resources: {}, operations: {}, ledger: [] } as const;
	return defined({ ...empty, lineage, ledgerId });
}

function armingsIn({ state }: PostgresHeld, entries: readonly JournalEntry[]): readonly Arming[] {
	return entries.flatMap((entry) => {
		const operation = entry.type === "armed" ? state.operations[entry.operation] : undefined;
		return entry.type === "armed" && operation?.kind === "publish" ? [{ entry, operation }] : [];
	});
}

async function comparingFor({ place: { posts } }: PostgresHeld, naming: Naming): Promise<Comparing> {
	const knowledge = await posts?.knowledge(naming.scope);
	const nothing = { scope: naming.scope, words: [], services: [], handlesOf: () => [] };
	const accounts = { ...nothing, sources: { links: [], words: [] }, ...knowledge };
	return { naming, accounts: defined({ ...accounts, listed: posts?.listed() }) };
}

/** The clock of the database has the last word on how long ago an attempt was armed. */
async function mustBeOver(ask: Ask, { place, state }: PostgresHeld, entry: JournalEntry): Promise<void> {
	if (place.embargoMs === undefined || entry.type !== "resolved" || entry.as !== "not-posted") return;
	const [row] = await ask(
		`SELECT extract(epoch FROM clock_timestamp() - max(at)) AS seconds FROM showrun.entries
		WHERE lineage = $1 AND operation = $2 AND type = 'armed'
			AND NOT EXISTS (SELECT FROM showrun.late_outcomes WHERE operation = $2)`,
		[state.lineage, entry.operation],
	);
	if (row?.seconds === null || row === undefined) return;
	const left = place.embargoMs / 1_000 - Number(row.seconds);
	if (left > 0) throw embargoFault(entry.operation, left);
}
