import { type AddressText, parseAddress, videoAddress, withoutMoment } from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import { entriesOf } from "../model/keys.ts";
import type { LeftState } from "../model/left-state.ts";
import { comparedKey, sourceKey } from "../model/source-key.ts";
import { declaredAddresses } from "./declared.ts";
import { changedParts } from "./desired/changed-parts.ts";
import { wantedVideo } from "./desired/videos.ts";
import type { World } from "./world.ts";

/** What tells what is back. */
type Asked = Pick<World, "campaigns" | "snapshot"> & {
	readonly observed: Pick<World["observed"], "sources">;
};

/**
 * What was taken out of a campaign and is in it again: tasks of videos that ask for the very same, and posts
 * of the same source whose entry is declared, whatever it says of them now.
 */
export function returnedResources(asked: Asked): Readonly<Record<AddressText, LeftState>> {
	const { resources, operations, leftTasks } = asked.snapshot;
	if (leftTasks === undefined) return {};
	const open = new Set(Object.values(operations).map(({ address }) => address));
	const declared = new Set(asked.campaigns.flatMap(declaredAddresses));
	const isBack = (address: AddressText, left: LeftState) =>
		left.kind === "post"
			? declared.has(withoutMoment(address)) && isOfSource(address, left, asked)
			: isSameVideo(address, left, asked);
	return Object.fromEntries(
		entriesOf(leftTasks).filter(
			([address, left]) => resources[address] === undefined && !open.has(address) && isBack(address, left),
		),
	);
}

/** A clip of another source may stand at the very same time. */
function isOfSource(
	text: AddressText,
	{ request }: Extract<LeftState, { readonly kind: "post" }>,
	{ observed }: Asked,
): boolean {
	const address = parseAddress(text);
	const source = address && observed.sources[videoAddress(address.campaign, address.video)];
	return source !== undefined && comparedKey(sourceKey(source)) === comparedKey(request.source);
}

function isSameVideo(
	address: AddressText,
	task: Extract<LeftState, { readonly kind: "video" }>,
	{ campaigns, observed }: Asked,
): boolean {
	const found = declaredVideo(address, campaigns);
	if (found === undefined || observed.sources[address] === undefined) return false;
	const { request } = wantedVideo(found.campaign, found.video, observed);
	return changedParts(task.request, request).length === 0;
}

function declaredVideo(text: AddressText, campaigns: readonly Campaign[]) {
	const address = parseAddress(text);
	const campaign = campaigns.find(({ name }) => name === address?.campaign);
	const video = campaign?.videos.find(({ name }) => name === address?.video);
	return campaign && video && { campaign, video };
}
