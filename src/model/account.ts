import type { AddressText } from "./address.ts";
import type { EpochMs } from "./brand.ts";

/** Platforms of the interface (2.6). `tiktok` is the value the document redacts (service-facts). */
export const PLATFORMS = ["youtube", "tiktok", "twitter", "instagram", "facebook", "linkedin"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** How a campaign names an account: found among the connected ones by platform and username. */
export interface AccountRef {
	readonly platform: Platform;
	readonly username: string;
}

/** A connected account as the service lists it (interface 2.3). */
export interface Account extends AccountRef {
	readonly id: string;
	readonly tokenValid: boolean;
	readonly tokenExpiringSoon: boolean;
	/** So many posts are left until a moment, for all accounts of the platform's app. Absent: nobody counts. */
	readonly quota?: { readonly left: number; readonly until: EpochMs };
}

/**
 * `<platform>:<username>` in lower case: names an account for good, even after a reconnect gave it another
 * id.
 */
export function accountKey(account: AccountRef): string {
	return `${account.platform}:${account.username.replace(/^@/, "").toLowerCase()}`;
}

/** What `accountKey` made, in its parts. */
export function parseAccountKey(key: string): AccountRef {
	const at = key.indexOf(":");
	return { platform: key.slice(0, at) as Platform, username: key.slice(at + 1) };
}

/** The names of the accounts that are on the platform of one. */
export function usernamesOn(
	{ platform }: Pick<AccountRef, "platform">,
	all: readonly AccountRef[],
): string[] {
	return all.filter((each) => each.platform === platform).map(({ username }) => username);
}

/** A post that needs an account whose token is not good for long, or not at all. */
export interface PostAtRisk {
	/** `["video@*"]` while the clips are not known. */
	readonly address: AddressText;
	/** Absent: as soon as possible. */
	readonly at?: EpochMs;
	/** The service has it already and publishes it at its time. */
	readonly handedOver: boolean;
}

/** An account that is connected or that a campaign needs, with the posts that its token puts at risk. */
export interface AccountHealth {
	readonly account: AccountRef;
	/** Absent: needed, and not connected. */
	readonly connected?: Account;
	/** Those with a time first, in its order. Empty while the token is good. */
	readonly atRisk: readonly PostAtRisk[];
}
