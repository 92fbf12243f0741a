import { campaignOf } from "../model/address.ts";
import type { Campaign, Post } from "../model/campaign.ts";
import { decideAll } from "./decide.ts";
import { desired } from "./desired/desired.ts";
import type { World } from "./world.ts";

/**
 * Whether the first post of all leaves now, whatever becomes of the others: then a plan needs the accounts.
 * False where that takes a whole plan to tell. What comes first is claimed and looked at first, and at an
 * account without limits no other post takes its time.
 */
export function firstPostLeaves(world: World): boolean {
	const { campaigns, snapshot, observed, options } = world;
	const [campaign] = campaigns;
	const [post] = campaign?.posts ?? [];
	if (observed.accounts !== undefined || options.selected !== undefined) return false;
	if (campaign === undefined || post === undefined) return false;
	// Most posts of a campaign that posted before are posted, and take little to be planned.
	if (snapshot.ledger.some(({ address }) => campaignOf(address) === campaign.name)) return false;
	if (campaigns.some(({ moved }) => moved.length > 0) || !isUnbound(campaign, post)) return false;
	const videos = campaign.videos.filter(({ name }) => name === post.from);
	const alone = { ...world, campaigns: [{ ...campaign, videos, posts: [post] }] };
	const { changes } = decideAll(desired(alone), alone);
	return changes.some(({ action }) => action === "publish");
}

/** Nothing but the post itself says when it goes out. */
function isUnbound({ accounts }: Campaign, { at, schedule, targets }: Post): boolean {
	const isFree = ({ account: name }: Post["targets"][number]) => {
		const account = accounts[name];
		return account !== undefined && account.maxPerDay === undefined && account.minGapMs === undefined;
	};
	return at === undefined && schedule === undefined && targets.every(isFree);
}
