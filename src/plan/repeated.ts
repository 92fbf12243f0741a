import { type AddressText, parseAddress } from "../model/address.ts";
import type { Campaign, Move } from "../model/campaign.ts";
import { overlap, SAME_MOMENT } from "../model/clip.ts";
import { isElsewhere, isForgotten } from "../model/elsewhere.ts";
import type { Change } from "../model/plan.ts";
import type { Remedy } from "../model/remedy.ts";
import type { LedgerEntry } from "../model/snapshot.ts";
import type { WantedPost } from "./desired/wanted.ts";
import type { GradedFinding } from "./refusal.ts";

/**
 * A post whose moment was posted to its account as often as it may be. `posted`: every moment of its source
 * posted there, or planned earlier in this plan.
 */
export function alreadyPosted(
	wanted: WantedPost,
	posted: readonly LedgerEntry[],
	{ campaigns }: { readonly campaigns: readonly Campaign[] },
): Change | undefined {
	const before = posted.filter(
		(entry) => !isForgotten(entry) && overlap(entry.moment, wanted.clip.moment) >= SAME_MOMENT,
	);
	const [earlier] = before;
	if (earlier === undefined || before.length < wanted.repeat) return undefined;
	const { address, place } = wanted;
	return {
		address,
		place,
		action: "attention",
		reason: "moment-posted",
		reasonData: {
			address: earlier.address,
			moment: earlier.moment,
			...(isElsewhere(earlier) && { workspace: earlier.elsewhere.workspace }),
		},
		remedy: unclearAccounts(before, wanted) ??
			renamed(wanted, earlier, campaigns) ??
			forgotten(wanted, earlier) ?? { code: "choose-other-clips", repeat: before.length + 1 },
	};
}

/**
 * Another workspace posted it to an account of this name under another id: only a person knows whether it is
 * the same.
 */
function unclearAccounts(before: readonly LedgerEntry[], { repeat }: WantedPost): Remedy | undefined {
	const unclear = before.flatMap((entry) =>
		isElsewhere(entry) ? (entry.elsewhere.unclearAccounts ?? []) : [],
	);
	const [first] = unclear;
	return first && before.length - unclear.length < repeat ? { code: "name-accounts", ...first } : undefined;
}

/** The name it was posted under left the campaign: most likely somebody renamed it. */
function renamed(
	{ address }: WantedPost,
	earlier: LedgerEntry,
	campaigns: readonly Campaign[],
): Remedy | undefined {
	const moves = renamesSince(address, earlier.address, campaigns);
	return moves && { code: "declare-moved", moves };
}

/**
 * What was renamed between two addresses of one campaign: names that differ, where the old one is not
 * declared any more.
 */
export function renamesSince(
	address: AddressText,
	earlier: AddressText,
	campaigns: readonly Campaign[],
): readonly Pick<Move, "from" | "to">[] | undefined {
	const [now, then] = [partsOf(address), partsOf(earlier)];
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
	return gone.map((kind) => ({ from: `${kind}.${then[kind]}`, to: `${kind}.${now[kind]}` }));
}

/** What a person took out of the ledger counts no more, and is named once more where it matters. */
export function forgottenBefore(
	wanted: WantedPost,
	posted: readonly LedgerEntry[],
): readonly GradedFinding[] {
	const found = posted.filter(
		(entry) => isForgotten(entry) && overlap(entry.moment, wanted.clip.moment) >= SAME_MOMENT,
	);
	return found.flatMap((entry) => {
		if (!isForgotten(entry)) return [];
		const { by, reason } = entry.elsewhere.forgotten;
		return [
			{
				rule: "forgotten-post",
				severity: "warning",
				finding: { code: "forgotten-post", address: entry.address, by, reason },
			} as const,
		];
	});
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
