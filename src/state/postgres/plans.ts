import type { Ask } from "../../database/connection.ts";
import type { JournalEntry } from "../../model/snapshot.ts";
import { usedPlanFault } from "../ledger/ledger-fault.ts";

/** A saved plan is begun by one workspace of the database. Throws `StopFault` where another one did. */
export async function beginPlans(
	ask: Ask,
	entries: readonly JournalEntry[],
	own: { readonly lineage: string; readonly workspace: string },
): Promise<void> {
	for (const entry of entries) {
		if (entry.type !== "plan" || entry.finished) continue;
		await ask(
			"INSERT INTO showrun.plans (plan, lineage, workspace) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
			[entry.plan, own.lineage, own.workspace],
		);
		const [row] = await ask(
			"SELECT lineage, workspace, extract(epoch FROM at) * 1000 AS at FROM showrun.plans WHERE plan = $1",
			[entry.plan],
		);
		if (row?.lineage !== own.lineage)
			throw usedPlanFault({ workspace: String(row?.workspace), at: Number(row?.at) });
	}
}
