import { type AddressText, parseAddress } from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import { overlap } from "../model/clip.ts";
import type { Change } from "../model/plan.ts";
import type { Remedy } from "../model/remedy.ts";
import type { LedgerEntry } from "../model/snapshot.ts";
import type { WantedPost } from "./desired/wanted.ts";

/** From this share of the shorter moment on, two moments count as the same post (design, section 5). */
export const SAME_MOMENT = 0.6;

/** A post whose moment was posted to its account as often as it may be. `posted`: every moment of its source posted there, or planned earlier in this plan. */
export function alreadyPosted(
	wanted: WantedPost,
	posted: readonly LedgerEntry[],
	{ campaigns }: { readonly campaigns: readonly Campaign[] },
): Change | undefined {
	const before = posted.filter((entry) => overlap(entry.moment, wanted.clip.moment) >= SAME_MOMENT);
	const [earlier] = before;
	if (earlier === undefined || before.length < wanted.repeat) return undefined;
	const { address, place } = wanted;
	return {
		address,
		place,
		action: "attention",
		reason: "moment-posted",
		reasonData: { address: earlier.address, moment: earlier.moment },
		remedy: renamed(wanted, earlier, campaigns) ??
			forgotten(wanted, earlier) ?? { code: "choose-other-clips", repeat: before.length + 1 },
	};
}

/** The name it was posted under left the campaign: most likely somebody renamed it. */
function renamed(
	{ address }: WantedPost,
	earlier: LedgerEntry,
	campaigns: readonly Campaign[],
): Remedy | undefined {
	const [now, then] = [partsOf(address), partsOf(earlier.address)];
	const campaign = campaigns.find(({ name }) => name === now?.campaign);
	if (now === undefined || then === undefined || campaign === undefined || then.campaign !== now.campaign)
		return undefined;
	const declared = {
		post: campaign.posts.map(({ name }) => name),
		video: campaign.videos.map(({ name }) => name),
		account: Object.keys(campaign.accounts),
	};
	const gone = KINDS.filter((kind) => then[kind] !== now[kind] && !declared[kind].includes(then[kind]));
	if (gone.length === 0) return undefined;
	return {
		code: "declare-moved",
		moves: gone.map((kind) => ({ from: `${kind}.${then[kind]}`, to: `${kind}.${now[kind]}` })),
	};
}

/** `state rm`, or an adopted state, knows only its moment. */
function forgotten({ address }: WantedPost, earlier: LedgerEntry): Remedy | undefined {
	return earlier.address === address ? { code: "already-posted" } : undefined;
}

const KINDS = ["post", "video", "account"] as const;

function partsOf(text: AddressText) {
	const address = parseAddress(text);
	if (address?.kind !== "post") return undefined;
	const { campaign, item, video, account } = address;
	return { campaign, post: item, video, account };
}
