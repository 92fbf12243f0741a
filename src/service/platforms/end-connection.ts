import type { PlatformApps } from "../../model/platform-app.ts";
import type { Credentials } from "../credentials/credentials.ts";
import { type OAuthTools, revokeGrant } from "./oauth.ts";

/**
 * Revokes what the platform granted, and deletes the tokens whether or not that succeeded. Gives whether the
 * platform heard of it.
 */
export function endConnection(
	{ credentials, apps: { youtube: app } }: { readonly credentials: Credentials; readonly apps: PlatformApps },
	id: string,
	tools: OAuthTools,
): Promise<boolean> {
	return credentials.held(id, async () => {
		// What cannot be opened can be revoked by nobody here.
		const credential = await credentials.get(id).catch(() => undefined);
		const { refreshToken, accessToken = undefined } = credential?.kind === "youtube" ? credential : {};
		const token = refreshToken ?? accessToken;
		const revoked = app && token && revokeGrant(app, token, tools);
		const isRevoked = await Promise.resolve(revoked).then(
			() => revoked !== undefined,
			() => false,
		);
		await credentials.remove(id);
		return isRevoked;
	});
}
