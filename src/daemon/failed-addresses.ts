import { type AddressText, campaignOf } from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import type { Failure } from "../model/event.ts";

/**
 * Which addresses failed, by the digest of the campaign they failed with: one automatic attempt each, until
 * the campaign changes.
 */
export interface FailedAddresses {
	/** Addresses not to attempt now. */
	skip(campaigns: readonly Campaign[]): AddressText[];
	/** Records what failed for good; what was not sent, or was told to wait, may be attempted again. */
	record(failures: readonly Failure[], campaigns: readonly Campaign[]): void;
}

/** Starts with nothing failed. */
export function trackFailed(): FailedAddresses {
	const digests = new Map<AddressText, string>();
	const digestOf = (address: AddressText, campaigns: readonly Campaign[]) =>
		campaigns.find(({ name }) => name === campaignOf(address))?.digest;
	return {
		skip: (campaigns) =>
			[...digests]
				.filter(([address, digest]) => digestOf(address, campaigns) === digest)
				.map(([address]) => address),
		record(failures, campaigns) {
			for (const { address, next } of failures) {
				const digest = digestOf(address, campaigns);
				if (next === "stop" && digest !== undefined) digests.set(address, digest);
			}
		},
	};
}
