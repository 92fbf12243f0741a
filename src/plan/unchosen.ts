import { type Address, parseAddress, postAddress, videoAddress } from "../model/address.ts";
import type { Campaign, Post } from "../model/campaign.ts";
import type { Severity } from "../model/diagnostic.ts";
import { keysOf } from "../model/keys.ts";
import type { Change, PlanNote } from "../model/plan.ts";
import { levelled } from "../model/rules/level.ts";
import type { Resource } from "./desired/wanted.ts";
import type { World } from "./world.ts";

/**
 * Posts that ask for clips of a video whose clips are known, and get none: unless a finding says so, they
 * would look done. What was posted before counts as chosen.
 */
export function unchosen(
	resources: readonly Resource[],
	{ campaigns, snapshot }: World,
): { readonly changes: Change[]; readonly notes: PlanNote[] } {
	const taken = new Set(
		[...resources.map(({ address }) => address), ...keysOf(snapshot.resources)].flatMap(
			(text) => entryOf(parseAddress(text)) ?? [],
		),
	);
	const found = campaigns.flatMap((campaign) =>
		campaign.posts.flatMap((post) =>
			taken.has(entry(campaign.name, post.name)) ? [] : unchosenBy(campaign, post, snapshot),
		),
	);
	return {
		changes: found.filter(isError).map(
			({ severity: _, rule, finding, ...about }): Change => ({
				...about,
				action: "attention",
				reason: "text-refused",
				reasonData: { rule, finding },
				remedy: { code: "follow-rule", rule },
			}),
		),
		notes: found.filter((each) => !isError(each)).map(({ severity: _, ...note }) => note),
	};
}

interface Unchosen extends PlanNote {
	readonly severity: Severity;
}

function isError({ severity }: Unchosen): boolean {
	return severity === "error";
}

function unchosenBy(campaign: Campaign, post: Post, { resources }: World["snapshot"]): readonly Unchosen[] {
	const [target] = post.targets;
	const video = resources[videoAddress(campaign.name, post.from)];
	if (target === undefined || video?.kind !== "video" || video.result === undefined) return [];
	const { account } = target;
	const address = postAddress({ campaign: campaign.name, item: post.name, video: post.from, account }, "*");
	const found = video.result.clips.length;
	const finding = { code: "no-clip-chosen", video: post.from, found } as const;
	const all: readonly Unchosen[] = [
		{ rule: "post-no-clips", severity: "warning", address, place: target.place, finding },
	];
	return levelled(all, campaign.rules);
}

/** The entry that a post belongs to. */
function entryOf(address: Address | undefined): string | undefined {
	return address?.kind === "post" ? entry(address.campaign, address.item) : undefined;
}

function entry(campaign: string, post: string): string {
	return `${campaign} ${post}`;
}
