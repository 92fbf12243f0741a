import { type AddressText, parseAddress } from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import { overlap } from "../model/clip.ts";
import type { Change } from "../model/plan.ts";
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
	const remedies = [
		renamed(wanted, earlier, campaigns),
		forgotten(wanted, earlier),
		`Choose other clips, remove this post, or say \`repeat: ${before.length + 1}\` in it to post the moment once more.`,
	];
	const detail = `${earlier.address}, ${earlier.moment.from}-${earlier.moment.to} ms`;
	return {
		address,
		place,
		action: "attention",
		reason: "moment-posted",
		detail,
		remedy: remedies.find((remedy) => remedy !== undefined) ?? "",
	};
}

/** The name it was posted under left the campaign: most likely somebody renamed it. */
function renamed(
	{ address }: WantedPost,
	earlier: LedgerEntry,
	campaigns: readonly Campaign[],
): string | undefined {
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
	const moves = gone.map((kind) => `{ from: ${kind}.${then[kind]}, to: ${kind}.${now[kind]} }`);
	return `If it was renamed, say so at the top of the campaign: \`moved: [${moves.join(", ")}]\`. If not, choose other clips or remove this post.`;
}

/** `state rm`, or an adopted state, knows only its moment. */
function forgotten({ address }: WantedPost, earlier: LedgerEntry): string | undefined {
	if (earlier.address !== address) return undefined;
	return "It is posted, and the state forgot all but that: nothing has to be done. To post the moment once more on purpose, say `repeat: 2` in the post.";
}

const KINDS = ["post", "video", "account"] as const;

function partsOf(text: AddressText) {
	const address = parseAddress(text);
	if (address?.kind !== "post") return undefined;
	const { campaign, item, video, account } = address;
	return { campaign, post: item, video, account };
}
