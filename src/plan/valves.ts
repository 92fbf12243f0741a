import { campaignOf } from "../model/address.ts";
import type { Campaign, Policy } from "../model/campaign.ts";
import type { Change, Plan, SubmitChange } from "../model/plan.ts";
import type { PastValve } from "../model/valve.ts";

/** Every limit the plan goes past: those of the settings for all of it, those of a campaign for its own part. Counts what may follow: bounds of posts, not only posts. */
export function valvesPast(
	{ changes }: Pick<Plan, "changes">,
	campaigns: readonly Campaign[],
	settings: Policy = {},
): readonly PastValve[] {
	const own = campaigns.flatMap(({ name, policy }) =>
		policy === undefined
			? []
			: past(
					policy,
					changes.filter(({ address }) => campaignOf(address) === name),
					name,
				),
	);
	return [...past(settings, changes, "settings"), ...own];
}

function past({ maxPostsPerRun, budgetUnits }: Policy, changes: readonly Change[], of: string): PastValve[] {
	return [
		...checked({ valve: "max_posts_per_run", of, limit: maxPostsPerRun, asked: postsOf(changes) }),
		...checked({ valve: "budget", of, limit: budgetUnits, asked: unitsOf(changes) }),
	];
}

function checked({
	valve,
	of,
	limit,
	asked,
}: Pick<PastValve, "valve" | "of"> & {
	readonly limit: number | undefined;
	readonly asked: number;
}): PastValve[] {
	if (limit === undefined || asked <= limit) return [];
	return [{ valve, of, limit, ...(Number.isFinite(asked) && { asked }) }];
}

function postsOf(changes: readonly Change[]): number {
	return changes.reduce((sum, change) => {
		if (change.action === "publish-bounded") return sum + (change.atMost ?? Number.POSITIVE_INFINITY);
		return change.action === "publish" ? sum + 1 : sum;
	}, 0);
}

/** A cost that is not known before may be any: a budget that let it through would be none. */
function unitsOf(changes: readonly Change[]): number {
	const submits = changes.filter(
		(change): change is SubmitChange => change.action === "submit" || change.action === "resubmit",
	);
	return submits.reduce((sum, { units }) => sum + (units ?? Number.POSITIVE_INFINITY), 0);
}
