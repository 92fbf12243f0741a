import { defined } from "../../model/defined.ts";
import type { SavedPlan } from "../../model/saved.ts";
import { cancels } from "../../plan/cancels.ts";
import { previewRefresh } from "../../reconcile/pass.ts";
import type { PlanReport } from "../../views/events.ts";
import { renderCancels } from "../../views/limits.ts";
import { refreshEvents, renderRefresh } from "../../views/refresh.ts";
import { renderSaved } from "../../views/saved.ts";
import { EXIT, Exit } from "../exit.ts";
import type { PlanFlags } from "../flags/plan.ts";
import { lines, out } from "../terminal/terminal.ts";
import type { OneWorkspace } from "./each-workspace.ts";
import { planKeeper } from "./keep-plan.ts";
import { hasChanges, plannedOutput } from "./plan-output.ts";
import { openPlanSession, type PlanSession, planReport } from "./plan-session.ts";
import { openWorkspace, planInkOf } from "./workspace.ts";

/** The flags of `showrun plan`. */
export interface PlanCommandFlags extends PlanFlags {
	readonly detailedExitcode?: true;
	readonly markdown?: true;
	/** File to save the plan in. */
	readonly out?: string;
}

/** Makes the plan of a workspace and prints it, and keeps it where it lasts. */
export async function planAnew(
	one: OneWorkspace,
	flags: PlanCommandFlags,
	signal: AbortSignal,
): Promise<void> {
	const keeper = flags.cache === false ? undefined : await planKeeper(one);
	const workspace = await openWorkspace(one, signal, { ...flags, keyless: true });
	const keep = await keeper?.(workspace);
	const session = await openPlanSession({ workspace, flags, signal });
	try {
		if (flags.refreshOnly) return await showRefresh(session, flags);
		const report = await planReport(session);
		const text = await showPlan(session, { report, one, flags });
		await keep?.(report, text);
	} finally {
		await session.close();
	}
}

/** What is printed of a plan, and how. */
interface PlanOutput {
	readonly report: PlanReport;
	readonly one: OneWorkspace;
	readonly flags: PlanCommandFlags;
}

/**
 * Prints the plan, saves it where that is asked for, and returns what it printed. Throws `Exit` for a plan
 * past a limit.
 */
async function showPlan(session: PlanSession, { report, one, flags }: PlanOutput): Promise<string> {
	const { workspace } = session;
	const ink = await planInkOf(workspace, flags);
	const plan = plannedOutput(report, ink, { ...flags, ...defined({ workspace: one.named }) });
	const count = report.plan.changes.filter(cancels).length;
	const text = count > 0 && asksForCancels(session, flags) ? plan + renderCancels(count, ink) : plan;
	out(text);
	if (report.limits.length > 0) throw new Exit(EXIT.error);
	if (flags.out !== undefined) {
		const { savePlan } = await import("./saved-plan.ts");
		printSaved(flags.out, await savePlan(flags.out, report, { ...session, paths: one.paths }), flags);
	}
	if (flags.detailedExitcode && hasChanges(report.plan)) throw new Exit(EXIT.changes);
	return text;
}

/** Whether apply asks a person. Who saves a plan approves it; JSON and comments hold the plan alone. */
function asksForCancels({ workspace }: PlanSession, flags: PlanCommandFlags): boolean {
	if (flags.json || flags.markdown || flags.out !== undefined) return false;
	return (flags.maxCancels ?? workspace.settings.policy?.maxCancelsPerRun) === undefined;
}

function printSaved(file: string, saved: SavedPlan, { json, markdown }: PlanCommandFlags): void {
	// A comment is about the plan, not about a file on the machine that made it.
	if (markdown) return;
	out(
		json
			? lines([{ type: "saved", file, id: saved.id, expiresAt: saved.expiresAt }])
			: renderSaved(file, saved),
	);
}

async function showRefresh(
	{ workspace, snapshot, reading }: PlanSession,
	flags: PlanCommandFlags,
): Promise<void> {
	const entries = await previewRefresh(reading, snapshot);
	out(
		flags.json
			? lines(refreshEvents(entries, snapshot))
			: renderRefresh(entries, snapshot, { ...(await planInkOf(workspace, flags)), written: false }),
	);
	if (flags.detailedExitcode && entries.length > 0) throw new Exit(EXIT.changes);
}
