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
}

/** `<platform>:<username>` in lower case: names an account for good, even after a reconnect gave it another id. */
export function accountKey(account: AccountRef): string {
	return `${account.platform}:${account.username.replace(/^@/, "").toLowerCase()}`;
}
