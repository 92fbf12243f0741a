import { accountKey } from "../model/account.ts";
import { type AddressText, campaignOf } from "../model/address.ts";
import { entriesOf } from "../model/keys.ts";
import type { Booking } from "../model/observed.ts";
import type { PostState, Snapshot } from "../model/snapshot.ts";
import { type Bookings, noBookings } from "./bookings.ts";

/**
 * What state knows of times at accounts: what was handed over, and the slots of campaigns that are not
 * `loaded` now, and the posts of other workspaces.
 */
export function bookedBefore(
	{ ledger, resources, slots = {} }: Snapshot,
	{
		loaded,
		elsewhere = [],
	}: { readonly loaded: ReadonlySet<string>; readonly elsewhere?: readonly Booking[] },
): Bookings {
	const bookings = noBookings();
	for (const { account, at } of elsewhere) bookings.add(account, at);
	const counted = new Set<AddressText>();
	for (const { address, account, at, scheduledAt } of ledger) {
		const state = resources[address];
		counted.add(address);
		if (state?.kind !== "post") bookings.add(account, scheduledAt ?? at);
		else if (isOut(state)) bookings.add(account, scheduledAt ?? state.request.scheduledAt ?? at);
	}
	for (const [address, state] of entriesOf(resources)) {
		if (state.kind === "post" && isOut(state) && !counted.has(address))
			bookings.add(accountKey(state.request.account), timeOf(state));
	}
	for (const [address, { account, at }] of entriesOf(slots))
		if (!loaded.has(campaignOf(address)) && resources[address] === undefined) bookings.add(account, at);
	return bookings;
}

/** What was cancelled or could not be published takes nobody's place. */
function isOut({ status }: PostState): boolean {
	return status !== "CANCELLED" && status !== "ERROR";
}

function timeOf({ request, acceptedAt }: PostState) {
	return request.scheduledAt ?? acceptedAt;
}
