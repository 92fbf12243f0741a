import { plannedOutput } from "../cli/wiring/plan-output.ts";
import type { AddressText } from "../model/address.ts";
import { defined } from "../model/defined.ts";
import { limitMessage, limitRemedy } from "../model/limit-exceeded.ts";
import type { Change } from "../model/plan.ts";
import { zonesOf } from "../model/zones.ts";
import type { PlanReport } from "../views/events.ts";
import { reasonDetail } from "../views/sentences/reasons.ts";
import type { Opened } from "./opened.ts";
import type { PlannedChange, PlanOptions, PlanResult } from "./values.ts";

/** The options as flags of the command. */
export function planFlags(options: PlanOptions) {
	const { targets = [], excludes = [], replace = [], retry = [], maxCancels, refresh = true } = options;
	return {
		target: targets,
		exclude: excludes,
		replace: replace as readonly AddressText[],
		retry,
		refresh,
		...defined({ maxCancels }),
	};
}

/** A plan for programs. */
export function resultOf(report: PlanReport, { campaigns }: Pick<Opened, "campaigns">): PlanResult {
	const { plan, limits } = report;
	return {
		changes: changesOf(plan.changes),
		unchanged: plan.unchanged,
		limits: limits.map((each) => ({ message: limitMessage(each), remedy: limitRemedy(each) })),
		text: plannedOutput(report, { colour: false, width: 100, ...defined({ zones: zonesOf(campaigns) }) }, {}),
	};
}

/** Changes for programs. */
export function changesOf(changes: readonly Change[]): readonly PlannedChange[] {
	return changes.map((change) => {
		const { address, action, reason } = change;
		const title = "title" in change ? change.title : undefined;
		return { address, action, reason, ...defined({ detail: reasonDetail(change) || undefined, title }) };
	});
}
