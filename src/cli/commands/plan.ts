import { defined } from "../../model/defined.ts";
import type { SavedPlan } from "../../model/saved.ts";
import { previewRefresh } from "../../reconcile/pass.ts";
import type { PlanReport } from "../../views/events.ts";
import { refreshEvents, renderRefresh } from "../../views/refresh.ts";
import { renderSaved } from "../../views/saved.ts";
import { EXIT, Exit } from "../exit.ts";
import { flagsOfOneWorkspace, type PlanFlags } from "../flags/plan.ts";
import { lines, out, stopSignal } from "../terminal/terminal.ts";
import { headingsOf, inEachWorkspace, type OneWorkspace } from "../wiring/each-workspace.ts";
import { hasChanges, plannedOutput } from "../wiring/plan-output.ts";
import { openPlanSession, type PlanSession, planReport } from "../wiring/plan-session.ts";
import { openWorkspace, planInkOf } from "../wiring/workspace.ts";

interface PlanCommandFlags extends PlanFlags {
	readonly detailedExitcode?: true;
	readonly markdown?: true;
	/** File to save the plan in. */
	readonly out?: string;
}

/** `showrun plan`: reads, compares and says what apply would do. Writes nothing but the ignored cache. */
export async function planCommand(paths: readonly string[], flags: PlanCommandFlags): Promise<void> {
	const signal = stopSignal();
	const single = { "--out": flags.out !== undefined, ...flagsOfOneWorkspace(flags) };
	const headings = headingsOf(flags);
	await inEachWorkspace(paths, { signal, headings, single }, (one) => planOne(one, flags, signal));
}

async function planOne(one: OneWorkspace, flags: PlanCommandFlags, signal: AbortSignal): Promise<void> {
	const workspace = await openWorkspace(one, signal, { ...flags, keyless: true });
	const session = await openPlanSession({ workspace, flags, signal });
	try {
		if (flags.refreshOnly) await showRefresh(session, flags);
		else await showPlan(session, { report: await planReport(session), one, flags });
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

/** Prints the plan and saves it where that is asked for. Throws `Exit` for a plan past a limit. */
async function showPlan(session: PlanSession, { report, one, flags }: PlanOutput): Promise<void> {
	const { workspace } = session;
	const ink = await planInkOf(workspace, flags);
	out(plannedOutput(report, ink, { ...flags, ...defined({ workspace: one.named }) }));
	if (report.limits.length > 0) throw new Exit(EXIT.error);
	if (flags.out !== undefined) {
		const { savePlan } = await import("../wiring/saved-plan.ts");
		printSaved(flags.out, await savePlan(flags.out, report, { ...session, paths: one.paths }), flags);
	}
	if (flags.detailedExitcode && hasChanges(report.plan)) throw new Exit(EXIT.changes);
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
