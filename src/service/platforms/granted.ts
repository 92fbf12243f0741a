import type { Grant, OAuthTools } from "./oauth.ts";
import type { PlatformIdentity } from "./platform.ts";
import { credentialOfGrant, type PlatformCredential } from "./platform-credential.ts";
import { PLATFORMS, type PlatformClient } from "./platforms.ts";

/** What a person allowed, and the accounts that it is good for. */
interface Granted {
	readonly grant: Grant;
	readonly identities: readonly PlatformIdentity[];
}

/** Throws a `Fault` where it is not enough to post, or good for no account. */
export async function readGrant(client: PlatformClient, given: Grant, tools: OAuthTools): Promise<Granted> {
	const platform = PLATFORMS[client.platform];
	platform.checkScopes(given);
	const grant = platform.trade ? await platform.trade(client, given, tools) : given;
	return { grant, identities: await platform.identities(client, grant, tools) };
}

/** What is kept of a new connection. */
export function credentialOf(
	{ platform: kind, clientId, oauth, scopes = oauth.scopes }: PlatformClient,
	grant: Grant,
	identity: PlatformIdentity,
): PlatformCredential {
	return credentialOfGrant({ kind, clientId }, identity.grant ?? grant, {
		scopes: grant.scopes ?? scopes,
	});
}
