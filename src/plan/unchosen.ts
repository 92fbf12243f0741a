import { type AddressText, unknownPostAddress, videoAddress } from "../model/address.ts";
import type { Campaign, Post } from "../model/campaign.ts";
import type { Severity } from "../model/diagnostic.ts";
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
		[
			...resources.map(({ address }) => address),
			...(Object.keys(snapshot.resources) as AddressText[]),
		].flatMap((address) => entryOf(address) ?? []),
	);
	const found = campaigns.flatMap((campaign) =>
		campaign.posts.flatMap((post) =>
			taken.has(`${campaign.name}.post.${post.name}`) ? [] : finding(campaign, post, snapshot),
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
	const address = unknownPostAddress({
		campaign: campaign.name,
		post: post.name,
		video: post.from,
		account: target.account,
	});
	const found = video.result.clips.length;
	const detail =
		found === 0
			? `No clip was found in ${post.from}.`
			: `${found === 1 ? "The one clip" : `None of the ${found} clips`} of ${post.from} ${found === 1 ? "is not" : "is"} chosen.`;
	const all: readonly Found[] = [{ rule: RULE, severity: "warning", address, place: target.place, detail }];
	return levelled(all, campaign.rules);
}

/** `k.post.shorts` of the address of one of its posts. */
function entryOf(address: AddressText): string | undefined {
	const end = address.indexOf("[");
	return end < 0 ? undefined : address.slice(0, end);
}
