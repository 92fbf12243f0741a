/** X: OAuth 2.0 and 1.0a, media and posts of API v2. */
import type { App } from "../core/oauth.ts";
import { peopleOperations } from "../core/operations.ts";
import type { Json, Platform, World } from "../core/platform.ts";
import { mediaRoutes } from "./media.ts";
import { defaultSettings, envelope, HOSTS, REDIRECT, SCOPES, type Twitter, USERS } from "./model.ts";
import { issueTokens, oauthRoutes } from "./oauth.ts";
import { postRoutes } from "./posts.ts";

export function createTwitter(world: World): Platform {
	const accounts = USERS.map(({ id }) => id);
	const twitter: Twitter = {
		...{ world, apps: appsOf(world), consent: { account: accounts[0] ?? "", deny: false } },
		...{ media: [], posts: [], nonces: new Set(), usage: { micros: 0, reads: 0, windows: {} } },
		settings: defaultSettings(),
	};
	const { apps, consent } = twitter;
	return {
		...{ name: "twitter", hosts: Object.values(HOSTS), envelope, settings: twitter.settings },
		routes: [...oauthRoutes(twitter), ...mediaRoutes(twitter), ...postRoutes(twitter)],
		settle: () => {},
		operations: {
			...peopleOperations(world, {
				...{ apps, accounts, consent, scopes: SCOPES },
				issue: (grant, lifeMs) => issueTokens(twitter, grant, lifeMs),
			}),
			keys: (input) => pastedKeys(twitter, input),
			usage: () => twitter.usage,
		},
	};
}

function appsOf({ canaries }: World): readonly App[] {
	return ["native", "confidential"].map((kind) => ({
		...{ id: `x-client-${kind}`, kind, secret: canaries.secret(`x-${kind}-secret`) },
		redirects: (uri) => uri === REDIRECT,
	}));
}

/** Four keys of OAuth 1.0a, which never expire: `{ account? }`. */
function pastedKeys({ world, apps, consent }: Twitter, { account }: Json): object {
	const app = apps.find(({ kind }) => kind === "confidential");
	if (app === undefined) throw new Error("there is no confidential app");
	const secret = world.canaries.secret("oauth1-token-secret");
	const who = String(account ?? consent.account);
	const grant = { account: who, app: app.id, scopes: SCOPES, revoked: false };
	const token = world.tokens.issue({
		...{ kind: "access", grant, lifeMs: Number.POSITIVE_INFINITY, prefix: `${who}-`, facts: { secret } },
	});
	return {
		...{ consumer_key: app.id, consumer_secret: app.secret },
		...{ access_token: token.value, access_token_secret: secret },
	};
}
