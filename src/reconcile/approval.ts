import { type AddressText, withoutMoment } from "../model/address.ts";
import type { Change, Plan } from "../model/plan.ts";

/** What a person said yes to: exact changes, and upper bounds for posts whose clips were not known. */
export interface Approval {
	readonly exact: Pick<ReadonlySet<AddressText>, "has">;
	/** How many posts may still follow, by the address of the bounded change. */
	readonly bounds: Map<AddressText, number>;
}

/** A yes to everything in the plan, bounds included. */
export function approvalOf(plan: Plan): Approval {
	const bounded = plan.changes.filter((change) => change.action === "publish-bounded");
	return {
		exact: new Set(plan.changes.map(({ address }) => address)),
		bounds: new Map(bounded.map(({ address, atMost }) => [address, atMost ?? Number.POSITIVE_INFINITY])),
	};
}

/** A yes to whatever the campaigns ask for, now and later: what starting `watch` means. */
export const EVERYTHING: Approval = { exact: { has: () => true }, bounds: new Map() };

/** Whether the yes may cover a post that a later look brought up. */
export function mayCover(approval: Approval, change: Change): boolean {
	return change.action === "publish" && (approval.bounds.get(withoutMoment(change.address)) ?? 0) >= 1;
}

/** Whether the yes covers a change that a later look brought up. Counts it against its bound. */
export function spend(approval: Approval, change: Change): boolean {
	if (approval.exact.has(change.address)) return true;
	if (!mayCover(approval, change)) return false;
	const key = withoutMoment(change.address);
	approval.bounds.set(key, (approval.bounds.get(key) ?? 0) - 1);
	return true;
}
