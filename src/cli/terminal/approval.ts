import type { Plan, PublishChange } from "../../model/plan.ts";
import { cancels } from "../../plan/cancels.ts";
import { isPerformable } from "../../reconcile/perform.ts";
import type { PlanInk } from "../../views/change.ts";
import { counted } from "../../views/ink.ts";
import { renderPlan } from "../../views/plan.ts";
import type { Progress } from "./progress.ts";
import { confirmed, err, interactive, out } from "./terminal.ts";

/** Whether the plan may be carried out. Only what does something needs a yes; reading and waiting do not. */
export async function approvePlan(
	plan: Plan,
	{ autoApprove, workspace }: { readonly autoApprove?: true; readonly workspace?: string },
	signal: AbortSignal,
): Promise<boolean> {
	if (
		autoApprove ||
		!plan.changes.some((change) => isPerformable(change) || change.action === "publish-bounded")
	)
		return true;
	if (interactive()) {
		const where = workspace === undefined ? "" : ` to workspace ${workspace}`;
		return confirmed(`Apply these changes${where}${cancelWords(plan)}? Only "yes" is accepted: `, signal);
	}
	err("Error: apply needs confirmation, but this is not a terminal: use --auto-approve\n");
	return false;
}

/** What is taken back is named in the question. */
function cancelWords({ changes }: Plan): string {
	const count = changes.filter(cancels).length;
	return count === 0 ? "" : `, and cancel ${counted(count, "scheduled post")}`;
}

interface Titles {
	readonly autoApprove: true | undefined;
	/** A saved plan was reviewed before, with the bounds of its posts. */
	readonly reviewed: boolean;
	/** What it is called beside others. Absent: it is the only one. */
	readonly workspace?: string;
	readonly ink: PlanInk;
	readonly progress: Progress;
	readonly signal: AbortSignal;
}

/** Once the clips are known, a person sees the real titles before they are public. */
export async function approveTitles(
	posts: readonly PublishChange[],
	{ autoApprove, reviewed, workspace, ink, progress, signal }: Titles,
): Promise<boolean> {
	// On a terminal the titles of a reviewed plan are shown all the same.
	if (autoApprove || !interactive()) return autoApprove === true || reviewed;
	progress.close();
	const plan: Plan = { changes: posts, unchanged: 0, needsAccounts: false, lineage: "", serial: 0 };
	const where = workspace === undefined ? "" : ` in workspace ${workspace}`;
	out(`\nThe clips${where} are known now. To be published:\n${renderPlan(plan, ink)}`);
	return confirmed(`Publish these${where}? Only "yes" is accepted: `, signal);
}
