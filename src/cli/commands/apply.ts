import type { Plan, PublishChange } from "../../model/plan.ts";
import type { SavedPlan } from "../../model/saved.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { approvalOf } from "../../reconcile/approval.ts";
import {
	type Convergence,
	converge,
	type FirstLook,
	firstLook,
	refresh,
	unreadLook,
} from "../../reconcile/loop.ts";
import type { Known } from "../../reconcile/pass.ts";
import { doable } from "../../reconcile/perform.ts";
import { convergeSaved, lookOfSaved, stillToReplace, type Using } from "../../reconcile/saved/apply.ts";
import type { Recording } from "../../reconcile/send-once.ts";
import type { StateWriter } from "../../state/store.ts";
import { systemClock } from "../../system/clock.ts";
import { renderPlan } from "../../views/plan.ts";
import { refreshEvents, renderRefresh } from "../../views/refresh.ts";
import { renderReport } from "../../views/report.ts";
import { codeOf, EXIT, Exit } from "../exit.ts";
import type { PlanFlags } from "../flags/plan.ts";
import { openProgress, type Progress } from "../terminal/progress.ts";
import { confirmed, err, interactive, lines, out, stopSignal } from "../terminal/terminal.ts";
import { VERSION } from "../version.ts";
import { offerModels } from "../wiring/models-offer.ts";
import { optionsOf, planOptionsOf } from "../wiring/plan-options.ts";
import { plannedOf, plannedOutput } from "../wiring/plan-output.ts";
import { recordingOf } from "../wiring/recording.ts";
import { mustLeavePlanAlone, savedPlanIn, serviceName } from "../wiring/saved-plan.ts";
import { type Connected, connectService } from "../wiring/service.ts";
import { mustKeepState, storeOf } from "../wiring/store.ts";
import { openWorkspace, planInkOf, sourcesOf, type Workspace } from "../wiring/workspace.ts";

interface ApplyFlags extends PlanFlags {
	readonly autoApprove?: true;
	/** Posts are handed over even where the clocks are more than a minute apart. */
	readonly allowSkew?: true;
	/** Changes made at the same time. */
	readonly parallelism?: number;
	/** Seconds. */
	readonly lockTimeout: number;
}

/** `showrun apply`: plans, asks, does it, and waits until nothing is left to do. Can be killed anywhere and run again. */
export async function apply(paths: readonly string[], flags: ApplyFlags): Promise<void> {
	const signal = stopSignal();
	const using = await savedPlanIn(paths);
	if (using) mustLeavePlanAlone(flags, using.name);
	const workspace = await openWorkspace(using?.saved.paths ?? paths, signal, flags);
	mustKeepState(workspace.settings);
	const known: Known = { campaigns: workspace.campaigns, sources: await sourcesOf(workspace, signal) };
	const progress = await openProgress(flags);
	const command = ["showrun apply", ...paths].join(" ");
	const writer = await storeOf(workspace.settings).open({
		command,
		waitMs: flags.lockTimeout * 1000,
		signal,
	});
	const connected = await connectService(workspace.settings, "write", {
		tell: (pause) => progress.emit({ type: "pausing", ...pause }),
		...(flags.cache === false && { cache: false }),
	});
	try {
		const recording = recordingFor({ workspace, flags, progress, signal, using }, { writer, connected });
		const applying = { workspace, flags, recording, known, progress, using };
		if (flags.refreshOnly) await rememberWhatIsRead(applying);
		else await decide({ ...applying, look: await lookOf(applying) });
	} finally {
		progress.close();
		await connected.close().finally(() => writer.close());
	}
}

/** What a run shows and asks with. */
interface Asking {
	readonly workspace: Workspace;
	readonly flags: ApplyFlags;
	readonly progress: Progress;
	readonly signal: AbortSignal;
	/** The saved plan that is applied. */
	readonly using: Using | undefined;
}

