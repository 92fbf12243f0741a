import { defined } from "../../model/defined.ts";
import { type ApiPlatform, isApiPlatform } from "../../model/platform-app.ts";
import type { Secret } from "../../model/secret.ts";
import { type Grant, NEVER } from "./oauth.ts";

/** Posts of the account leave to its platform itself. Times are epoch milliseconds. */
export interface PlatformCredential {
	readonly kind: ApiPlatform;
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

/** Whether it is of a platform, among all that accounts may have. */
export function isPlatformCredential<Other extends { readonly kind: string }>(
	credential: PlatformCredential | Other,
): credential is PlatformCredential {
	return isApiPlatform(credential.kind);
}

/** When its account has to be connected again, in epoch milliseconds. Undefined: nobody says. */
export function authorizationEnd({
	refreshToken,
	refreshExpiresAt,
	expiresAt,
}: PlatformCredential): number | undefined {
	const endsAt = refreshToken === undefined ? expiresAt : refreshExpiresAt;
	return endsAt === NEVER ? undefined : endsAt;
}

/** What is kept of a new grant. `before`: what it renews. */
export function credentialOfGrant(
	{ kind, clientId }: Pick<PlatformCredential, "kind" | "clientId">,
	grant: Grant,
	before: Pick<PlatformCredential, "scopes" | "refreshToken" | "refreshExpiresAt">,
): PlatformCredential {
	const { accessToken, obtainedAt, expiresAt } = grant;
	const refreshToken = grant.refreshToken ?? before.refreshToken;
	const refreshExpiresAt =
		grant.refreshExpiresAt ?? (grant.refreshToken ? undefined : before.refreshExpiresAt);
	return {
		...{ kind, clientId, accessToken, obtainedAt, expiresAt },
		scopes: grant.scopes ?? before.scopes,
		...defined({ refreshToken, refreshExpiresAt }),
	};
}
