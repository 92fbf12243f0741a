import { StopFault } from "../../model/fault.ts";
import { renderAbout } from "../../views/saved.ts";
import { type FormatFlags, plannedOutput } from "../planned.ts";
import { savedPlanAt } from "../saved.ts";
import { inkOf, out } from "../terminal.ts";

/** `showrun show PLAN`: what a saved plan would do, and how long it may be applied. Asks nobody. */
export async function show(path: string, flags: FormatFlags): Promise<void> {
	const saved = await savedPlanAt(path);
	if (saved === undefined) throw new StopFault(`${path} is no saved plan.`, { remedy: "Make one: showrun plan --out plan.json" });
	const { plan, outlook, zones } = saved;
	const ink = { ...inkOf(process.stdout), zones, ...(flags.detail && { detail: true as const }) };
	out(plannedOutput({ plan, outlook, valves: [] }, ink, flags));
	if (!flags.json && !flags.markdown) out(renderAbout(saved, { ...ink, now: Date.now() }));
}
