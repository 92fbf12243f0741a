import type { PlatformApps } from "../../model/platform-app.ts";
import type { Credentials } from "../credentials/credentials.ts";
import type { OAuthTools } from "./oauth.ts";
import { isPlatformCredential, type PlatformCredential } from "./platform-credential.ts";
import { clientOf, PLATFORMS } from "./platforms.ts";

/**
 * Revokes what the platform granted, and deletes the tokens whether or not that succeeded. Gives whether the
 * platform heard of it.
 */
export function endConnection(
	{ credentials, apps }: { readonly credentials: Credentials; readonly apps: PlatformApps },
	id: string,
	tools: OAuthTools,
): Promise<boolean> {
	return credentials.held(id, async () => {
		// What cannot be opened can be revoked by nobody here.
		const credential = await credentials.get(id).catch(() => undefined);
		const isRevoked =
			credential !== undefined && isPlatformCredential(credential) && (await revoke(credential, apps, tools));
		await credentials.remove(id);
		return isRevoked;
	});
}

function revoke(
	{ kind, ...tokens }: PlatformCredential,
	apps: PlatformApps,
	tools: OAuthTools,
): Promise<boolean> {
	const app = apps[kind];
	if (app === undefined) return Promise.resolve(false);
	const revoked = PLATFORMS[kind].revoke(clientOf(app, kind), tokens, tools);
	return revoked.then(
		() => true,
		() => false,
	);
}
