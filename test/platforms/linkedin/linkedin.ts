/** LinkedIn: OAuth, and the versioned API for members and pages. */
import { peopleOperations } from "../core/operations.ts";
import type { Platform, World } from "../core/platform.ts";
import {
	defaultSettings,
	envelope,
	HOSTS,
	type LinkedIn,
	MEMBER_SCOPES,
	MEMBERS,
	REDIRECT,
} from "./model.ts";
import { issueTokens, oauthRoutes } from "./oauth.ts";
import { postRoutes } from "./posts.ts";
import { videoRoutes } from "./videos.ts";

export function createLinkedIn(world: World): Platform {
	const accounts = Object.keys(MEMBERS);
	const apps = ["member", "pages"].map((kind) => ({
		...{ id: `li-client-${kind}`, kind, secret: world.canaries.secret(`li-${kind}-secret`) },
		redirects: (uri: string) => uri === REDIRECT,
	}));
	const linkedin: LinkedIn = {
		...{ world, apps, consent: { account: accounts[0] ?? "", deny: false } },
		...{ videos: [], posts: [], settings: defaultSettings() },
	};
	return {
		...{ name: "linkedin", hosts: Object.values(HOSTS), envelope, settings: linkedin.settings },
		routes: [...oauthRoutes(linkedin), ...videoRoutes(linkedin), ...postRoutes(linkedin)],
		settle: () => {},
		operations: {
			...peopleOperations(world, {
				...{ apps, accounts, consent: linkedin.consent, scopes: MEMBER_SCOPES },
				issue: (grant, lifeMs) => issueTokens(linkedin, grant, lifeMs),
			}),
			/** With what readers see of the text. */
			posts: () => ({ posts: linkedin.posts.map(({ video, ...each }) => ({ ...each, video: video?.urn })) }),
		},
	};
}
