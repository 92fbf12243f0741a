/** YouTube: Google's OAuth and the Data API v3. */
import type { App, Consent } from "../core/oauth.ts";
import { peopleOperations } from "../core/operations.ts";
import type { Json, Platform, World } from "../core/platform.ts";
import { channelRoutes } from "./channels.ts";
import { CHANNELS, defaultSettings, envelope, type Google, HOSTS, SCOPES, WITHOUT_CHANNEL } from "./model.ts";
import { oauthRoutes, refreshToken, userCode } from "./oauth.ts";
import { uploadRoutes } from "./upload.ts";
import { videoRoutes } from "./videos.ts";
import { settle } from "./visibility.ts";

export function createYouTube(world: World): Platform {
	const google: Google = {
		...{ world, apps: appsOf(world), consent: { account: CHANNELS[0]?.id ?? "", deny: false } as Consent },
		...{ sessions: [], videos: [], quota: { day: "", units: 0, inserts: 0 }, settings: defaultSettings() },
	};
	const accounts = [...CHANNELS.map(({ id }) => id), WITHOUT_CHANNEL];
	return {
		...{ name: "youtube", hosts: Object.values(HOSTS), envelope, settings: google.settings },
		routes: [
			...[...oauthRoutes(google), ...uploadRoutes(google)],
			...[...videoRoutes(google), ...channelRoutes(google)],
		],
		settle: () => settle(google),
		operations: {
			...peopleOperations(world, {
				...{ apps: google.apps, accounts, consent: google.consent, scopes: [SCOPES.manage] },
				issue: (grant, lifeMs = google.settings.accessMs) => ({
					access: world.tokens.issue({ kind: "access", grant, lifeMs, prefix: "ya29." }),
					refresh: refreshToken(google, grant),
				}),
			}),
			device: (input) => decideDevice(google, input),
			/** What the platform holds, for assertions on what no client may read. */
			videos: () => ({ videos: google.videos }),
			quota: () => google.quota,
		},
	};
}

const WEB_REDIRECT = "https://showrun.example/connect/youtube/callback";

function appsOf({ canaries }: World): readonly App[] {
	const app = (kind: string, redirects: App["redirects"]): App => ({
		...{ id: `1234-${kind}.apps.googleusercontent.com`, kind, redirects },
		secret: canaries.secret(`youtube-${kind}-secret`, "GOCSPX-"),
	});
	return [
		app("desktop", (uri) => /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d{2,5}(\/[\w/-]*)?$/.test(uri)),
		app("web", (uri) => uri === WEB_REDIRECT),
		app("tv", () => false),
	];
}

/** The person types the code of a device and decides: `{ user_code, allow }`. */
function decideDevice({ world, apps, consent }: Google, { user_code, allow }: Json): object {
	const codes = apps.flatMap(({ id }) => world.tokens.live("device", { account: consent.account, app: id }));
	const code = codes.find((each) => userCode(each) === user_code);
	if (code === undefined) throw new Error(`no device shows ${user_code}`);
	(code.facts as Record<string, string>).decision = allow === true ? "allowed" : "denied";
	return {};
}
