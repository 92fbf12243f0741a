import { defined } from "../../../model/defined.ts";
import { StopFault } from "../../../model/fault.ts";
import { printable } from "../../../system/run.ts";
import { tiktok } from "../../delivery/destinations/tiktok/tiktok.ts";
import { fieldsOf } from "../../store/json.ts";
import { askPlatform, PlatformFault } from "../ask-platform.ts";
import { clientFields, type Grant, type OAuthClient, type OAuthTools, revokeToken } from "../oauth.ts";
import type { Platform, PlatformIdentity } from "../platform.ts";
import { TIKTOK_APP_STEPS, whatTikTokAllows } from "./app-steps.ts";

const POSTING = ["video.publish", "video.upload"];

/** Creators of TikTok: one login is one account. */
export const tiktokPlatform: Platform = {
	name: "tiktok",
	title: "TikTok",
	asker: "TikTok",
	noun: "creator",
	oauth: {
		scopes: ["user.info.basic", "user.info.profile", ...POSTING],
		separator: ",",
		query: {},
		// Other than RFC 7636 says, for desktop apps.
		challenge: "hex",
		clientName: "client_key",
		clientBy: "form",
		over: ["invalid_grant"],
	},
	checkScopes,
	identities: readCreator,
	revoke: async (client, { accessToken }, tools) =>
		revokeToken(client, { ...(await clientFields(client)), token: accessToken.reveal() }, tools),
	revoked: {
		yes: "TikTok revoked what was granted to the app.",
		no: "TikTok could not be asked to revoke what was granted: do it in the app, under Settings, Security, Apps and services.",
	},
	whatItAllows: whatTikTokAllows,
	appSteps: TIKTOK_APP_STEPS,
	openDestination: ({ settings, tokens }) => settings && tiktok({ tokens, settings: settings.tiktok }),
};

function checkScopes({ scopes }: Pick<Grant, "scopes">): void {
	const missing = POSTING.filter((each) => scopes !== undefined && !scopes.includes(each));
	if (missing.length === 0) return;
	throw new StopFault(`TikTok was not allowed to let showrun post: ${missing.join(", ")} was switched off.`, {
		remedy: "Connect again, and leave everything switched on.",
	});
}

/** The one creator of a token. */
async function readCreator(
	{ urls }: OAuthClient,
	{ accessToken }: Grant,
	{ signal }: OAuthTools,
): Promise<readonly PlatformIdentity[]> {
	const url = `${urls.api}/user/info/?fields=open_id%2Cdisplay_name%2Cusername`;
	const { status, json } = await askPlatform({ url, bearer: accessToken.reveal() }, signal);
	const user = fieldsOf(fieldsOf(json?.data).user);
	const { open_id: id, display_name: title, username } = user;
	if (status === 200 && typeof id === "string" && /^[A-Za-z0-9_-]{1,100}$/.test(id)) {
		const handle = typeof username === "string" ? printable(username, 100) : undefined;
		return [{ id, title: typeof title === "string" ? printable(title, 200) : id, ...defined({ handle }) }];
	}
	const { code } = fieldsOf(json?.error);
	const about = typeof code === "string" ? printable(code, 80) : `status ${status}`;
	throw status >= 500 || status === 429
		? new PlatformFault(`TikTok did not say who this is (${about}).`, { remedy: "Try again later." })
		: new StopFault(`TikTok did not say who this is (${about}).`, {
				remedy: "Connect again, and leave everything switched on.",
			});
}
