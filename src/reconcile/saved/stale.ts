import { accountKey } from "../../model/account.ts";
import { type AddressText, withoutMoment } from "../../model/address.ts";
import type { Campaign } from "../../model/campaign.ts";
import type { Change, Plan } from "../../model/plan.ts";
import type { PlanBasis, SavedPlan } from "../../model/saved.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { cancels } from "../../plan/cancels.ts";
import { isPerformable } from "../perform.ts";
import { digestsOf, ledgerDigest } from "./digest.ts";
import { accountsOf } from "./plan-file.ts";

/** What a saved plan is held against. */
export interface Present {
	readonly campaigns: readonly Campaign[];
	readonly snapshot: Snapshot;
	/** Host of the service, or `embedded`. */
	readonly service: string;
}

/**
 * What is not any more as it was when the plan was made, one sentence each. Of a plan that is continued, its
 * own doings do not count.
 */
export function movedOn(saved: SavedPlan, { campaigns, snapshot, service }: Present): readonly string[] {
	const { basis } = saved;
	const elsewhere =
		service === basis.service
			? []
			: [`It was made for the service ${basis.service}, and this one is ${service}.`];
	const begun = Object.hasOwn(snapshot.plans ?? {}, saved.id);
	return [
		...elsewhere,
		...campaignsChanged(basis, campaigns),
		...(begun ? postedByOthers(saved, snapshot) : stateChanged(basis, snapshot)),
	];
}

/** Inputs count as part of a campaign. */
function campaignsChanged(basis: PlanBasis, campaigns: readonly Campaign[]): string[] {
	const now = new Map(campaigns.map((campaign) => [campaign.name, campaign]));
	const before = new Set(basis.campaigns.map(({ name }) => name));
	return [
		...basis.campaigns.flatMap(({ name, file, digest }) => {
			const campaign = now.get(name);
			if (campaign === undefined) return [`The campaign ${name} (${file}) is gone.`];
			return campaign.digest === digest
				? []
				: [
						`The campaign ${name} (${campaign.file}) changed, or its inputs have other values: ` +
							"give --var, --var-file and --env as `plan` got them.",
					];
		}),
		...campaigns
			.filter(({ name }) => !before.has(name))
			.map(({ name, file }) => `The campaign ${name} (${file}) is new.`),
	];
}

function stateChanged(basis: PlanBasis, { lineage, serial, ledger }: Snapshot): string[] {
	if (lineage !== basis.lineage) return ["The plan was made for another state (its lineage differs)."];
	const posted =
		ledger.length === basis.ledger.entries && ledgerDigest(ledger) === basis.ledger.digest
			? []
			: ["Posts were made, or resolved, since."];
	return [
		...(serial === basis.serial
			? []
			: [`The state changed: it was at serial ${basis.serial} and is at ${serial}.`]),
		...posted,
	];
}

function postedByOthers(saved: SavedPlan, snapshot: Snapshot): string[] {
	const { ledger } = snapshot;
	const { entries, digest } = saved.basis.ledger;
	// What the plan cancels leaves the ledger, so that only what came since can be told from it.
	if (saved.plan.changes.some(cancels)) return postedSince(saved, snapshot);
	if (ledgerDigest(ledger.slice(0, entries)) !== digest) return ["Posts of before were resolved since."];
	const own = coveredBy(saved);
	return ledger
		.slice(entries)
		.flatMap(({ address }) => (own(address) ? [] : [`${address} was posted by another run.`]));
}

function postedSince(saved: SavedPlan, { ledger, plans = {} }: Snapshot): string[] {
	const usedAt = plans[saved.id]?.usedAt ?? saved.createdAt;
	const own = coveredBy(saved);
	return ledger.flatMap(({ address, at }) =>
		at < usedAt || own(address) ? [] : [`${address} was posted by another run.`],
	);
}

/** Whether a saved plan has a word on an address: by itself, or as one of the posts it only bounded. */
export function coveredBy({
	plan,
	digests,
}: Pick<SavedPlan, "plan" | "digests">): (address: AddressText) => boolean {
	const bounded = new Set(
		plan.changes.filter(({ action }) => action === "publish-bounded").map(({ address }) => address),
	);
	return (address) => Object.hasOwn(digests, address) || bounded.has(withoutMoment(address));
}

/**
 * What the plan would do, and what a plan made now would do instead, one sentence each. `why`: words the
 * reason of a change.
 */
export function doneOtherwise(
	saved: SavedPlan,
	fresh: Plan,
	{ begun, why }: { readonly begun: boolean; readonly why: (change: Change) => string },
): readonly string[] {
	const now = new Map(fresh.changes.map((change) => [change.address, change]));
	const digests = digestsOf(fresh);
	const changes = saved.plan.changes.filter(isPerformable).flatMap((was) => {
		const change = now.get(was.address);
		return digests[was.address] === saved.digests[was.address] || (begun && isOwnDoing(was, change))
			? []
			: [otherwise(was, change, why)];
	});
	return [...changes, ...accountsChanged(saved, fresh)];
}

/**
 * Done already, under way, or ended in a way that needs a person: all of it follows from what the plan did.
 */
function isOwnDoing(was: Change, change: Change | undefined): boolean {
	// It was cancelled, and is still to be made anew, or to be forgotten.
	if (was.action === "replace" && change?.action === "publish") return true;
	if (was.action === "cancel" && change?.action === "forget") return true;
	return change === undefined || !isPerformable(change) || change.action === "repeat";
}

function otherwise(
	{ address, action }: Change,
	now: Change | undefined,
	why: (change: Change) => string,
): string {
	if (now === undefined) return `${address} was to ${action}, and no longer needs a change.`;
	return now.action === action
		? `What ${address} would ${action} has changed.`
		: `${address} was to ${action}; now: ${why(now)}.`;
}

function accountsChanged({ basis }: SavedPlan, fresh: Plan): string[] {
	const now = new Map(accountsOf(fresh).map((account) => [accountKey(account), account.id]));
	return basis.accounts.flatMap((account) => {
		const id = now.get(accountKey(account));
		return id === undefined || id === account.id
			? []
			: [`The account ${account.platform} ${account.username} is another connection now.`];
	});
}
