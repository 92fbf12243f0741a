import type { Secret } from "./secret.ts";

/** The developer apps of the operator, by platform. */
export interface PlatformApps {
	readonly youtube?: PlatformApp;
}

/** A developer app at a platform: accounts are connected and posted to in its name. */
export interface PlatformApp {
	readonly clientId: string;
	readonly clientSecret?: Secret;
	/** Path of the file that holds the secret. Absent: there is none. */
	readonly clientSecretFile?: string;
	readonly urls: PlatformUrls;
}

/** Addresses of a platform. */
export interface PlatformUrls {
	/** Where a person allows the connection. */
	readonly authorize: string;
	readonly token: string;
	readonly device: string;
	readonly revoke: string;
	/** Base address, without a trailing slash. */
	readonly api: string;
}
