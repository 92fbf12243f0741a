import type { JournalEntry } from "../../model/snapshot.ts";
import type { StateWriter } from "../store.ts";
import type { Ledger } from "./ledger.ts";
import { usedPlanFault } from "./ledger-fault.ts";
import type { Naming } from "./posts.ts";

type PlanEntry = Extract<JournalEntry, { readonly type: "plan" }>;

interface Held {
	readonly writer: StateWriter;
	readonly ledgered: { readonly ledger: Ledger; readonly naming: (lineage: string) => Promise<Naming> };
}

/**
 * A saved plan is begun once: a copy of the workspace, whose state does not know it, is refused by the
 * ledger. Where the state is empty still, its lineage is made by the entry itself, so the ledger hears
 * afterwards, before anything is sent.
 */
export async function beginPlan({ writer, ledgered }: Held, entry: PlanEntry): Promise<void> {
	const { plan, at } = entry;
	const before = writer.current().lineage;
	const begin = async (lineage: string) => {
		const { workspace } = await ledgered.naming(lineage);
		await ledgered.ledger.note(({ plans }) => {
			const other = plans.get(plan);
			if (other === undefined) return [{ type: "plan", plan, lineage, workspace, at }];
			if (other.lineage !== lineage) throw usedPlanFault(other);
			return [];
		});
	};
	const { plans } = await ledgered.ledger.facts();
	const other = plans.get(plan);
	if (other !== undefined && other.lineage !== before) throw usedPlanFault(other);
	await writer.append(entry);
	await begin(writer.current().lineage);
}
