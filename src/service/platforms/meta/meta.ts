import { facebook } from "../../delivery/destinations/facebook/facebook.ts";
import { instagram } from "../../delivery/destinations/instagram/instagram.ts";
import type { OAuthClient, OAuthDialect } from "../oauth.ts";
import type { Platform } from "../platform.ts";
import { META_APP_STEPS, whatMetaAllows } from "./app-steps.ts";
import { appSecretProof, askGraph } from "./ask-graph.ts";
import { tradeToken } from "./login.ts";
import { readInstagrams, readPages } from "./pages.ts";

const PAGES = ["pages_show_list", "pages_read_engagement"];

/** Facebook Login, which knows no PKCE. */
function dialect(scopes: readonly string[]): OAuthDialect {
	return {
		scopes: [...PAGES, ...scopes],
		separator: ",",
		query: {},
		challenge: "none",
		clientName: "client_id",
		clientBy: "form",
		tokenBy: "GET",
		over: [],
	};
}

const common = {
	asker: "Facebook",
	// What was allowed is read from the token itself, when it is traded.
	checkScopes: () => {},
	trade: tradeToken,
	revoke: async (client, { accessToken: token }, { signal }) => {
		await askGraph(client, { method: "DELETE", path: "me/permissions", token }, signal);
	},
	revoked: {
		yes: "Facebook revoked what was granted to the app; other accounts of that login may have to be connected again.",
		no: "Facebook did not revoke what was granted: do it at https://www.facebook.com/settings?tab=business_tools",
	},
	appSteps: META_APP_STEPS,
} satisfies Partial<Platform>;

/** Pages of Facebook. */
export const facebookPlatform: Platform = {
	...common,
	name: "facebook",
	title: "Facebook",
	noun: "Page",
	oauth: dialect(["pages_manage_posts"]),
	identities: readPages,
	whatItAllows: (app) => whatMetaAllows(app, "Page"),
	openDestination: ({ settings, tokens, client }) =>
		settings && facebook({ tokens, settings: settings.facebook, proof: proofBy(client) }),
};

/** Professional accounts of Instagram that are linked to a Page, by the same login. */
export const instagramPlatform: Platform = {
	...common,
	name: "instagram",
	title: "Instagram",
	noun: "account",
	oauth: dialect(["instagram_basic", "instagram_content_publish"]),
	identities: readInstagrams,
	whatItAllows: (app) => whatMetaAllows(app, "Page of the Instagram account"),
	openDestination: ({ settings, tokens, client }) =>
		settings && instagram({ tokens, settings: settings.instagram, proof: proofBy(client) }),
};

function proofBy(client: OAuthClient | undefined) {
	return async (token: string) => client && appSecretProof(client, token);
}
