import { join } from "node:path";
import { API_PLATFORMS, type ApiPlatform, type PlatformApp } from "../../model/platform-app.ts";
import type { Credentials } from "../credentials/credentials.ts";
import type { PlatformDestinations } from "../delivery/destinations/destinations.ts";
import type { ServiceOptions } from "../options.ts";
import type { AccountBook } from "../store/accounts.ts";
import { linkedinPlatform } from "./linkedin/linkedin.ts";
import { facebookPlatform, instagramPlatform } from "./meta/meta.ts";
import type { OAuthClient } from "./oauth.ts";
import type { Platform } from "./platform.ts";
import { openPlatformTokens } from "./platform-tokens.ts";
import { tiktokPlatform } from "./tiktok/tiktok.ts";
import { twitterPlatform } from "./twitter/twitter.ts";
import { youtubePlatform } from "./youtube/youtube.ts";

/** Every platform that this service posts to itself. */
export const PLATFORMS: Readonly<Record<ApiPlatform, Platform>> = {
	youtube: youtubePlatform,
	twitter: twitterPlatform,
	linkedin: linkedinPlatform,
	tiktok: tiktokPlatform,
	instagram: instagramPlatform,
	facebook: facebookPlatform,
};

/** An app, with how its platform speaks OAuth. */
export function clientOf(app: PlatformApp, platform: ApiPlatform): PlatformClient {
	return { ...app, platform, oauth: PLATFORMS[platform].oauth };
}

export interface PlatformClient extends OAuthClient {
	readonly platform: ApiPlatform;
}

interface Parts {
	readonly accounts: Pick<AccountBook, "find" | "moveTokenEnd">;
	readonly credentials: Credentials;
	readonly options: ServiceOptions;
}

/** Where posts of connected accounts go, by the tokens that are kept of them. */
export function platformDestinations({ accounts, credentials, options }: Parts): PlatformDestinations {
	const { platforms: settings, apps = {}, clock, data, memory = data } = options;
	const idOf = async (id: string) => (await accounts.find(id))?.id ?? id;
	const clients = (name: ApiPlatform) => {
		const app = apps[name];
		return app && clientOf(app, name);
	};
	const tokens = openPlatformTokens({
		...{ credentials, clients, idOf, now: clock.now },
		moveTokenEnd: (id, end) => accounts.moveTokenEnd(id, end),
	});
	const parts = { tokens, settings, counts: join(memory, "quota"), clock };
	return Object.fromEntries(
		API_PLATFORMS.flatMap((name) => {
			const destination = PLATFORMS[name].openDestination({ ...parts, client: clients(name) });
			return destination === undefined ? [] : [[name, destination]];
		}),
	);
}
