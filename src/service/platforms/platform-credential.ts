import { defined } from "../../model/defined.ts";
import type { PlatformApp } from "../../model/platform-app.ts";
import type { Secret } from "../../model/secret.ts";
import type { Grant } from "./oauth.ts";

/** Posts of the account leave to its platform itself. Times are epoch milliseconds. */
export interface PlatformCredential {
	readonly kind: "youtube";
	/** Of the app that it was granted to. */
	readonly clientId: string;
	readonly scopes: readonly string[];
	readonly accessToken: Secret;
	readonly obtainedAt: number;
	readonly expiresAt: number;
	/** Absent: once the access token is over, the account has to be connected again. */
	readonly refreshToken?: Secret;
	/** Absent: the platform does not say. */
	readonly refreshExpiresAt?: number;
}

/** What is kept of a new grant. `before`: what it renews. */
export function credentialOfGrant(
	{ clientId }: Pick<PlatformApp, "clientId">,
	grant: Grant,
	before: Pick<PlatformCredential, "scopes" | "refreshToken" | "refreshExpiresAt">,
): PlatformCredential {
	const { accessToken, obtainedAt, expiresAt } = grant;
	const refreshToken = grant.refreshToken ?? before.refreshToken;
	const refreshExpiresAt =
		grant.refreshExpiresAt ?? (grant.refreshToken ? undefined : before.refreshExpiresAt);
	return {
		...{ kind: "youtube", clientId, accessToken, obtainedAt, expiresAt },
		scopes: grant.scopes ?? before.scopes,
		...defined({ refreshToken, refreshExpiresAt }),
	};
}
