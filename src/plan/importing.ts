import { type AccountRef, accountKey } from "../model/account.ts";
import { type AddressText, postAddress, videoAddress } from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import { type Moment, overlap } from "../model/clip.ts";
import type { PostRequest } from "../model/post.ts";
import type { LedgerEntry, Snapshot } from "../model/snapshot.ts";
import { sourceKey, type VideoRequest } from "../model/task.ts";
import { desired } from "./desired/desired.ts";
import type { Wanting } from "./desired/wanted.ts";
import { requestOf } from "./post.ts";
import { SAME_MOMENT } from "./repeated.ts";

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
			...(durationMs !== undefined && { durationMs }),
		};
	}
	const target = postTarget(address, world);
	const request = wanted?.kind === "post" ? requestOf(wanted, undefined) : undefined;
	return target && { kind: "post", ...target, ...(request && { request }) };
}

/** Every address that can be imported, with `*` for moments nobody knows. */
export function importable(world: Wanting): readonly string[] {
	return desired(world).flatMap(({ kind, address }) => (kind === "rendition" ? [] : [address]));
}

/** The same moment at the same account, where it counts as posted already. */
export function postedBefore(
	{ ledger }: Pick<Snapshot, "ledger">,
	{ source, account, moment }: Pick<PostTarget, "source" | "account" | "moment">,
) {
	const isSame = (entry: LedgerEntry) =>
		entry.source === source &&
		entry.account === accountKey(account) &&
		overlap(entry.moment, moment) >= SAME_MOMENT;
	return ledger.find(isSame);
}

/** What only the campaign and the address say: the clip need not be known. */
function postTarget(address: string, { campaigns, observed }: Wanting): PostTarget | undefined {
	const [, name, post, video, from, to, account] =
		/^([^.]+)\.post\.([^.[]+)\["([^"@]+)@(\d{1,9})-(\d{1,9})"\]\.([^.]+)$/.exec(address) ?? [];
	const campaign = campaigns.find((each) => each.name === name);
	if (campaign === undefined || post === undefined || video === undefined || account === undefined)
		return undefined;
	const moment = { from: Number(from), to: Number(to) };
	const ref = accountOf(campaign, { post, video, account });
	const source = observed.sources[videoAddress(campaign.name, video)];
	if (ref === undefined || source === undefined || moment.to <= moment.from) return undefined;
	const named = postAddress({ campaign: campaign.name, post, video, account }, moment);
	return { address: named, account: ref, source: sourceKey(source), moment, timezone: campaign.timezone };
}

function accountOf(
	{ posts, accounts }: Campaign,
	named: { readonly post: string; readonly video: string; readonly account: string },
): AccountRef | undefined {
	const post = posts.find(({ name, from }) => name === named.post && from === named.video);
	const target = post?.targets.find(({ account }) => account === named.account);
	const found = target && accounts[target.account];
	return found && { platform: found.platform, username: found.username };
}
