import { type AddressText, parseAddress, withoutMoment } from "../model/address.ts";
import type { Campaign, Move } from "../model/campaign.ts";
import { overlap, SAME_MOMENT } from "../model/clip.ts";
import { defined } from "../model/defined.ts";
import { isElsewhere, isForgotten, type PostedElsewhere } from "../model/elsewhere.ts";
import { occurrenceOf, takenOccurrences } from "../model/occurrence.ts";
import type { Change } from "../model/plan.ts";
import type { Remedy } from "../model/remedy.ts";
import type { LedgerEntry } from "../model/snapshot.ts";
import { moveBetween, ofFeedsIn } from "../model/video-move.ts";
import type { WantedPost } from "./desired/wanted.ts";
import type { GradedFinding } from "./refusal.ts";

/** What is known of a moment when one post of it is decided. */
interface Posted {
	/** Every moment of its source posted there, or planned earlier in this plan. */
	readonly posted: readonly LedgerEntry[];
	/** Another post of this moment to this target is in the state. */
	readonly hasSibling: boolean;
	/** How many posts of its moment a post of the state was sent with. Undefined: it is not in the state. */
	readonly sentWith: (address: AddressText) => number | undefined;
	readonly campaigns: readonly Campaign[];
}

/**
 * A post whose moment was posted to its account as often as it may be, or that another post took the place
 * of: then there is no change. Undefined: the moment may be posted.
 */
export function alreadyPosted(
	wanted: WantedPost,
	{ posted, hasSibling, sentWith, campaigns }: Posted,
): { readonly change?: Change } | undefined {
	const before = posted.filter(
		(entry) => !isForgotten(entry) && overlap(entry.moment, wanted.clip.moment) >= SAME_MOMENT,
	);
	const [earlier, ...more] = before;
	if (earlier === undefined) return undefined;
	const { repeat, occurrence } = wanted;
	const isFull = before.length >= repeat;
	if (!isFull) {
		const taken = takenOccurrences(before.map(({ address }) => occurrenceOf(address)));
		if (taken.has(occurrence)) return {};
		// Who raised `repeat` after the earlier posts were sent wants the next one now.
		const isRaised = before.every(
			(each) => !isPlanned(each) && (sentWith(each.address) ?? occurrence) < occurrence,
		);
		return isRaised ? undefined : untimed(wanted, before, taken);
	}
	const unclear = unclearRemedy(before, wanted);
	// One word about a moment is enough, and none where this very post made one of its posts.
	if (unclear === undefined && (occurrence > 1 || hasSibling)) return {};
	const remedy = unclear ?? remedyOf(wanted, [earlier, ...more], campaigns);
	return { change: refused(wanted, earlier, remedy) };
}

/**
 * A post entry without a schedule has one time for all of a moment's posts: the next one needs another time,
 * and those after it no further word. Undefined: it has one, or the earlier posts are of other entries.
 */
function untimed(
	{ schedule, address, place, occurrence, repeat }: WantedPost,
	before: readonly LedgerEntry[],
	taken: ReadonlySet<number>,
): { readonly change?: Change } | undefined {
	const entry = withoutMoment(address);
	const earlier = before.find((each) => withoutMoment(each.address) === entry);
	if (schedule !== undefined || earlier === undefined) return undefined;
	const isNext = Array.from({ length: occurrence - 1 }, (_, at) => at + 1).every((each) => taken.has(each));
	if (!isNext) return {};
	const reasonData = { address: earlier.address };
	const remedy = { code: "time-occurrence", repeat } as const;
	return {
		change: { address, place, action: "attention", reason: "occurrence-untimed", reasonData, remedy },
	};
}

/** It is of this plan, and not sent yet. */
function isPlanned({ operation }: LedgerEntry): boolean {
	return operation === "";
}

function refused({ address, place }: WantedPost, earlier: LedgerEntry, remedy: Remedy): Change {
	const planned = isPlanned(earlier) ? (true as const) : undefined;
	return {
		...{ address, place, action: "attention", reason: "moment-posted", remedy },
		reasonData: {
			...{ address: earlier.address, moment: earlier.moment },
			...defined({ planned }),
			...(isElsewhere(earlier) && whereFrom(earlier)),
		},
	};
}

