import type { Address } from "../../model/address.ts";
import type { Plan, PublishChange } from "../../model/plan.ts";
import { outlookOf } from "../../plan/outlook.ts";
import { doable } from "../../reconcile/apply.ts";
import { approvalOf } from "../../reconcile/approve.ts";
import { type Convergence, converge, type FirstLook, firstLook } from "../../reconcile/converge.ts";
import type { Known } from "../../reconcile/pass.ts";
import type { Recording } from "../../reconcile/record.ts";
import { fileStore } from "../../state/file.ts";
import { systemClock } from "../../system/clock.ts";
import { renderPlan } from "../../views/plan.ts";
import { renderReport } from "../../views/report.ts";
import { codeOf, EXIT, Exit } from "../exit.ts";
import type { InputFlags } from "../inputs.ts";
import { openProgress, type Progress } from "../progress.ts";
import { recordingOf } from "../recording.ts";
import { connectService } from "../service.ts";
import { confirmed, err, interactive, out, stopSignal } from "../terminal.ts";
import { mustBeVideos, openWorkspace, planInkOf, sourcesOf, type Workspace } from "../workspace.ts";

interface ApplyFlags extends InputFlags {
	readonly autoApprove?: true;
	readonly json?: true;
	readonly detail?: true;
	readonly replace: readonly Address[];
	/** Seconds. */
	readonly lockTimeout: number;
}

/** `showrun apply`: plans, asks, does it, and waits until nothing is left to do. Can be killed anywhere and run again. */
export async function apply(paths: readonly string[], flags: ApplyFlags): Promise<void> {
	const signal = stopSignal();
	const workspace = await openWorkspace(paths, signal, flags);
	mustBeVideos(flags.replace, workspace.campaigns);
	const known: Known = { campaigns: workspace.campaigns, sources: await sourcesOf(workspace, signal) };
	const progress = await openProgress(flags);
	const command = ["showrun apply", ...paths].join(" ");
	const writer = await fileStore({ path: workspace.settings.state }).open({ command, waitMs: flags.lockTimeout * 1000, signal });
	const connected = await connectService(workspace.settings, "write");
	try {
		const look = (posts: readonly PublishChange[]) => secondLook(posts, { workspace, flags, progress, signal });
		const recording = recordingOf({
			...workspace,
			replace: flags.replace,
			clock: systemClock,
			signal,
			writer,
			service: connected.service,
			emit: progress.emit,
			secondLook: look,
		});
		await decide({ workspace, flags, recording, known, look: await firstLook(recording, known), progress });
	} finally {
		progress.close();
		await connected.close().finally(() => writer.close());
	}
}

interface Decision {
	readonly workspace: Workspace;
	readonly flags: ApplyFlags;
	readonly progress: Progress;
	readonly recording: Recording;
	readonly known: Known;
	readonly look: FirstLook;
}

async function decide({ workspace, flags, recording, known, look, progress }: Decision): Promise<void> {
	const ink = planInkOf(workspace, flags);
	const { requestsPerMinute } = workspace.settings.service.limits;
	const facts = { snapshot: recording.writer.snapshot(), campaigns: workspace.campaigns, accounts: known.accounts, now: recording.clock.now() };
	progress.say(renderPlan(look.plan, ink, outlookOf({ plan: look.plan, ...facts, requestsPerMinute })), { type: "plan", ...look.plan });
	if (!(await approved(look.plan, flags, recording.signal))) {
		err("Nothing was done.\n");
		throw new Exit(EXIT.error);
	}
	const convergence = await converge(recording, known, { look, approval: approvalOf(look.plan) });
	progress.close();
	const snapshot = recording.writer.snapshot();
	if (worked(convergence, look.plan))
		progress.say(renderReport({ ...convergence, snapshot }, ink), { type: "report", ...convergence.report, rest: convergence.rest });
	if (recording.signal.aborted) throw recording.signal.reason;
	const code = codeOf({ ...convergence, snapshot });
	if (code !== EXIT.ok) throw new Exit(code);
}

/** Whether there is anything to report beyond the plan already shown. */
function worked({ report, rest }: Convergence, first: Plan): boolean {
	return report.submitted + report.published + report.failures.length > 0 || rest.changes.length !== first.changes.length;
}

/** Only what does something needs a yes; reading and waiting do not. */
async function approved(plan: Plan, flags: ApplyFlags, signal: AbortSignal): Promise<boolean> {
	if (flags.autoApprove || !plan.changes.some((change) => doable(change) || change.action === "publish-bounded")) return true;
	if (interactive()) return confirmed('Do this? Only "yes" is accepted: ', signal);
	err("Error: apply asks before it does anything, and there is nobody to ask here.\n  Pass --auto-approve to say yes beforehand.\n");
	return false;
}

/** Once the clips are known, a person sees the real titles before they are public. */
async function secondLook(
	posts: readonly PublishChange[],
	{ workspace, flags, progress, signal }: Pick<Decision, "workspace" | "flags" | "progress"> & { readonly signal: AbortSignal },
): Promise<boolean> {
	if (flags.autoApprove || !interactive()) return flags.autoApprove === true;
	progress.close();
	const plan: Plan = { changes: posts, unchanged: 0, needsAccounts: false, lineage: "", serial: 0 };
	out(`\nThe clips are known now. To be published:\n${renderPlan(plan, planInkOf(workspace, flags))}`);
	return confirmed('Publish these? Only "yes" is accepted: ', signal);
}
