import { type AccountRef, accountKey } from "../model/account.ts";
import {
	type AddressText,
	formatAddress,
	type PostAddress,
	parseAddress,
	videoAddress,
} from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import { type Moment, overlap, SAME_MOMENT } from "../model/clip.ts";
import { defined } from "../model/defined.ts";
import { occurrenceOf, takenOccurrences } from "../model/occurrence.ts";
import type { PostRequest } from "../model/post.ts";
import type { LedgerEntry, Snapshot } from "../model/snapshot.ts";
import { comparedKey, sourceKey } from "../model/source-key.ts";
import type { VideoRequest } from "../model/task.ts";
import { desired } from "./desired/desired.ts";
import type { Wanting } from "./desired/wanted.ts";
import { requestOf } from "./timed-post.ts";

/** Something the campaigns ask for that may have been made elsewhere. */
export type ImportTarget =
	| {
			readonly kind: "video";
			readonly address: AddressText;
			readonly request: VideoRequest;
			readonly durationMs?: number;
	  }
	| (PostTarget & { readonly kind: "post" });

interface PostTarget {
	readonly address: AddressText;
	readonly account: AccountRef;
	/** `sourceKey`. */
	readonly source: string;
	readonly moment: Moment;
	/** IANA name, of the campaign. */
	readonly timezone: string;
	/** What the campaign would send now. Absent: its clip is not known, or not chosen. */
	readonly request?: PostRequest;
}

/** Finds what an address names in the campaigns. Undefined: nothing, or something that cannot be imported. */
export function importTarget(address: string, world: Wanting): ImportTarget | undefined {
	const wanted = desired(world).find((resource) => resource.address === address);
	if (wanted?.kind === "video") {
		const durationMs = world.observed.durations[wanted.address];
		return {
			kind: "video",
			address: wanted.address,
			request: wanted.request,
			...defined({ durationMs }),
		};
	}
	const target = postTarget(address, world);
	const request = wanted?.kind === "post" ? requestOf(wanted, undefined) : undefined;
	return target && { kind: "post", ...target, ...defined({ request }) };
}

/** Every address that can be imported, with `*` for moments nobody knows. */
export function importable(world: Wanting): readonly string[] {
	return desired(world).flatMap(({ kind, address }) => (kind === "rendition" ? [] : [address]));
}

/** The same moment at the same account, where this post of it counts as made already. */
export function postedBefore(
	{ ledger }: Pick<Snapshot, "ledger">,
	{ source, account, moment, address }: Pick<PostTarget, "source" | "account" | "moment" | "address">,
) {
	const isSame = (entry: LedgerEntry) =>
		comparedKey(entry.source) === comparedKey(source) &&
		entry.account === accountKey(account) &&
		overlap(entry.moment, moment) >= SAME_MOMENT;
	const before = ledger.filter(isSame);
	const taken = takenOccurrences(before.map((entry) => occurrenceOf(entry.address)));
	return taken.has(occurrenceOf(address)) ? before[0] : undefined;
}

/** What only the campaign and the address say: the clip need not be known. */
function postTarget(text: string, { campaigns, observed }: Wanting): PostTarget | undefined {
	const address = parseAddress(text);
	if (address?.kind !== "post" || address.moment === "*") return undefined;
	const { moment, video } = address;
	const campaign = campaigns.find(({ name }) => name === address.campaign);
	if (campaign === undefined) return undefined;
	const account = accountOf(campaign, address);
	const source = observed.sources[videoAddress(address.campaign, video)];
	if (account === undefined || source === undefined || moment.to <= moment.from) return undefined;
	const { timezone } = campaign;
	return { address: formatAddress(address), account, source: sourceKey(source), moment, timezone };
}

function accountOf({ posts, accounts }: Campaign, named: PostAddress): AccountRef | undefined {
	const post = posts.find(({ name, from }) => name === named.item && from === named.video);
	const target = post?.targets.find(({ account }) => account === named.account);
	const found = target && accounts[target.account];
	return found && { platform: found.platform, username: found.username };
}
