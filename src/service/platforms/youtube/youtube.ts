import { youtube } from "../../delivery/destinations/youtube/youtube.ts";
import { revokeToken } from "../oauth.ts";
import type { Platform } from "../platform.ts";
import { whatYoutubeAllows, YOUTUBE_APP_STEPS } from "./app-steps.ts";
import { checkScopes, readChannels, YOUTUBE_SCOPE } from "./channels.ts";

/** Channels of YouTube, connected at Google. */
export const youtubePlatform: Platform = {
	name: "youtube",
	title: "YouTube",
	asker: "Google",
	noun: "channel",
	oauth: {
		scopes: [YOUTUBE_SCOPE],
		separator: " ",
		// A refresh token comes only with these two.
		query: { access_type: "offline", prompt: "consent" },
		challenge: "base64url",
		clientName: "client_id",
		clientBy: "form",
		over: ["invalid_grant"],
	},
	checkScopes,
	identities: (client, { accessToken }, tools) => readChannels(client, accessToken, tools),
	revoke: (client, { refreshToken, accessToken }, tools) =>
		revokeToken(client, { token: (refreshToken ?? accessToken).reveal() }, tools),
	revoked: {
		yes: "Google revoked what was granted to the app; other channels of that Google account may have to be connected again.",
		no: "Google could not be asked to revoke what was granted: do it at https://myaccount.google.com/connections",
	},
	whatItAllows: whatYoutubeAllows,
	appSteps: YOUTUBE_APP_STEPS,
	openDestination: ({ settings, ...parts }) => settings && youtube({ ...parts, settings: settings.youtube }),
};
