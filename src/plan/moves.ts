import { type Address, type AddressText, formatAddress, parseAddress } from "../model/address.ts";
import type { Campaign, Move } from "../model/campaign.ts";
import { itemVideoName, partsOfVideo } from "../model/item-video.ts";
import { keysOf } from "../model/keys.ts";
import type { Relocation } from "../model/relocation.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { type IsOfFeed, movedVideo, ofFeedsIn } from "../model/video-move.ts";

/**
 * What the campaigns' `moved` entries mean for the addresses that state knows. An address that is taken is
 * left alone: its old name is then simply no longer declared.
 */
export function relocations(campaigns: readonly Campaign[], snapshot: Snapshot): readonly Relocation[] {
	const renamers = campaigns.flatMap((campaign) =>
		campaign.moved.map((move) => renamer(campaign.name, move, ofFeedsIn(campaign))),
	);
	if (renamers.length === 0) return [];
	const taken = new Set(keysOf(snapshot.resources));
	return addressesOf(snapshot).flatMap((from) => {
		const to = renamers.reduce((address, rename) => rename(address), from);
		if (to === from || taken.has(to)) return [];
		taken.add(to);
		return [{ from, to }];
	});
}

/** Every address that state knows. */
export function addressesOf({
	resources,
	operations,
	ledger,
	slots = {},
	leftTasks = {},
}: Snapshot): readonly AddressText[] {
	const others = [...Object.values(operations), ...ledger].map(({ address }) => address);
	return [...new Set([...keysOf(resources), ...others, ...keysOf(slots), ...keysOf(leftTasks)])];
}

/** The new name of an address; itself where it is not meant. */
type Renamer = (address: AddressText) => AddressText;

/**
 * How a `moved` entry renames addresses: `video.a` also names the clips of posts and the renditions that come
 * from it; `campaign.a` everything in it.
 */
function renamer(campaign: string, move: Pick<Move, "from" | "to">, isOfFeed: IsOfFeed): Renamer {
	const [before, after] = [namedBy(move.from), namedBy(move.to)];
	return (text) => {
		const address = parseAddress(text);
		if (address === undefined) return text;
		if (before.kind === "campaign")
			return address.campaign === before.name ? formatAddress({ ...address, campaign: after.name }) : text;
		if (before.kind === "video" && address.campaign === campaign)
			return formatAddress({ ...address, video: movedVideo(address.video, move, isOfFeed) });
		return address.campaign === campaign ? formatAddress(renamed(address, before, after)) : text;
	};
}

/**
 * The same said with two addresses, or the renaming of one post. Undefined: they are not of one kind in one
 * campaign.
 */
export function renamerBetween(from: string, to: string): Renamer | undefined {
	const [one, other] = [parseAddress(from), parseAddress(to)];
	if (one?.kind === "post" && other?.kind === "post") {
		if (one.campaign !== other.campaign || one.moment === "*" || other.moment === "*") return undefined;
		const [before, after] = [formatAddress(one), formatAddress(other)];
		return (address) => (address === before ? after : address);
	}
	const [, campaign, before] = ENTRY.exec(from) ?? [];
	const [, same, after] = ENTRY.exec(to) ?? [];
	if (campaign === undefined || campaign !== same || before === undefined || after === undefined)
		return undefined;
	return namedBy(before).kind === namedBy(after).kind
		? renamer(campaign, { from: before, to: after }, () => false)
		: undefined;
}

const NAME = String.raw`[^.\s"[\]@]+`;
/**
 * What state knows under one name in a campaign: `k.post.NAME` is all posts of that entry, `k.video.NAME` all
 * its videos.
 */
const ENTRY = new RegExp(
	String.raw`^([^.\s]+)\.(video\.${NAME}(?:\["${NAME}"\])?|post\.${NAME}|rendition\.${NAME}\.${NAME})$`,
);

/** What `video.NAME`, `post.NAME`, `account.NAME`, `campaign.NAME` or `rendition.VIDEO.NAME` names. */
interface Named {
	readonly kind: string;
	/** Of a rendition. */
	readonly video: string;
	readonly name: string;
}

function namedBy(text: string): Named {
	const [kind = "", first = "", second] = text.split(".");
	return { kind, video: first, name: second ?? first };
}

function renamed(address: Address, before: Named, after: Named): Address {
	const { entry, key } = partsOfVideo(address.video);
	if (address.kind === "video") return address;
	if (address.kind === "rendition")
		return before.kind === "rendition" && entry === before.video && address.item === before.name
			? {
					...address,
					video: key === undefined ? after.video : itemVideoName(after.video, key),
					item: after.name,
				}
			: address;
	if (before.kind === "post" && address.item === before.name) return { ...address, item: after.name };
	return before.kind === "account" && address.account === before.name
		? { ...address, account: after.name }
		: address;
}
