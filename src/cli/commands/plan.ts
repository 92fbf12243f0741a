import type { Address } from "../../model/address.ts";
import type { Outlook } from "../../model/outlook.ts";
import type { Plan } from "../../model/plan.ts";
import { outlookOf } from "../../plan/outlook.ts";
import type { Known } from "../../reconcile/pass.ts";
import { preview } from "../../reconcile/preview.ts";
import { fileStore } from "../../state/file.ts";
import { systemClock } from "../../system/clock.ts";
import { renderPlan } from "../../views/plan.ts";
import { EXIT, Exit } from "../exit.ts";
import type { InputFlags } from "../inputs.ts";
import { connectService } from "../service.ts";
import { out, stopSignal } from "../terminal.ts";
import { mustBeVideos, openWorkspace, planInkOf, planOptionsOf, sourcesOf, type Workspace } from "../workspace.ts";

interface PlanFlags extends InputFlags {
	readonly json?: true;
	readonly detail?: true;
	readonly detailedExitcode?: true;
	readonly replace: readonly Address[];
}

/** `showrun plan`: reads, compares and says what apply would do. Writes nothing but the ignored cache. */
export async function planCommand(paths: readonly string[], flags: PlanFlags): Promise<void> {
	const signal = stopSignal();
	const workspace = await openWorkspace(paths, signal, flags);
	mustBeVideos(flags.replace, workspace.campaigns);
	const { plan, outlook } = await makePlan(workspace, flags.replace, signal);
	if (flags.json) out(`${JSON.stringify({ type: "plan", ...plan })}\n`);
	else out(renderPlan(plan, planInkOf(workspace, flags), outlook));
	if (flags.detailedExitcode && plan.changes.length > 0) throw new Exit(EXIT.changes);
}

async function makePlan(workspace: Workspace, replace: readonly Address[], signal: AbortSignal): Promise<{ readonly plan: Plan; readonly outlook: Outlook }> {
	const { settings, campaigns } = workspace;
	const snapshot = await fileStore({ path: settings.state }).read();
	const known: Known = { campaigns, sources: await sourcesOf(workspace, signal) };
	const connected = await connectService(settings, "read");
	try {
		const reading = { service: connected.service, clock: systemClock, signal, options: planOptionsOf(settings, replace), emit: () => {} };
		const plan = await preview(reading, snapshot, known);
		const { requestsPerMinute } = settings.service.limits;
		return { plan, outlook: outlookOf({ plan, snapshot, campaigns, accounts: known.accounts, now: systemClock.now(), requestsPerMinute }) };
	} finally {
		await connected.close();
	}
}
