import { flagsOfOneWorkspace } from "../flags/plan.ts";
import { err, out, stopSignal } from "../terminal/terminal.ts";
import { headingsOf, inEachWorkspace, type OneWorkspace } from "../wiring/each-workspace.ts";
import { keptPlan } from "../wiring/kept-plan.ts";
import type { PlanCommandFlags } from "../wiring/plan-anew.ts";

/** `showrun plan`: reads, compares and says what apply would do. Writes nothing but the ignored cache. */
export async function planCommand(paths: readonly string[], flags: PlanCommandFlags): Promise<void> {
	const signal = stopSignal();
	const single = { "--out": flags.out !== undefined, ...flagsOfOneWorkspace(flags) };
	const headings = headingsOf(flags);
	await inEachWorkspace(paths, { signal, headings, single }, (one) => planOne(one, flags, signal));
}

async function planOne(one: OneWorkspace, flags: PlanCommandFlags, signal: AbortSignal): Promise<void> {
	const kept = flags.out === undefined ? await keptPlan(one, flags, signal) : undefined;
	if (kept !== undefined) {
		err(kept.warnings);
		return out(kept.text);
	}
	const { planAnew } = await import("../wiring/plan-anew.ts");
	await planAnew(one, flags, signal);
}
