import { openPlanSession, planReport } from "../cli/wiring/plan-session.ts";
import { openedOf } from "./opened.ts";
import { planFlags, resultOf } from "./results.ts";
import type { PlanOptions, PlanResult, Workspace } from "./values.ts";

/** What apply would do now. Writes nothing but the ignored cache. */
export async function plan(workspace: Workspace, options: PlanOptions = {}): Promise<PlanResult> {
	const opened = openedOf(workspace);
	const signal = options.signal ?? new AbortController().signal;
	const connecting = { tell: () => {}, log: () => {} };
	const session = await openPlanSession({ workspace: opened, flags: planFlags(options), signal, connecting });
	try {
		return resultOf(await planReport(session), opened);
	} finally {
		await session.close();
	}
}
