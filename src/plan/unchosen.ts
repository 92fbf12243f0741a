import { type Address, parseAddress, postAddress, videoAddress } from "../model/address.ts";
import type { Campaign, Post } from "../model/campaign.ts";
import type { Severity } from "../model/diagnostic.ts";
import { keysOf } from "../model/keys.ts";
import type { Change, PlanNote } from "../model/plan.ts";
import { levelled } from "../model/rules/level.ts";
import { RULES } from "../model/rules.ts";
import type { Resource } from "./desired/wanted.ts";
import type { World } from "./world.ts";

const RULE = "post-no-clips";

/** Posts that ask for clips of a video whose clips are known, and get none: without a word they would look done. What was posted before counts as chosen. */
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
			taken.has(entry(campaign.name, post.name)) ? [] : finding(campaign, post, snapshot),
		),
	);
	return {
		changes: found.flatMap(({ severity, address, place, detail }): Change[] =>
			severity === "error"
				? [
						{
							address,
							place,
							action: "attention",
							reason: "text-refused",
							detail: `${RULE}: ${detail}`,
							remedy: RULES[RULE].fix,
						},
					]
				: [],
		),
		notes: found.flatMap(({ severity, address, place, detail }) =>
			severity === "error" ? [] : [{ rule: RULE, title: RULES[RULE].title, detail, address, place } as const],
		),
	};
}

interface Found extends Required<Pick<PlanNote, "address" | "place" | "detail">> {
	readonly rule: typeof RULE;
	readonly severity: Severity;
}

function finding(campaign: Campaign, post: Post, { resources }: World["snapshot"]): readonly Found[] {
	const [target] = post.targets;
	const video = resources[videoAddress(campaign.name, post.from)];
	if (target === undefined || video?.kind !== "video" || video.result === undefined) return [];
	const { account } = target;
	const address = postAddress({ campaign: campaign.name, item: post.name, video: post.from, account }, "*");
	const found = video.result.clips.length;
	const detail =
		found === 0
			? `No clip was found in ${post.from}.`
			: `${found === 1 ? "The one clip" : `None of the ${found} clips`} of ${post.from} ${found === 1 ? "is not" : "is"} chosen.`;
	const all: readonly Found[] = [{ rule: RULE, severity: "warning", address, place: target.place, detail }];
	return levelled(all, campaign.rules);
}

/** The entry that a post belongs to. */
function entryOf(address: Address | undefined): string | undefined {
	return address?.kind === "post" ? entry(address.campaign, address.item) : undefined;
}

function entry(campaign: string, post: string): string {
	return `${campaign} ${post}`;
}
