import { defined } from "../../../model/defined.ts";
import { StopFault } from "../../../model/fault.ts";
import { printable } from "../../../system/run.ts";
import { twitter } from "../../delivery/destinations/twitter/twitter.ts";
import { fieldsOf } from "../../store/json.ts";
import { askPlatform, PlatformFault } from "../ask-platform.ts";
import { clientFields, type Grant, type OAuthClient, type OAuthTools, revokeToken } from "../oauth.ts";
import type { Platform, PlatformIdentity } from "../platform.ts";
import { TWITTER_APP_STEPS, whatXAllows } from "./app-steps.ts";

const POSTING = ["tweet.read", "tweet.write", "users.read", "media.write"];

/** Accounts of X: one login is one account. */
export const twitterPlatform: Platform = {
	name: "twitter",
	title: "X",
	asker: "X",
	noun: "account",
	oauth: {
		// The last one gives a refresh token, which works once.
		scopes: [...POSTING, "offline.access"],
		separator: " ",
		query: {},
		challenge: "base64url",
		clientName: "client_id",
		clientBy: "basic",
		over: ["invalid_grant", "invalid_request"],
	},
	checkScopes,
	identities: readUser,
	revoke: async (client, { refreshToken, accessToken }, tools) => {
		const { client_secret: _, ...fields } = await clientFields(client);
		await revokeToken(client, { ...fields, token: (refreshToken ?? accessToken).reveal() }, tools);
	},
	revoked: {
		yes: "X revoked what was granted to the app.",
		no: "X could not be asked to revoke what was granted: do it at https://x.com/settings/connected_apps",
	},
	whatItAllows: whatXAllows,
	appSteps: TWITTER_APP_STEPS,
	openDestination: ({ settings, tokens }) => settings && twitter({ tokens, settings: settings.twitter }),
};

function checkScopes({ scopes }: Pick<Grant, "scopes">): void {
	const missing = POSTING.filter((each) => scopes !== undefined && !scopes.includes(each));
	if (missing.length === 0) return;
	throw new StopFault(`X did not let showrun post: ${missing.join(", ")} is missing.`, {
		remedy: "Give the app Read and write permissions at console.x.com, then connect again.",
	});
}

/** The one account of a token. */
async function readUser(
	{ urls }: OAuthClient,
	{ accessToken }: Grant,
	{ signal }: OAuthTools,
): Promise<readonly PlatformIdentity[]> {
	const { status, json } = await askPlatform(
		{ url: `${urls.api}/users/me`, bearer: accessToken.reveal() },
		signal,
	);
	const { id, name, username } = fieldsOf(json?.data);
	if (status === 200 && typeof id === "string" && /^\d{1,30}$/.test(id)) {
		const handle = typeof username === "string" ? printable(username, 100) : undefined;
		return [{ id, title: typeof name === "string" ? printable(name, 200) : id, ...defined({ handle }) }];
	}
	const about = typeof json?.detail === "string" ? `: ${printable(json.detail, 200)}` : "";
	throw status >= 500 || status === 429
		? new PlatformFault(`X did not say who this is (status ${status}).`, { remedy: "Try again later." })
		: new StopFault(`X did not say who this is (status ${status})${about}`, {
				remedy: "Check the app at console.x.com, its credits too, then connect again.",
			});
}
