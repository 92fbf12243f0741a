import type { Address } from "../../model/address.ts";
import type { Plan } from "../../model/plan.ts";
import { preview } from "../../reconcile/preview.ts";
import { fileStore } from "../../state/file.ts";
import { systemClock } from "../../system/clock.ts";
import { renderPlan } from "../../views/plan.ts";
import { EXIT, Exit } from "../exit.ts";
import type { InputFlags } from "../inputs.ts";
import { connectService } from "../service.ts";
import { inkOf, out, stopSignal } from "../terminal.ts";
import { mustBeVideos, openWorkspace, planOptionsOf, sourcesOf, type Workspace } from "../workspace.ts";

interface PlanFlags extends InputFlags {
	readonly json?: true;
	readonly detailedExitcode?: true;
	readonly replace: readonly Address[];
}

/** `showrun plan`: reads, compares and says what apply would do. Writes nothing but the ignored cache. */
export async function planCommand(paths: readonly string[], flags: PlanFlags): Promise<void> {
	const signal = stopSignal();
	const workspace = await openWorkspace(paths, signal, flags);
	mustBeVideos(flags.replace, workspace.campaigns);
	const plan = await makePlan(workspace, flags.replace, signal);
	if (flags.json) out(`${JSON.stringify({ type: "plan", ...plan })}\n`);
	else out(renderPlan(plan, { ...inkOf(process.stdout), zone: zoneOf(workspace) }));
	if (flags.detailedExitcode && plan.changes.length > 0) throw new Exit(EXIT.changes);
}

async function makePlan(workspace: Workspace, replace: readonly Address[], signal: AbortSignal): Promise<Plan> {
	const { settings, campaigns } = workspace;
	const snapshot = await fileStore({ path: settings.state }).read();
	const known = { campaigns, sources: await sourcesOf(workspace, signal) };
	const connected = await connectService(settings, "read");
	try {
		const reading = { service: connected.service, clock: systemClock, signal, options: planOptionsOf(settings, replace), emit: () => {} };
		return await preview(reading, snapshot, known);
	} finally {
		await connected.close();
	}
}

/** Where times are shown: the first campaign's zone. */
export function zoneOf({ campaigns }: Workspace): string {
	return campaigns[0]?.timezone ?? "UTC";
}
