import type { EpochMs } from "../model/brand.ts";
import type { Campaign } from "../model/campaign.ts";
import type { Plan } from "../model/plan.ts";
import type { PostState, ResourceState, Snapshot } from "../model/snapshot.ts";

/** What a plan was made of, and when. */
interface PlannedFrom {
	readonly campaigns: readonly Pick<Campaign, "feeds">[];
	readonly snapshot: Snapshot;
	readonly now: EpochMs;
}

/**
 * Whether a plan asks for nothing, and time alone changes nothing about that: all was done and is over. It
 * stays as it is until something that it was made from changes.
 */
export function isLasting(plan: Plan, { campaigns, snapshot, now }: PlannedFrom): boolean {
	const { operations, refusals = {}, slots = {}, resources } = snapshot;
	return (
		asksNothing(plan) &&
		campaigns.every(({ feeds }) => feeds === undefined) &&
		[operations, refusals, slots].every((each) => Object.keys(each).length === 0) &&
		Object.values(resources).every((state) => isOver(state, now))
	);
}

function asksNothing({ changes, unchanged, needsAccounts, lineage, serial, ...more }: Plan): boolean {
	return changes.length === 0 && !needsAccounts && Object.values(more).every((each) => each === undefined);
}

function isOver(state: ResourceState, now: EpochMs): boolean {
	if (state.kind === "post") return isOut(state, now);
	return state.status === "SUCCEEDED" && state.result !== undefined;
}

function isOut({ status, request, acceptedAt, ...more }: PostState, now: EpochMs): boolean {
	const isSettled = (more.cancelling ?? more.updating ?? more.needsAccount) === undefined;
	return status === "DONE" && isSettled && (request.scheduledAt ?? acceptedAt) <= now;
}
