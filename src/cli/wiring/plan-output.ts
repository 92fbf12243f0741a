import type { Service } from "../../api/port.ts";
import { defined } from "../../model/defined.ts";
import type { Plan } from "../../model/plan.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { limitsExceeded } from "../../plan/limits.ts";
import { outlookOf } from "../../plan/outlook.ts";
import { publicChange } from "../../plan/public.ts";
import { sharedUses } from "../../plan/shared-uses.ts";
import type { PlanInputs } from "../../reconcile/context.ts";
import { systemClock } from "../../system/clock.ts";
import { readSuspension } from "../../system/suspension.ts";
import type { PlanInk } from "../../views/change.ts";
import { type PlanReport, planEvents } from "../../views/events.ts";
import { renderLimits } from "../../views/limits.ts";
import { renderMarkdown } from "../../views/markdown.ts";
import { renderPlan } from "../../views/plan.ts";
import { renderEvent } from "../../views/report.ts";
import { renderShared } from "../../views/shared-files.ts";
import { notable, renderSkew } from "../../views/skew.ts";
import { renderSuspension } from "../../views/suspension.ts";
import type { NamedWorkspace } from "../../views/workspaces.ts";
import { lines } from "../terminal/terminal.ts";
import { VERSION } from "../version.ts";
import type { Workspace } from "./workspace.ts";

/** What a plan was made of. */
interface Made extends Pick<PlanReport, "learnt"> {
	readonly service: Pick<Service, "skew">;
	readonly workspace: Workspace;
	readonly snapshot: Snapshot;
	readonly known: PlanInputs;
}

/** A plan with what there is to say about it. */
export function plannedOf(plan: Plan, { workspace, snapshot, known, learnt, service }: Made): PlanReport {
	const { campaigns, settings } = workspace;
	const skew = notable(service.skew());
	const { requestsPerMinute } = settings.service.limits;
	return {
		plan,
		outlook: outlookOf({
			plan,
			snapshot,
			campaigns,
			accounts: known.accounts,
			now: systemClock.now(),
			requestsPerMinute,
		}),
		limits: limitsExceeded(plan, campaigns, settings.policy),
		shared: sharedUses(plan, campaigns),
		...defined({ skew, learnt, suspension: readSuspension(settings.root, systemClock.now()) }),
	};
}

/** How a plan can be printed. */
export interface FormatFlags {
	readonly json?: true;
	readonly markdown?: true;
	readonly detail?: true;
	/** Absent: it is the only one. */
	readonly workspace?: NamedWorkspace;
}

/** The plan in the format the flags ask for. */
export function plannedOutput(report: PlanReport, ink: PlanInk, flags: FormatFlags): string {
	const { json, markdown, workspace } = flags;
	if (json) return plannedLines(report);
	if (markdown) return renderMarkdown(report, { ...ink, ...defined({ workspace }) });
	const learnt = (report.learnt ?? []).map((event) => `${renderEvent(event, ink)}\n`).join("");
	const shared = renderShared(report.shared ?? [], ink);
	return `${learnt}${shared}${renderPlan(report.plan, ink, report.outlook)}${renderSkew(report.skew, ink)}${renderLimits(report.limits, ink)}${renderSuspension(report.suspension, ink)}`;
}

/** The plan as lines of JSON. */
function plannedLines({ plan, ...report }: PlanReport): string {
	return lines(
		planEvents({ ...report, plan: { ...plan, changes: plan.changes.map(publicChange) } }, VERSION),
	);
}

/**
 * Whether apply would change anything that is remembered or public. That a feed was looked at is neither.
 */
export function hasChanges({ changes, moves = [], feeds = [] }: Plan): boolean {
	const isFirst = feeds.some((each) => each.isFirst);
	return isFirst || changes.length + moves.length > 0;
}
