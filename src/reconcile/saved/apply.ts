import { type AddressText, withoutMoment } from "../../model/address.ts";
import type { EpochMs } from "../../model/brand.ts";
import { StopFault } from "../../model/fault.ts";
import type { Change, Plan } from "../../model/plan.ts";
import type { SavedPlan } from "../../model/saved.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { type Approval, approvalOf } from "../approval.ts";
import type { PlanInputs, RunContext } from "../context.ts";
import { type FirstPass, firstPass, type LoopResult, loopUntilDone } from "../loop.ts";
import { isPerformable } from "../perform.ts";
import { isCovered } from "./digest.ts";
import { coveredBy, doneOtherwise, movedOn, type Present } from "./stale.ts";

/** A saved plan, and the name of its file for people. */
export interface SavedPlanFile {
	readonly saved: SavedPlan;
	readonly name: string;
}

/** What a saved plan is compared with before it is applied. */
export interface Current extends Pick<Present, "service"> {
	readonly inputs: PlanInputs;
	/** Of this program. */
	readonly version: string;
	/** Words the reason of a change. */
	readonly why: (change: Change) => string;
}

/**
 * Reads, plans, and compares with what was reviewed. What the plan does not mention is left out.
 * Throws `StopFault` for a plan that is used up, too old, of another program, or made from something that is
 * not there any more; says what.
 */
export async function firstPassOfSaved(
	file: SavedPlanFile,
	context: RunContext,
	{ inputs, service, version, why }: Current,
): Promise<FirstPass> {
	const { saved, name } = file;
	const snapshot = context.writer.snapshot();
	mustBeUsable(file, { snapshot, version, now: context.clock.now() });
	mustBeNothing(name, movedOn(saved, { campaigns: inputs.campaigns, snapshot, service }));
	const first = await firstPass(context, inputs);
	mustBeNothing(name, doneOtherwise(saved, first.plan, { begun: begun(saved, snapshot), why }));
	const covered = coveredBy(saved);
	const acts = (change: Change) => isPerformable(change) || change.action === "publish-bounded";
	return {
		...first,
		plan: {
			...first.plan,
			changes: first.plan.changes.filter((change) => covered(change.address) || !acts(change)),
		},
	};
}

/**
 * Does what the saved plan says, and nothing else. That it is used is on disk before anything is sent;
 * that all of it was done, afterwards.
 */
export async function applySaved(
	file: SavedPlanFile,
	context: RunContext,
	{ inputs, first }: { readonly inputs: PlanInputs; readonly first: FirstPass },
): Promise<LoopResult> {
	const approval = approvalOfSaved(file.saved, context.writer.snapshot());
	await beginUse(file, context);
	const result = await loopUntilDone(context, inputs, { first, approval });
	if (!context.signal.aborted) await endUse(file, context, result.rest);
	return result;
}

/** Videos that the plan replaces and that a run before this one has not replaced yet. */
export function stillToReplace(
	saved: SavedPlan,
	{ plans = {}, resources }: Snapshot,
): readonly AddressText[] {
	const use = plans[saved.id];
	return saved.replace.filter((address) => {
		const state = resources[address];
		return use === undefined || state?.kind !== "video" || state.submittedAt < use.usedAt;
	});
}

/** What was refused before the plan was made, and the plan sends all the same. */
export function stillToRetry(
	{ id, plan }: SavedPlan,
	{ plans = {}, refusals = {} }: Snapshot,
): readonly AddressText[] {
	const use = plans[id];
	return plan.changes.filter(isPerformable).flatMap(({ address }) => {
		const refusal = refusals[address];
		return refusal !== undefined && (use === undefined || refusal.at < use.usedAt) ? [address] : [];
	});
}

function mustBeUsable(
	{ saved, name }: SavedPlanFile,
	{
		snapshot,
		version,
		now,
	}: { readonly snapshot: Snapshot; readonly version: string; readonly now: EpochMs },
): void {
	const use = snapshot.plans?.[saved.id];
	if (use?.finishedAt !== undefined)
		throw refused(
			`${name} was applied already, on ${formatTime(use.finishedAt)}: a saved plan is applied once.`,
		);
	if (now >= saved.expiresAt) throw refused(`${name} expired on ${formatTime(saved.expiresAt)}.`);
	if (version !== saved.version)
		throw refused(`${name} was made by showrun ${saved.version}, and this is ${version}.`);
}

/** What a saved plan approves: what it does, and the posts it bounded, less those that were made already. */
function approvalOfSaved(saved: SavedPlan, { ledger }: Snapshot): Approval {
	const made = ledger.slice(saved.basis.ledger.entries).map(({ address }) => withoutMoment(address));
	const { bounds } = approvalOf(saved.plan);
	const left = [...bounds].map(([address, most]): [AddressText, number] => [
		address,
		most - made.filter((each) => each === address).length,
	]);
	return {
		exact: new Set(saved.plan.changes.filter(isCovered).map(({ address }) => address)),
		bounds: new Map(left),
	};
}

/** A plan that does nothing is not used up. */
async function beginUse({ saved }: SavedPlanFile, { writer, clock }: RunContext): Promise<void> {
	if (
		begun(saved, writer.snapshot()) ||
		!saved.plan.changes.some((change) => isPerformable(change) || change.action === "publish-bounded")
	)
		return;
	await writer.append({
		type: "plan",
		plan: saved.id,
		at: clock.now(),
		expiresAt: saved.expiresAt,
		finished: false,
	});
}

/** Where nothing of what is left is the plan's. */
async function endUse({ saved }: SavedPlanFile, { writer, clock }: RunContext, rest: Plan): Promise<void> {
	const covered = coveredBy(saved);
	if (!begun(saved, writer.snapshot()) || rest.changes.some(({ address }) => covered(address))) return;
	await writer.append({
		type: "plan",
		plan: saved.id,
		at: clock.now(),
		expiresAt: saved.expiresAt,
		finished: true,
	});
}

function begun({ id }: SavedPlan, { plans = {} }: Snapshot): boolean {
	return Object.hasOwn(plans, id);
}

function mustBeNothing(name: string, differences: readonly string[]): void {
	if (differences.length === 0) return;
	const [shown, more] = [differences.slice(0, MOST), differences.length - MOST];
	const lines = [...shown.map((each) => `- ${each}`), ...(more > 0 ? [`… and ${more} more.`] : [])];
	throw new StopFault(`${name} is stale: things are not as they were when it was made. Nothing was done.`, {
		remedy: [...lines, REMEDY].join("\n"),
	});
}

/** So many differences are listed. */
const MOST = 20;
const REMEDY = "Make a new plan, and look at it: showrun plan --out plan.json";

function refused(message: string): StopFault {
	return new StopFault(`${message} Nothing was done.`, { remedy: REMEDY });
}

function formatTime(at: EpochMs): string {
	return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")}Z`;
}
