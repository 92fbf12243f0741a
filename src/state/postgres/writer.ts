import { LostConnection } from "../../database/database-fault.ts";
import type { JournalEntry, Snapshot } from "../../model/snapshot.ts";
import { batches } from "../file/batches.ts";
import { PostedFault } from "../ledger/ledger-fault.ts";
import { PutOffFault } from "../put-off-fault.ts";
import { workingCopy } from "../snapshot/fold.ts";
import { refusedFault } from "../state-fault.ts";
import type { StateWriter } from "../store.ts";
import type { PostgresHeld } from "./held.ts";
import { noteTasks, tasksOf } from "./shared-limits.ts";
import { saveState } from "./states.ts";
import { witness } from "./witness.ts";
import { pause, settle, type Writing, writeEntries } from "./write-entries.ts";

/** How long a database that does not answer is waited for when a run ends, in milliseconds. */
const END_MS = 3_000;
/** How many entries are left to be folded by readers. */
const FOLD_AFTER = 100;

/**
 * Writes entries to the database, those of different attempts that come at the same time in one transaction.
 */
export function postgresWriter(held: PostgresHeld): StateWriter {
	const { state, session } = held;
	let shown: Snapshot | undefined;
	let [refusing, closed] = [false, false];
	const dropped = new Set<string>();
	const writing: Writing = { held, dropped, lost: false };
	const queue = batches(state, async (entries) => {
		// What was sent already may still end.
		const allowed = refusing ? entries.filter(({ type }) => type === "outcome" && !closed) : entries;
		const refused = new Map<JournalEntry, unknown>(
			entries.flatMap((entry) => (allowed.includes(entry) ? [] : [[entry, refusedFault()]])),
		);
		const others = allowed.length === 0 ? [] : await writeEntries(writing, allowed);
		for (const [entry, cause] of others) refused.set(entry, cause);
		refusing ||= [...refused.values()].some(
			(cause) => !(cause instanceof PostedFault || cause instanceof PutOffFault),
		);
		shown = undefined;
		return refused;
	});
	return {
		snapshot: () => (shown ??= workingCopy(state)),
		current: () => state,
		append: (entry) => queue.add(entry),
		counts(counted) {
			held.counted = counted;
		},
		async close() {
			await queue.settled();
			if (closed) return;
			closed = true;
			await end(writing, refusing).finally(() => session.close());
		},
	};
}

/** After a failure the first fault named what matters: a second must not take its place. */
async function end(writing: Writing, failed: boolean): Promise<void> {
	const { held } = writing;
	const work = async () => {
		await settleWithin(writing, END_MS);
		if (held.behind >= FOLD_AFTER || (held.isMoved && held.appended)) await fold(held);
		if (held.appended) await tellTasks(held);
		if (held.appended) held.seen = await witness(held.place.witness, held.seen, held.state);
	};
	await work().catch((error: unknown) => {
		// Everything was acknowledged before: what is left to do, the next run does.
		if (!failed && !(error instanceof LostConnection)) throw error;
	});
}

/** What ended in this run leaves room for the tasks of others. */
async function tellTasks({ session, place: { service }, state, begun }: PostgresHeld): Promise<void> {
	if (service === undefined || !begun || Object.keys(state.resources).length === 0) return;
	const of = { service: service.name, lineage: state.lineage };
	await session.write((ask) => noteTasks(ask, of, { tasks: tasksOf(state) }));
}

async function settleWithin(writing: Writing, ms: number): Promise<void> {
	const until = performance.now() + ms;
	while (writing.lost) {
		try {
			await settle(writing, []);
		} catch (error) {
			if (!(error instanceof LostConnection) || performance.now() > until) throw error;
			await pause();
		}
	}
}

async function fold(held: PostgresHeld): Promise<void> {
	const { session, place, state, database } = held;
	await session.write((ask) => saveState(ask, { workspace: place.workspace, snapshot: state, database }));
	held.behind = 0;
}
