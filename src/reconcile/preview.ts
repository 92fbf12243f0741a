import type { Plan } from "../model/plan.ts";
import type { Entry, Snapshot } from "../model/snapshot.ts";
import { fold } from "../state/snapshot/fold.ts";
import type { Reading } from "./context.ts";
import { emptyMemory } from "./observe.ts";
import { type Known, make, planFrom } from "./pass.ts";
import { news } from "./updates.ts";

/** Reads what is not final and plans, writing nothing: what was read is folded into a copy of the state. */
export async function preview(reading: Reading, snapshot: Snapshot, known: Known): Promise<Plan> {
	const entries = await previewRefresh(reading, snapshot);
	return planFrom(reading, entries.reduce(fold, snapshot), known);
}

/** Reads what is not final and says what is new, writing nothing. */
export async function previewRefresh(reading: Reading, snapshot: Snapshot): Promise<readonly Entry[]> {
	return news(reading, snapshot, emptyMemory());
}

/** Plans from what is remembered: asks the service nothing at all, not even for the accounts. */
export function previewUnread(reading: Reading, snapshot: Snapshot, known: Known): Plan {
	return make(reading, snapshot, known);
}
