import type { Plan } from "../model/plan.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { fold } from "../state/fold.ts";
import type { Reading } from "./context.ts";
import { emptyMemory, observe } from "./observe.ts";
import { type Known, planFrom } from "./pass.ts";

/** Reads what is not final and plans, writing nothing: what was read is folded into a copy of the state. */
export async function preview(reading: Reading, snapshot: Snapshot, known: Known): Promise<Plan> {
	const entries = await observe(reading, snapshot, emptyMemory());
	return planFrom(reading, entries.reduce(fold, snapshot), known);
}
