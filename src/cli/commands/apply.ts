import { defined } from "../../model/defined.ts";
import type { Plan } from "../../model/plan.ts";
import { approvalOf } from "../../reconcile/approval.ts";
import {
	type FirstPass,
	firstPass,
	firstPassUnread,
	type LoopResult,
	loopUntilDone,
	refresh,
} from "../../reconcile/loop.ts";
import { isPerformable } from "../../reconcile/perform.ts";
import { applySaved, firstPassOfSaved } from "../../reconcile/saved/apply.ts";
import { mustNotBeSuspended } from "../../reconcile/suspended.ts";
import { reportEvent } from "../../views/events.ts";
import { refreshEvents, renderRefresh } from "../../views/refresh.ts";
import { renderReport } from "../../views/report.ts";
import { reasonSentence } from "../../views/sentences/reasons.ts";
import { codeOf, EXIT, Exit } from "../exit.ts";
import { flagsOfOneWorkspace } from "../flags/plan.ts";
import { approvePlan } from "../terminal/approval.ts";
import { err, lines, out, stopSignal } from "../terminal/terminal.ts";
import { VERSION } from "../version.ts";
import { tellAfterApply } from "../wiring/apply-notify.ts";
import {
	type ApplyFlags,
	type ApplyRequest,
	type ApplySession,
	prepareApply,
} from "../wiring/apply-session.ts";
import { headingsOf, inEachWorkspace } from "../wiring/each-workspace.ts";
import { offerModels } from "../wiring/models-offer.ts";
import { plannedOf, plannedOutput } from "../wiring/plan-output.ts";
import { mustLeavePlanAlone, savedPlanIn, serviceName } from "../wiring/saved-plan.ts";
import { planInkOf } from "../wiring/workspace.ts";

/**
 * `showrun apply`: plans, asks, does it, and waits until nothing is left to do. Can be killed anywhere and
 * run again.
 */
export async function apply(paths: readonly string[], flags: ApplyFlags): Promise<void> {
	const signal = stopSignal();
	const using = await savedPlanIn(paths);
	if (using) mustLeavePlanAlone(flags, using.name);
	const single = using
		? { "A saved plan": true }
		: { ...flagsOfOneWorkspace(flags), "--metrics-file": flags.metricsFile !== undefined };
	const options = { signal, headings: headingsOf(flags), single };
	await inEachWorkspace(using?.saved.paths ?? paths, options, (one) =>
		applyOne({ one, flags, signal, using, command: ["showrun apply", ...paths].join(" ") }),
	);
}

async function applyOne(request: ApplyRequest): Promise<void> {
	const { flags } = request;
	const session = await prepareApply(request);
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
			: renderRefresh(entries, before, { ...(await planInkOf(workspace, flags)), written: true }),
	);
}

/**
 * The plan that will be carried out: shown, within its limits, and approved. Throws `Exit` where it is
 * refused.
 */
async function decide(session: ApplySession): Promise<FirstPass> {
	const { workspace, flags, recording, using, one } = session;
	const first = await firstPassOf(session);
	await showPlan(session, first);
	if (first.plan.changes.some(isPerformable)) mustNotBeSuspended(recording);
	// Whoever made a saved plan has approved it.
	if (using) return first;
	if (
		!(await approvePlan(
			first.plan,
			{ ...flags, ...defined({ workspace: one.named?.name }) },
			recording.signal,
		))
	) {
		err("Nothing was done.\n");
		throw new Exit(EXIT.error);
	}
	await offerModels(first.plan, { settings: workspace.settings, flags, signal: recording.signal });
	return first;
}

/** The plan as it is now. Of a saved one: only where that still is what was reviewed. */
async function firstPassOf({ workspace, flags, recording, known, using }: ApplySession): Promise<FirstPass> {
	const service = serviceName(workspace.settings);
	const current = { inputs: known, service, version: VERSION, why: reasonSentence };
	if (using) return firstPassOfSaved(using, recording, current);
	return (flags.refresh ? firstPass : firstPassUnread)(recording, known);
}

/** A plan past a limit is shown, and then refused. */
async function showPlan(
	{ workspace, flags, recording, known, progress }: ApplySession,
	{ plan }: FirstPass,
): Promise<void> {
	const shown = plannedOf(plan, {
		workspace,
		snapshot: recording.writer.snapshot(),
		known,
		service: recording.service,
	});
	progress.close();
	out(plannedOutput(shown, await planInkOf(workspace, flags), flags));
	if (shown.limits.length > 0) throw new Exit(EXIT.error);
}

/** Carries the plan out and reports. Throws `Exit` with the code of a run that was not all well. */
async function run(session: ApplySession, first: FirstPass): Promise<void> {
	const { recording, known, using } = session;
	const result = using
		? await applySaved(using, recording, { inputs: known, first })
		: await loopUntilDone(recording, known, { first, approval: approvalOf(first.plan) });
	await givePlatforms(session);
	await tellAfterApply(session, result);
	await measure(session, result);
	await report(session, result, first.plan);
}

async function measure(session: ApplySession, result: LoopResult): Promise<void> {
	const { metricsFile } = session.flags;
	if (metricsFile === undefined || session.recording.signal.aborted) return;
	const { writeMetricsFile } = await import("../wiring/metrics-file.ts");
	await writeMetricsFile(metricsFile, session, result);
}

/** Until then what a platform publishes by itself comes out only while showrun runs. */
async function givePlatforms({ given, recording: { signal } }: ApplySession): Promise<void> {
	const waiting = () =>
		err("Uploading posts that platforms publish at their time. Ctrl-C leaves the rest to the next run.\n");
	try {
		if (!signal.aborted) await given(signal, waiting);
	} catch (error) {
		if (!signal.aborted) throw error;
	}
}

async function report(
	{ workspace, flags, recording, progress }: ApplySession,
	result: LoopResult,
	first: Plan,
): Promise<void> {
	progress.close();
	const snapshot = recording.writer.snapshot();
	if (worked(result, first))
		progress.say(
			renderReport({ ...result, snapshot }, await planInkOf(workspace, flags)),
			reportEvent(result.report, result.rest),
		);
	if (recording.signal.aborted) throw recording.signal.reason;
	const code = codeOf({ ...result, snapshot });
	if (code !== EXIT.ok) throw new Exit(code);
}

/** Whether there is anything to report beyond the plan already shown. */
function worked({ report, rest }: LoopResult, first: Plan): boolean {
	return (
		report.submitted + report.published + report.failures.length > 0 ||
		rest.changes.length !== first.changes.length
	);
}
