import { postAddress } from "../model/address.ts";
import type { Campaign, Post } from "../model/campaign.ts";
import type { PlanNote } from "../model/plan.ts";
import type { ClipReview } from "../model/review.ts";
import { levelled } from "../model/rules/level.ts";
import type { ResourceState } from "../model/snapshot.ts";
import { heldUntil } from "./handed-over.ts";
import type { World } from "./world.ts";

/** Posts that were out before their clips were refused: what is public is only taken back by hand. */
export function refusedPosts(world: World): readonly PlanNote[] {
	return world.campaigns.flatMap((campaign) =>
		campaign.posts.flatMap((post) =>
			(campaign.reviews?.[post.from] ?? [])
				.filter(({ approve }) => approve === false)
				.flatMap((review) => notesOf({ campaign, post, review }, world)),
		),
	);
}

interface Refused {
	readonly campaign: Campaign;
	readonly post: Post;
	readonly review: ClipReview;
}

function notesOf(
	{ campaign: { name, rules }, post, review: { moment, place } }: Refused,
	{ snapshot, observed }: World,
): readonly PlanNote[] {
	const addresses = post.targets.flatMap(({ account }) => {
		const target = { campaign: name, item: post.name, video: post.from, account };
		return Array.from({ length: post.repeat }, (_, index) => postAddress(target, moment, index + 1));
	});
	const out = addresses.filter((address) => isOut(snapshot.resources[address], observed.now));
	return out.flatMap((address) => {
		const finding = { code: "refused-posted", address } as const;
		const graded = levelled([{ rule: "refused-posted", severity: "warning", finding } as const], rules);
		return graded.map((level) => ({ rule: level.rule, finding, address, place }));
	});
}

function isOut(state: ResourceState | undefined, now: World["observed"]["now"]): boolean {
	if (state?.kind !== "post" || heldUntil(state, now) !== undefined) return false;
	return state.status !== "ERROR" && state.status !== "CANCELLED";
}
