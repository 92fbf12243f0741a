import { type AddressText, parseAddress } from "./address.ts";
import type { Campaign } from "./campaign.ts";
import type { Place } from "./place.ts";

/**
 * Where the time of a post is written: its `at`, else its schedule, else the post, which then goes out as
 * soon as possible. Undefined: no campaign here asks for it.
 */
export function timePlace(address: AddressText, campaigns: readonly Campaign[]): Place | undefined {
	const parts = parseAddress(address);
	if (parts?.kind !== "post") return undefined;
	const campaign = campaigns.find(({ name }) => name === parts.campaign);
	const post = campaign?.posts.find(({ name }) => name === parts.item);
	if (campaign === undefined || post === undefined) return undefined;
	const { at, schedule = "", place } = post;
	const slots = Object.hasOwn(campaign.schedules, schedule) ? campaign.schedules[schedule] : undefined;
	return at?.place ?? slots?.place ?? place;
}
