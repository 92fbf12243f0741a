import type { Secret } from "./secret.ts";

/** Platforms whose accounts the embedded service can post to itself, with an app of the operator. */
export const API_PLATFORMS = ["youtube", "twitter", "linkedin", "tiktok", "instagram", "facebook"] as const;
export type ApiPlatform = (typeof API_PLATFORMS)[number];

/** Undefined, and the names of other ways that posts leave by, are none. */
export function isApiPlatform(name: string | undefined): name is ApiPlatform {
	return API_PLATFORMS.some((each) => each === name);
}

/** The developer apps of the operator, by platform. */
export type PlatformApps = { readonly [Name in ApiPlatform]?: PlatformApp };

/** A developer app at a platform: accounts are connected and posted to in its name. */
export interface PlatformApp {
	readonly clientId: string;
	readonly clientSecret?: Secret;
	/** Path of the file that holds the secret. Absent: there is none. */
	readonly clientSecretFile?: string;
	/** What accounts are asked for. Absent: what posting takes. */
	readonly scopes?: readonly string[];
	readonly urls: PlatformUrls;
}

/** Addresses of a platform. */
export interface PlatformUrls {
	/** Where a person allows the connection. */
	readonly authorize: string;
	readonly token: string;
	/** Where codes to type are had. Absent: the platform knows none. */
	readonly device?: string;
	/** Absent: what was granted cannot be ended from here. */
	readonly revoke?: string;
	/** Base address, without a trailing slash. */
	readonly api: string;
	/**
	 * Where the page leads back to on this machine, as the app has it registered: without a port, any free one.
	 */
	readonly redirect: string;
}
