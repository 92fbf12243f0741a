import { type AddressText, campaignOf } from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import type { Failure } from "../model/event.ts";

/** Which addresses failed, by the digest of the campaign they failed with: one automatic attempt each, until the campaign changes. */
export interface Failed {
	/** Addresses to leave alone now. */
	skip(campaigns: readonly Campaign[]): AddressText[];
	/** Remembers what failed for good; what provably was not sent may be tried again. */
	remember(failures: readonly Failure[], campaigns: readonly Campaign[]): void;
}

/** Nothing failed yet. */
export function noneFailed(): Failed {
	const digests = new Map<AddressText, string>();
	const digestOf = (address: AddressText, campaigns: readonly Campaign[]) =>
		campaigns.find(({ name }) => name === campaignOf(address))?.digest;
	return {
		skip: (campaigns) =>
			[...digests]
				.filter(([address, digest]) => digestOf(address, campaigns) === digest)
				.map(([address]) => address),
		remember(failures, campaigns) {
			for (const { address, next } of failures) {
				const digest = digestOf(address, campaigns);
				if (next !== "retry" && digest !== undefined) digests.set(address, digest);
			}
		},
	};
}
