import type { PlanUse } from "../../model/plan-use.ts";
import type { JournalEntry, Snapshot } from "../../model/snapshot.ts";

/** The saved plans that were used, with one more. What has expired need not be remembered. */
export function usedPlans(
	{ plans = {} }: Snapshot,
	{ plan, at, expiresAt, finished }: Extract<JournalEntry, { readonly type: "plan" }>,
): Record<string, PlanUse> {
	const others = Object.entries(plans).filter(([id, use]) => id !== plan && use.expiresAt > at);
	const use = { usedAt: plans[plan]?.usedAt ?? at, expiresAt, ...(finished && { finishedAt: at }) };
	return { ...Object.fromEntries(others), [plan]: use };
}
