import { type Ask, connect } from "../../database/connection.ts";
import { wordsOf } from "../../database/database-fault.ts";
import type { JournalEntry } from "../../model/snapshot.ts";
import { rescue } from "../file/rescue.ts";
import type { StateFault } from "../state-fault.ts";
import type { StateWriter } from "../store.ts";
import { takenOverFault } from "./database-fault.ts";
import type { PostgresHeld } from "./held.ts";

type Outcome = Extract<JournalEntry, { readonly type: "outcome" }>;

/** Keeps an outcome whose run no longer holds the state: the next run takes it up, or else a file has it. */
export async function savedLate(
	{ place: { url, workspace }, state: { lineage, serial } }: PostgresHeld,
	entry: Outcome,
	cause: unknown,
): Promise<StateFault> {
	try {
		const connection = await connect(url);
		try {
			await connection.transaction("write", (ask) =>
				ask(
					`INSERT INTO showrun.late_outcomes (operation, lineage, entry) VALUES ($1, $2, $3)
					ON CONFLICT (operation) DO UPDATE SET entry = excluded.entry`,
					[entry.operation, lineage, JSON.stringify(entry)],
				),
			);
		} finally {
			await connection.close();
		}
		return takenOverFault(workspace, entry.operation);
	} catch {
		const said = new Error(wordsOf(cause instanceof Error && cause.cause ? cause.cause : cause));
		return rescue({ path: "the database", seq: serial + 1, entry, cause: said, remember: async () => false });
	}
}

/** Outcomes that came after their run was replaced. */
export async function lateOutcomes(ask: Ask, lineage: string): Promise<readonly Outcome[]> {
	const rows = await ask("SELECT entry FROM showrun.late_outcomes WHERE lineage = $1 ORDER BY operation", [
		lineage,
	]);
	return rows.map(({ entry }) => JSON.parse(String(entry)) as Outcome);
}

/** Takes them up: what is still unknown is known with that. */
export async function takeUp(writer: StateWriter, late: readonly Outcome[]): Promise<void> {
	for (const entry of late) {
		const { phase } = writer.current().operations[entry.operation] ?? {};
		if (phase !== "unknown" || entry.outcome === "unknown") continue;
		await writer.append(entry.outcome === "not-sent" ? unsent(entry) : entry);
	}
}

/** They are in the state, or it knows better. */
export async function forgetLate(ask: Ask, late: readonly Outcome[]): Promise<void> {
	await ask("DELETE FROM showrun.late_outcomes WHERE operation = ANY($1)", [
		late.map(({ operation }) => operation),
	]);
}

/** The run that held its last byte back says so itself. */
function unsent({ operation, at, evidence }: Outcome): JournalEntry {
	const why = evidence?.error ?? "the run that held it back recorded that it was not sent";
	return { type: "resolved", operation, at, as: "not-posted", by: "showrun", why };
}
