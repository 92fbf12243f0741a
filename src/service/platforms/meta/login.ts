import { StopFault } from "../../../model/fault.ts";
import { Secret } from "../../../model/secret.ts";
import { clientFields, type Grant, isToken, NEVER, type OAuthClient, type OAuthTools } from "../oauth.ts";
import { askAsApp } from "./ask-graph.ts";

/** What Meta says of a token. Times are epoch milliseconds. */
export interface MetaToken {
	readonly type: string;
	readonly scopes: readonly string[];
	/** `NEVER`: it does not. */
	readonly endsAt: number;
	/** What is read in its name ends then, also by Page tokens made from it. */
	readonly dataEndsAt: number;
}

/**
 * Trades the token of an hour for one of 60 days. Those of System Users, which do not end, are kept.
 * Throws `StopFault` where the token is of another app, or posting was not allowed.
 */
export async function tradeToken(client: OAuthClient, given: Grant, tools: OAuthTools): Promise<Grant> {
	const about = await readToken(client, given.accessToken, tools);
	checkGranted(client, about.scopes);
	const { scopes, endsAt } = about;
	if (about.type === "PAGE")
		throw new StopFault("This is the token of a Page, by which no account can be chosen.", {
			remedy: "Use the token of a System User that has the Page assigned.",
		});
	if (endsAt === NEVER) return { ...given, scopes, expiresAt: endsAt };
	const query = {
		...{ grant_type: "fb_exchange_token", fb_exchange_token: given.accessToken.reveal() },
		...(await clientFields(client)),
	};
	const { access_token: token } = await askAsApp(client, { path: "oauth/access_token", query }, tools.signal);
	if (!isToken(token))
		throw new StopFault("Facebook gave no token for longer.", { remedy: "Connect again." });
	const longer = await readToken(client, new Secret(token), tools);
	return { ...given, accessToken: new Secret(token), scopes: longer.scopes, expiresAt: longer.endsAt };
}

/** Throws `StopFault` where it is not valid, or of another app. */
export async function readToken(
	client: OAuthClient,
	token: Secret,
	{ signal }: Pick<OAuthTools, "signal">,
): Promise<MetaToken> {
	const { client_secret: secret } = await clientFields(client);
	if (!secret)
		throw new StopFault("Facebook is asked in the name of the app, which takes its secret.", {
			remedy: "Set destinations.apps.facebook.client_secret_env.",
		});
	const query = { input_token: token.reveal(), access_token: `${client.clientId}|${secret}` };
	const { data } = await askAsApp(client, { path: "debug_token", query }, signal);
	const about: Readonly<Record<string, unknown>> = typeof data === "object" ? { ...data } : {};
	if (about.is_valid !== true || String(about.app_id) !== client.clientId)
		throw new StopFault(
			about.is_valid === true ? "This token was given to another app." : "This token is not valid any more.",
			{ remedy: "Connect again, or make a new token for the app of the settings." },
		);
	return {
		type: String(about.type),
		scopes: Array.isArray(about.scopes) ? about.scopes.filter((each) => typeof each === "string") : [],
		endsAt: timeOf(about.expires_at),
		dataEndsAt: timeOf(about.data_access_expires_at),
	};
}

/** Of Unix seconds, of which 0 means never. */
function timeOf(seconds: unknown): number {
	return typeof seconds === "number" && seconds > 0 ? seconds * 1000 : NEVER;
}

function checkGranted({ oauth }: OAuthClient, scopes: readonly string[]): void {
	const missing = oauth.scopes.filter((each) => !scopes.includes(each));
	if (missing.length === 0) return;
	throw new StopFault(`Facebook was not allowed to let showrun post: ${missing.join(", ")} is missing.`, {
		remedy: "Connect again, and leave everything switched on; the app needs these permissions too.",
	});
}
