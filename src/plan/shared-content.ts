import { accountKey } from "../model/account.ts";
import { campaignOf, parseAddress, withoutMoment } from "../model/address.ts";
import { defined } from "../model/defined.ts";
import type { PlanNote } from "../model/plan.ts";
import { levelled } from "../model/rules/level.ts";
import { comparedKey, sourceKey } from "../model/source-key.ts";
import type { Resource, UnknownPosts } from "./desired/wanted.ts";
import type { World } from "./world.ts";

/**
 * Posts whose clips are not known yet, of sources whose content another video of this plan posts to the same
 * account: told before units are spent, because clips that overlap are posted once.
 */
export function sharedContent(resources: readonly Resource[], world: World): readonly PlanNote[] {
	if (world.observed.shared === undefined) return [];
	const waiting = resources.flatMap((resource) =>
		resource.kind === "posts" && !resource.failed ? [resource] : [],
	);
	const turns = new Map(waiting.map(({ address }, turn) => [address, turn]));
	return waiting.flatMap((posts, turn) =>
		noteOf(posts, world, (address) => (turns.get(address) ?? -1) < turn),
	);
}

function noteOf(
	{ address, place, video }: UnknownPosts,
	{ campaigns, observed: { sources, shared = [] } }: World,
	isEarlier: (address: UnknownPosts["address"]) => boolean,
): readonly PlanNote[] {
	const source = sources[video];
	const campaign = campaigns.find(({ name }) => name === campaignOf(address));
	const target = parseAddress(address);
	const account = target?.kind === "post" ? campaign?.accounts[target.account] : undefined;
	if (source === undefined || campaign === undefined || account === undefined) return [];
	const key = comparedKey(sourceKey(source));
	const found = shared.filter(
		(each) => each.source === key && each.account === accountKey(account) && isEarlier(each.address),
	);
	const first = found.find(({ unclear }) => unclear === undefined) ?? found[0];
	if (first === undefined) return [];
	const finding = defined({
		code: "same-content",
		address: withoutMoment(first.address),
		unclear: first.unclear,
	} as const);
	return levelled([{ rule: "same-content", severity: "warning", finding } as const], campaign.rules).map(
		({ rule }) => ({ rule, finding, address, place }),
	);
}
