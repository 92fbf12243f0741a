import { campaignOf } from "../model/address.ts";
import type { Campaign, Policy } from "../model/campaign.ts";
import type { LimitExceeded } from "../model/limit-exceeded.ts";
import type { Change, Plan, SubmitChange } from "../model/plan.ts";

/**
 * Every limit that the plan exceeds: those of the settings for all of it, those of a campaign for its own
 * part.
 * Counts what may follow: bounds of posts, not only posts.
 */
export function limitsExceeded(
	{ changes }: Pick<Plan, "changes">,
	campaigns: readonly Campaign[],
	settings: Policy = {},
): readonly LimitExceeded[] {
	const own = campaigns.flatMap(({ name, policy }) =>
		policy === undefined
			? []
			: exceeded(
					policy,
					changes.filter(({ address }) => campaignOf(address) === name),
					name,
				),
	);
	return [...exceeded(settings, changes, "settings"), ...own];
}

function exceeded(
	{ maxPostsPerRun, budgetUnits }: Policy,
	changes: readonly Change[],
	of: string,
): LimitExceeded[] {
	return [
		...checked({ policy: "max_posts_per_run", of, limit: maxPostsPerRun, asked: postsOf(changes) }),
		...checked({ policy: "budget", of, limit: budgetUnits, asked: unitsOf(changes) }),
	];
}

function checked({
	policy,
	of,
	limit,
	asked,
}: Pick<LimitExceeded, "policy" | "of"> & {
	readonly limit: number | undefined;
	readonly asked: number;
}): LimitExceeded[] {
	if (limit === undefined || asked <= limit) return [];
	return [{ policy, of, limit, ...(Number.isFinite(asked) && { asked }) }];
}

function postsOf(changes: readonly Change[]): number {
	return changes.reduce((sum, change) => {
		if (change.action === "publish-bounded") return sum + (change.atMost ?? Number.POSITIVE_INFINITY);
		return change.action === "publish" || change.action === "replace" ? sum + 1 : sum;
	}, 0);
}

/** A cost that is not known before may be any: a budget that let it through would be none. */
function unitsOf(changes: readonly Change[]): number {
	const submits = changes.filter(
		(change): change is SubmitChange => change.action === "submit" || change.action === "resubmit",
	);
	return submits.reduce((sum, { units }) => sum + (units ?? Number.POSITIVE_INFINITY), 0);
}
