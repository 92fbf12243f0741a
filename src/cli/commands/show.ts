import { StopFault } from "../../model/fault.ts";
import { renderSavedPlan } from "../../views/saved.ts";
import { plannedLines } from "../planned.ts";
import { savedPlanAt } from "../saved.ts";
import { inkOf, out } from "../terminal.ts";

interface ShowFlags {
	readonly json?: true;
	readonly detail?: true;
}

/** `showrun show PLAN`: what a saved plan would do, and how long it may be applied. Asks nobody. */
export async function show(path: string, flags: ShowFlags): Promise<void> {
	const saved = await savedPlanAt(path);
	if (saved === undefined) throw new StopFault(`${path} is no saved plan.`, { remedy: "Make one: showrun plan --out plan.json" });
	const { plan, outlook, zones } = saved;
	if (flags.json) out(plannedLines({ plan, outlook, valves: [] }));
	else out(renderSavedPlan(saved, { ...inkOf(process.stdout), zones, now: Date.now(), ...(flags.detail && { detail: true }) }));
}
