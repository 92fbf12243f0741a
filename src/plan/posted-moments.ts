import { accountKey } from "../model/account.ts";
import { type AddressText, parseAddress } from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import { overlap, SAME_MOMENT } from "../model/clip.ts";
import { defined } from "../model/defined.ts";
import { isElsewhere, isForgotten } from "../model/elsewhere.ts";
import type { PlanNote } from "../model/plan.ts";
import { levelled } from "../model/rules/level.ts";
import type { LedgerEntry } from "../model/snapshot.ts";
import { comparedKey, sourceKey } from "../model/source-key.ts";
import type { Resource, UnknownPosts } from "./desired/wanted.ts";
import { renamesSince } from "./repeated.ts";
import type { World } from "./world.ts";

/**
 * Posts whose clips are not known yet, of sources that were posted to their accounts before: told before
 * units are spent, because clips that overlap what was posted are not posted again.
 */
export function postedMoments(resources: readonly Resource[], world: World): readonly PlanNote[] {
	const waiting = resources.filter((resource) => resource.kind === "posts" && !resource.failed);
	if (waiting.length === 0) return [];
	const posted = new Map<string, LedgerEntry[]>();
	for (const entry of [...world.snapshot.ledger, ...(world.observed.elsewhere ?? [])]) {
		if (isForgotten(entry)) continue;
		const key = `${comparedKey(entry.source)}>${entry.account}`;
		posted.set(key, [...(posted.get(key) ?? []), entry]);
	}
	if (posted.size === 0) return [];
	return waiting.flatMap((resource) => (resource.kind === "posts" ? noteOf(resource, world, posted) : []));
}

function noteOf(
	{ address, place, video }: UnknownPosts,
	{ campaigns, observed }: World,
	posted: ReadonlyMap<string, readonly LedgerEntry[]>,
): readonly PlanNote[] {
	const { campaign, account, repeat = 1 } = targetOf(address, campaigns) ?? {};
	const source = observed.sources[video];
	if (campaign === undefined || account === undefined || source === undefined) return [];
	const before = usedUp(posted.get(`${comparedKey(sourceKey(source))}>${accountKey(account)}`) ?? [], repeat);
	const [first] = before;
	if (first === undefined) return [];
	const moves = renamesSince(address, first, campaigns);
	const finding = defined({
		code: "moments-posted",
		posts: before.length,
		address: first.address,
		file: isElsewhere(first) ? first.elsewhere.file : undefined,
		moves,
	} as const);
	const graded = levelled(
		[{ rule: "moments-posted", severity: "warning", finding } as const],
		campaign.rules,
	);
	return graded.map(({ rule }) => ({ rule, finding, address, place }));
}

function targetOf(text: AddressText, campaigns: readonly Campaign[]) {
	const address = parseAddress(text);
	const campaign = campaigns.find(({ name }) => name === address?.campaign);
	const account = address?.kind === "post" ? campaign?.accounts[address.account] : undefined;
	const repeat = address?.kind === "post" ? repeatOf(campaign, address.item) : undefined;
	return campaign && account && defined({ campaign, account, repeat });
}

function repeatOf(campaign: Campaign | undefined, post: string): number | undefined {
	return campaign?.posts.find(({ name }) => name === post)?.repeat;
}

/** Those whose moment was posted as often as it may be. */
function usedUp(entries: readonly LedgerEntry[], repeat: number): readonly LedgerEntry[] {
	if (repeat === 1) return entries;
	const isSame = (a: LedgerEntry, b: LedgerEntry) => overlap(a.moment, b.moment) >= SAME_MOMENT;
	return entries.filter((entry) => entries.filter((other) => isSame(entry, other)).length >= repeat);
}
