import type { Plan } from "../../model/plan.ts";
import { approvalOf } from "../../reconcile/approval.ts";
import {
	type Convergence,
	converge,
	type FirstLook,
	firstLook,
	refresh,
	unreadLook,
} from "../../reconcile/loop.ts";
import { convergeSaved, lookOfSaved } from "../../reconcile/saved/apply.ts";
import { refreshEvents, renderRefresh } from "../../views/refresh.ts";
import { renderReport } from "../../views/report.ts";
import { codeOf, EXIT, Exit } from "../exit.ts";
import { approvePlan } from "../terminal/approval.ts";
import { err, lines, out } from "../terminal/terminal.ts";
import { VERSION } from "../version.ts";
import { type ApplyFlags, type ApplySession, prepareApply } from "../wiring/apply-session.ts";
import { offerModels } from "../wiring/models-offer.ts";
import { plannedOf, plannedOutput } from "../wiring/plan-output.ts";
import { serviceName } from "../wiring/saved-plan.ts";
import { planInkOf } from "../wiring/workspace.ts";

/** `showrun apply`: plans, asks, does it, and waits until nothing is left to do. Can be killed anywhere and run again. */
export async function apply(paths: readonly string[], flags: ApplyFlags): Promise<void> {
	const session = await prepareApply(paths, flags);
	try {
		if (flags.refreshOnly) await refreshState(session);
		else await run(session, await decide(session));
	} finally {
		await session.close();
	}
}

/** `--refresh-only`: reading needs no yes. */
async function refreshState({ workspace, flags, recording, progress }: ApplySession): Promise<void> {
	const before = recording.writer.snapshot();
	const entries = await refresh(recording);
	progress.close();
	out(
		flags.json
			? lines(refreshEvents(entries, before))
			: renderRefresh(entries, before, { ...planInkOf(workspace, flags), written: true }),
	);
}

/** The plan that will be carried out: shown, within its limits, and approved. Throws `Exit` where it is refused. */
async function decide(session: ApplySession): Promise<FirstLook> {
	const { workspace, flags, recording, using } = session;
	const look = await lookOf(session);
	showPlan(session, look);
	// Whoever made a saved plan has approved it.
	if (using) return look;
	if (!(await approvePlan(look.plan, flags, recording.signal))) {
		err("Nothing was done.\n");
		throw new Exit(EXIT.error);
	}
	await offerModels(look.plan, { settings: workspace.settings, flags, signal: recording.signal });
	return look;
}

/** The plan as it is now. Of a saved one: only where that still is what was reviewed. */
async function lookOf({ workspace, flags, recording, known, using }: ApplySession): Promise<FirstLook> {
	const service = serviceName(workspace.settings);
	if (using) return lookOfSaved(using, recording, { known, service, version: VERSION });
	return (flags.refresh ? firstLook : unreadLook)(recording, known);
}

/** A plan past a limit is shown, and then refused. */
function showPlan({ workspace, flags, recording, known, progress }: ApplySession, { plan }: FirstLook): void {
	const shown = plannedOf(plan, {
		workspace,
		snapshot: recording.writer.snapshot(),
		known,
		service: recording.service,
	});
	progress.close();
	out(plannedOutput(shown, planInkOf(workspace, flags), flags));
	if (shown.valves.length > 0) throw new Exit(EXIT.error);
}

/** Carries the plan out and reports. Throws `Exit` with the code of a run that was not all well. */
async function run(session: ApplySession, look: FirstLook): Promise<void> {
	const { recording, known, using } = session;
	const convergence = using
		? await convergeSaved(using, recording, { known, look })
		: await converge(recording, known, { look, approval: approvalOf(look.plan) });
	report(session, convergence, look.plan);
}

function report(
	{ workspace, flags, recording, progress }: ApplySession,
	convergence: Convergence,
	first: Plan,
): void {
	progress.close();
	const snapshot = recording.writer.snapshot();
	if (worked(convergence, first))
		progress.say(renderReport({ ...convergence, snapshot }, planInkOf(workspace, flags)), {
			type: "report",
			...convergence.report,
			rest: convergence.rest,
		});
	if (recording.signal.aborted) throw recording.signal.reason;
	const code = codeOf({ ...convergence, snapshot });
	if (code !== EXIT.ok) throw new Exit(code);
}

/** Whether there is anything to report beyond the plan already shown. */
function worked({ report, rest }: Convergence, first: Plan): boolean {
	return (
		report.submitted + report.published + report.failures.length > 0 ||
		rest.changes.length !== first.changes.length
	);
}
