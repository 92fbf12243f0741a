import { StopFault } from "../../../model/fault.ts";
import { printable } from "../../../system/run.ts";
import { askPlatform, PlatformFault } from "../ask-platform.ts";
import type { Grant, OAuthClient, OAuthTools } from "../oauth.ts";
import type { PlatformIdentity } from "../platform.ts";

/** The member that a token was given by. */
export async function readMember(
	{ urls }: OAuthClient,
	{ accessToken }: Grant,
	{ signal }: OAuthTools,
): Promise<PlatformIdentity> {
	const url = `${urls.api}/v2/userinfo`;
	const { status, json } = await askPlatform({ url, bearer: accessToken.reveal() }, signal);
	const { sub: id, name } = json ?? {};
	if (status === 200 && typeof id === "string" && /^[A-Za-z0-9_-]{1,100}$/.test(id))
		return { id, title: typeof name === "string" ? printable(name, 200) : id };
	const about = typeof json?.message === "string" ? `: ${printable(json.message, 200)}` : "";
	throw status >= 500 || status === 429
		? new PlatformFault(`LinkedIn did not say who this is (status ${status}).`, {
				remedy: "Try again later.",
			})
		: new StopFault(`LinkedIn did not say who this is (status ${status})${about}`, {
				remedy: "Add the product Sign In with LinkedIn using OpenID Connect to the app, then connect again.",
			});
}
