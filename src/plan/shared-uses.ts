import { campaignOf } from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import type { Plan } from "../model/plan.ts";
import type { SharedUse } from "../model/shared-use.ts";

/** The shared files behind the campaigns that a plan changes, and how far each of them reaches. */
export function sharedUses(
	{ changes }: Pick<Plan, "changes">,
	campaigns: readonly Pick<Campaign, "name" | "uses">[],
): readonly SharedUse[] {
	const changed = new Set<string>(changes.map(({ address }) => campaignOf(address)));
	const users = new Map<string, string[]>();
	for (const { name, uses = [] } of campaigns)
		for (const file of uses) users.set(file, [...(users.get(file) ?? []), name]);
	const all = [...users].map(([file, names]) => ({
		file,
		campaigns: names,
		changed: names.filter((name) => changed.has(name)),
	}));
	return all.filter((each) => each.changed.length > 0).sort((a, b) => (a.file < b.file ? -1 : 1));
}
