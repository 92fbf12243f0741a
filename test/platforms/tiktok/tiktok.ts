/** TikTok: Login Kit for desktop apps and the Content Posting API. */
import { peopleOperations } from "../core/operations.ts";
import type { Platform, World } from "../core/platform.ts";
import { CREATORS, defaultSettings, envelope, HOSTS, SCOPES, type TikTok } from "./model.ts";
import { issueTokens, oauthRoutes } from "./oauth.ts";
import { appear, publishRoutes, settle } from "./publish.ts";

export function createTikTok(world: World): Platform {
	const accounts = Object.keys(CREATORS);
	const app = {
		...{ id: "aw0clientkey", kind: "desktop", secret: world.canaries.secret("tiktok-secret") },
		redirects: (uri: string) => /^http:\/\/(127\.0\.0\.1|localhost):\d{2,5}\/callback\/$/.test(uri),
	};
	const tiktok: TikTok = {
		...{ world, apps: [app], consent: { account: accounts[0] ?? "", deny: false } },
		...{ publishes: [], calls: new Map(), settings: defaultSettings() },
	};
	return {
		...{ name: "tiktok", hosts: Object.values(HOSTS), envelope, settings: tiktok.settings },
		routes: [...oauthRoutes(tiktok), ...publishRoutes(tiktok)],
		settle: () => settle(tiktok),
		operations: {
			...peopleOperations(world, {
				...{ apps: tiktok.apps, accounts, consent: tiktok.consent, scopes: SCOPES },
				issue: (grant, lifeMs) => issueTokens(tiktok, grant, lifeMs),
			}),
			/** The creator publishes a draft of the inbox: `{ publish_id }`. */
			tap: ({ publish_id }) => {
				const draft = tiktok.publishes.find(({ id, level }) => id === publish_id && level === "inbox");
				if (draft?.isSettled !== true || draft.posts.length > 0) throw new Error(`no draft ${publish_id}`);
				appear(tiktok, draft, { visibility: "PUBLIC_TO_EVERYONE", how: "tap" });
			},
		},
	};
}