function recordingFor(
	asking: Asking,
	{ writer, connected }: { readonly writer: StateWriter; readonly connected: Connected },
): Recording {
	const { workspace, flags, progress, signal, using } = asking;
	const { campaigns, settings } = workspace;
	const known = { campaigns, snapshot: writer.snapshot() };
	return recordingOf({
		...workspace,
		options: using
			? optionsOf(settings, selectionOf(using.saved, known.snapshot), known)
			: planOptionsOf(settings, flags, known),
		clock: systemClock,
		signal,
		writer,
		service: connected.service,
		emit: progress.emit,
		secondLook: (posts) => secondLook(posts, asking),
		...(flags.allowSkew && { allowSkew: flags.allowSkew }),
		...(flags.parallelism !== undefined && { parallelism: flags.parallelism }),
	});
}

/** What was selected when the plan was made; what it replaced already is not replaced again. */
function selectionOf(
	saved: SavedPlan,
	snapshot: Snapshot,
): Pick<PlanFlags, "target" | "exclude" | "replace"> {
	return { target: saved.targets, exclude: saved.excludes, replace: stillToReplace(saved, snapshot) };
}

interface Applying extends Omit<Asking, "signal"> {
	readonly recording: Recording;
	readonly known: Known;
}

/** `--refresh-only`: reading needs no yes. */
async function rememberWhatIsRead({ workspace, flags, recording, progress }: Applying): Promise<void> {
	const before = recording.writer.snapshot();
	const entries = await refresh(recording);
	progress.close();
	out(
		flags.json
			? lines(refreshEvents(entries, before))
			: renderRefresh(entries, before, { ...planInkOf(workspace, flags), written: true }),
	);
}

/** The plan as it is now. Of a saved one: only where that still is what was reviewed. */
async function lookOf({ workspace, flags, recording, known, using }: Applying): Promise<FirstLook> {
	if (using)
		return lookOfSaved(using, recording, {
			known,
			service: serviceName(workspace.settings),
			version: VERSION,
		});
	return (flags.refresh ? firstLook : unreadLook)(recording, known);
}

interface Decision extends Applying {
	readonly look: FirstLook;
}

async function decide(decision: Decision): Promise<void> {
	const { flags, recording, known, look, using } = decision;
	showPlan(decision);
	if (using) return report(decision, await convergeSaved(using, recording, { known, look }));
	if (!(await approved(look.plan, flags, recording.signal))) {
		err("Nothing was done.\n");
		throw new Exit(EXIT.error);
	}
	await offerModels(look.plan, { settings: decision.workspace.settings, flags, signal: recording.signal });
	report(decision, await converge(recording, known, { look, approval: approvalOf(look.plan) }));
}

/** A plan past a valve is shown, and then refused. */
function showPlan({ workspace, flags, recording, known, look, progress }: Decision): void {
	const shown = plannedOf(look.plan, {
		workspace,
		snapshot: recording.writer.snapshot(),
		known,
		service: recording.service,
	});
	progress.close();
	out(plannedOutput(shown, planInkOf(workspace, flags), flags));
	if (shown.valves.length > 0) throw new Exit(EXIT.error);
}

function report({ workspace, flags, recording, look, progress }: Decision, convergence: Convergence): void {
	progress.close();
	const snapshot = recording.writer.snapshot();
	if (worked(convergence, look.plan))
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

/** Only what does something needs a yes; reading and waiting do not. */
async function approved(plan: Plan, flags: ApplyFlags, signal: AbortSignal): Promise<boolean> {
	if (
		flags.autoApprove ||
		!plan.changes.some((change) => doable(change) || change.action === "publish-bounded")
	)
		return true;
	if (interactive()) return confirmed('Do this? Only "yes" is accepted: ', signal);
	err(
		"Error: apply asks before it does anything, and there is nobody to ask here.\n  Pass --auto-approve to say yes beforehand.\n",
	);
	return false;
}

/** Once the clips are known, a person sees the real titles before they are public. */
async function secondLook(
	posts: readonly PublishChange[],
	{ workspace, flags, progress, signal, using }: Asking,
): Promise<boolean> {
	// Who reviewed a saved plan saw its bounds; where somebody sits, the titles are shown all the same.
	if (flags.autoApprove || !interactive()) return flags.autoApprove === true || using !== undefined;
	progress.close();
	const plan: Plan = { changes: posts, unchanged: 0, needsAccounts: false, lineage: "", serial: 0 };
	out(
		`\nThe clips are known now. To be published:\n${renderPlan(plan, planInkOf(workspace, { ...flags, detail: true }))}`,
	);
	return confirmed('Publish these? Only "yes" is accepted: ', signal);
}
