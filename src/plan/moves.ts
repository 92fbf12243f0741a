import type { AddressText } from "../model/address.ts";
import type { Campaign, Move } from "../model/campaign.ts";
import type { Relocation, Snapshot } from "../model/snapshot.ts";

/** What the campaigns' `moved` entries mean for the addresses that state knows. An address that is taken is left alone: its old name is then simply no longer declared. */
export function relocations(campaigns: readonly Campaign[], snapshot: Snapshot): readonly Relocation[] {
	const renamers = campaigns.flatMap((campaign) =>
		campaign.moved.map((move) => renamer(campaign.name, move)),
	);
	if (renamers.length === 0) return [];
	const taken = new Set<AddressText>(Object.keys(snapshot.resources) as AddressText[]);
	return addressesOf(snapshot).flatMap((from) => {
		const to = renamers.reduce((address, rename) => rename(address), from);
		if (to === from || taken.has(to)) return [];
		taken.add(to);
		return [{ from, to }];
	});
}

/** Every address that state knows. */
export function addressesOf({ resources, operations, ledger, slots = {} }: Snapshot): readonly AddressText[] {
	const others = [...Object.values(operations), ...ledger].map(({ address }) => address);
	return [
		...new Set([
			...(Object.keys(resources) as AddressText[]),
			...others,
			...(Object.keys(slots) as AddressText[]),
		]),
	];
}

/** The new name of an address; itself where it is not meant. */
type Renamer = (address: AddressText) => AddressText;

/** How a move renames addresses: `video.a` also names the clips of posts and the renditions that come from it; `campaign.a` everything in it. */
export function renamer(campaign: string, { from, to }: Move): Renamer {
	const [kind = "", ...old] = from.split(".");
	const [, ...fresh] = to.split(".");
	const [before, after] = [old.join("."), fresh.join(".")];
	const swaps: Readonly<Record<string, readonly [string, string][]>> = {
		video: [
			[`${campaign}.video.${before}$`, `${campaign}.video.${after}`],
			[`${campaign}.rendition.${before}.`, `${campaign}.rendition.${after}.`],
		],
		rendition: [[`${campaign}.rendition.${before}$`, `${campaign}.rendition.${after}`]],
		post: [[`${campaign}.post.${before}["`, `${campaign}.post.${after}["`]],
		campaign: [[`${before}.`, `${after}.`]],
	};
	return (address) => {
		const name = `${address}$`;
		const swap = swaps[kind]?.find(([start]) => name.startsWith(start));
		if (swap) return `${swap[1]}${name.slice(swap[0].length)}`.replace(/\$$/, "") as AddressText;
		if (!address.startsWith(`${campaign}.post.`)) return address;
		if (kind === "video") return address.replace(`["${before}@`, `["${after}@`) as AddressText;
		if (kind === "account" && address.endsWith(`"].${before}`))
			return `${address.slice(0, -before.length)}${after}` as AddressText;
		return address;
	};
}