function remedyOf(
	wanted: WantedPost,
	[earlier, ...more]: readonly [LedgerEntry, ...LedgerEntry[]],
	campaigns: readonly Campaign[],
): Remedy {
	const repeat = more.length + 2;
	return (
		renamed(wanted, earlier, campaigns) ??
		(earlier.address === wanted.address ? { code: "already-posted", repeat } : undefined) ?? {
			code: isOtherVersion(wanted, earlier, campaigns) ? "one-moment" : "choose-other-clips",
			repeat,
		}
	);
}

/** Another cut, ratio, resolution or language of the same moment, which the campaign declares too. */
function isOtherVersion(
	{ address, resolution }: WantedPost,
	earlier: LedgerEntry,
	campaigns: readonly Campaign[],
) {
	const [now, then] = [partsOf(address), partsOf(earlier.address)];
	if (now === undefined || then === undefined || then.campaign !== now.campaign) return false;
	const posts = campaigns.find(({ name }) => name === now.campaign)?.posts ?? [];
	const other = posts.find(({ name }) => name === then.post);
	return then.video !== now.video || (other !== undefined && other.resolution !== resolution);
}

/** What only a person knows about the earlier posts, where without them the moment would be free. */
function unclearRemedy(before: readonly LedgerEntry[], { repeat }: WantedPost): Remedy | undefined {
	const elsewhere = before.filter(isElsewhere).map((entry) => entry.elsewhere);
	const unclear = elsewhere.filter(
		({ unclearAccounts, unclearServices, unclearSources }) =>
			unclearAccounts ?? unclearServices ?? unclearSources,
	);
	if (before.length - unclear.length >= repeat) return undefined;
	const [service] = unclear.flatMap(({ unclearServices }) => unclearServices ?? []);
	if (service) return { code: "name-services", ...service };
	const [account] = unclear.flatMap(({ unclearAccounts }) => unclearAccounts ?? []);
	if (account) return { code: "name-accounts", ...account };
	const [source] = unclear.flatMap(({ unclearSources }) => unclearSources ?? []);
	return source && { code: "name-sources", ...source };
}

function whereFrom({ elsewhere: { workspace, file, unclearSources } }: PostedElsewhere) {
	const isUnclear = unclearSources && (true as const);
	// Of this plan, and known by another source only.
	const isShared = workspace === undefined && !isUnclear ? (true as const) : undefined;
	return defined({ workspace, file, isUnclear, isShared });
}

/** The name it was posted under left the campaign: most likely somebody renamed it. */
function renamed(
	{ address }: WantedPost,
	earlier: LedgerEntry,
	campaigns: readonly Campaign[],
): Remedy | undefined {
	const moves = renamesSince(address, earlier, campaigns);
	return moves && { code: "declare-moved", moves };
}

/**
 * What was renamed between an earlier post and an address: names of one campaign that differ, where the old
 * one is not declared any more, or the campaign itself, where all other names are the same.
 */
export function renamesSince(
	address: AddressText,
	earlier: LedgerEntry,
	campaigns: readonly Campaign[],
): readonly Pick<Move, "from" | "to">[] | undefined {
	const [now, then] = [partsOf(address), partsOf(earlier.address)];
	const campaign = campaigns.find(({ name }) => name === now?.campaign);
	if (now === undefined || then === undefined || campaign === undefined) return undefined;
	if (then.campaign !== now.campaign) {
		// Another workspace may have a campaign with the same entries.
		const isOther = isElsewhere(earlier) || campaigns.some(({ name }) => name === then.campaign);
		if (isOther || KINDS.some((kind) => then[kind] !== now[kind])) return undefined;
		return [{ from: `campaign.${then.campaign}`, to: `campaign.${now.campaign}` }];
	}
	const declared = {
		post: campaign.posts.map(({ name }) => name),
		video: campaign.videos.map(({ name }) => name),
		account: Object.keys(campaign.accounts),
	};
	const gone = KINDS.filter((kind) => then[kind] !== now[kind] && !declared[kind].includes(then[kind]));
	if (gone.length === 0) return undefined;
	return gone.map((kind) =>
		kind === "video"
			? moveBetween(then.video, now.video, ofFeedsIn(campaign))
			: { from: `${kind}.${then[kind]}`, to: `${kind}.${now[kind]}` },
	);
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

const KINDS = ["post", "video", "account"] as const;

function partsOf(text: AddressText) {
	const address = parseAddress(text);
	if (address?.kind !== "post") return undefined;
	const { campaign, item, video, account } = address;
	return { campaign, post: item, video, account };
}
