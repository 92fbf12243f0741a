import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { hasErrors } from "../../../model/diagnostic.ts";
import { Fault } from "../../../model/fault.ts";
import type { Plan } from "../../../model/plan.ts";
import type { Settings } from "../../../model/settings.ts";
import type { PagePlan } from "../../../page/port.ts";
import { isPerformable } from "../../../reconcile/perform.ts";
import { systemClock } from "../../../system/clock.ts";
import { sha256 } from "../../../system/files.ts";
import { readSuspension } from "../../../system/suspension.ts";
import { renderDiagnostics } from "../../../views/diagnostics.ts";
import { renderFault } from "../../../views/fault.ts";
import { NO_FLAGS } from "../../flags/plan.ts";
import { plannedOutput } from "../plan-output.ts";
import { openPlanSession, type PlanSession, planReport } from "../plan-session.ts";
import { savePlan } from "../saved-plan.ts";
import { inspect, planInkFor } from "../workspace.ts";
import type { PageSubject } from "./inputs.ts";
import { answerOwner } from "./own-command.ts";

/** What the process of a plan tells the page. */
export interface MadePlan {
	readonly plan: PagePlan;
	/** It is saved there, as by `showrun plan --out`. Absent: it cannot be applied. */
	readonly file?: string;
}

/** What a plan is made of. */
type PlanSubject = Pick<PageSubject, "paths" | "flags" | "signal">;

const INK = { colour: true, width: 110 } as const;

/** Makes a plan for the page and tells it to the process that started this one. */
export async function tellPlan(subject: PlanSubject, ask: boolean): Promise<void> {
	await answerOwner(await madePlan(subject, ask));
}

async function madePlan(subject: PlanSubject, ask: boolean): Promise<MadePlan> {
	try {
		return await planNow(subject, ask);
	} catch (error) {
		if (!(error instanceof Fault)) throw error;
		return { plan: { text: renderFault(error, INK), why: "There is no plan now." } };
	}
}

async function planNow({ paths, flags, signal }: PlanSubject, ask: boolean): Promise<MadePlan> {
	const { settings, campaigns, diagnostics } = await inspect({ paths }, signal, { ...flags, keyless: true });
	if (settings === undefined || hasErrors(diagnostics))
		return {
			plan: {
				text: renderDiagnostics(diagnostics, INK),
				why: "Fix the errors above: until then there is no plan.",
			},
		};
	const planFlags = { ...NO_FLAGS, ...flags, refresh: ask };
	const session = await openPlanSession({ workspace: { settings, campaigns }, flags: planFlags, signal });
	try {
		const report = await planReport(session);
		const ink = await planInkFor(session.workspace, INK);
		const text = plannedOutput(report, ink, {});
		const why = whyNot(report.plan, { settings, isPastLimit: report.limits.length > 0 });
		if (why !== undefined) return { plan: { text, why } };
		const id = sha256(JSON.stringify(report.plan)).slice(0, 32);
		return { plan: { text, id }, file: await saved(session, { report, id, paths }) };
	} finally {
		await session.close();
	}
}

/** Why this plan cannot be applied from the page. Undefined: it can. */
function whyNot(
	plan: Plan,
	{ settings, isPastLimit }: { readonly settings: Settings; readonly isPastLimit: boolean },
): string | undefined {
	if (isPastLimit) return "The plan is past a limit, see above.";
	if (readSuspension(settings.root, systemClock.now()) !== undefined)
		return "Nothing is sent while it is suspended.";
	if (!plan.changes.some(isPerformable)) return "There is nothing to apply now.";
	if (plan.needsAccounts) return "The accounts were not read: ask the service first.";
	return undefined;
}

/** Where plans are that were shown. */
export function savedPlansIn(root: string): string {
	return join(root, ".showrun", "cache", "page");
}

interface ToSave {
	readonly report: Awaited<ReturnType<typeof planReport>>;
	readonly id: string;
	readonly paths: readonly string[];
}

async function saved(session: PlanSession, { report, id, paths }: ToSave): Promise<string> {
	const folder = savedPlansIn(session.workspace.settings.root);
	await mkdir(folder, { recursive: true });
	const file = join(folder, `${id}.plan.json`);
	await savePlan(file, report, { ...session, paths });
	return file;
}
