import type { Address } from "../model/address.ts";
import type { Change, Plan } from "../model/plan.ts";

/** What a person said yes to: exact changes, and upper bounds for posts whose clips were not known. */
export interface Approval {
	readonly exact: Pick<ReadonlySet<Address>, "has">;
	/** How many posts may still follow, by the address of the bounded change. */
	readonly bounds: Map<Address, number>;
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

/** Whether the yes covers a change that a later look brought up. Counts it against its bound. */
export function spend(approval: Approval, change: Change): boolean {
	if (approval.exact.has(change.address)) return true;
	const key = boundedAddress(change.address);
	const left = approval.bounds.get(key) ?? 0;
	if (change.action !== "publish" || left < 1) return false;
	approval.bounds.set(key, left - 1);
	return true;
}

/** The address a post had while its clips were not known. */
function boundedAddress(address: Address): Address {
	return address.replace(/@\d+-\d+"\]/, '@*"]') as Address;
}
