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
	{ snapshot, observed, options }: World,
): readonly PlanNote[] {
	const addresses = post.targets.flatMap(({ account }) => {
		const target = { campaign: name, item: post.name, video: post.from, account };
		return Array.from({ length: post.repeat }, (_, index) => postAddress(target, moment, index + 1));
	});
	const out = addresses.filter((address) => isOut(snapshot.resources[address], { observed, options }));
	return out.flatMap((address) => {
		const finding = { code: "refused-posted", address } as const;
		const graded = levelled([{ rule: "refused-posted", severity: "warning", finding } as const], rules);
		return graded.map((level) => ({ rule: level.rule, finding, address, place }));
	});
}

/** Where the service does not tell the end, what was due counts as out. */
function isOut(
	state: ResourceState | undefined,
	{ observed: { now }, options }: Pick<World, "observed" | "options">,
): boolean {
	if (state?.kind !== "post") return false;
	if (state.status === "DONE" || state.status === "PARTIAL_DONE") return true;
	const isOver = state.status === "ERROR" || state.status === "CANCELLED";
	return !isOver && !options.publishStatus && heldUntil(state, now) === undefined;
}
