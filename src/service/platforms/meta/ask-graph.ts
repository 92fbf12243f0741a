import { createHmac } from "node:crypto";
import { defined } from "../../../model/defined.ts";
import { StopFault } from "../../../model/fault.ts";
import type { Secret } from "../../../model/secret.ts";
import { graphErrorIn } from "../../delivery/destinations/meta/errors.ts";
import type { Fields } from "../../store/json.ts";
import { askPlatform, PlatformFault } from "../ask-platform.ts";
import { clientFields, type OAuthClient } from "../oauth.ts";

interface GraphQuestion {
	/** Behind the base address. */
	readonly path: string;
	readonly query?: Readonly<Record<string, string>>;
	readonly token: Secret;
	readonly method?: "DELETE";
}

/** A successful answer. Throws `PlatformFault` for what may go better later, `StopFault` otherwise. */
export async function askGraph(
	client: OAuthClient,
	{ path, query = {}, token, ...question }: GraphQuestion,
	signal: AbortSignal,
): Promise<Fields> {
	const bearer = token.reveal();
	const proof = await appSecretProof(client, bearer);
	const all = new URLSearchParams({ ...query, ...defined({ appsecret_proof: proof }) });
	const url = `${client.urls.api}/${path}?${all}`;
	return checkedGraph(await askPlatform({ ...question, url, bearer }, signal));
}

/** What is asked in the name of the app itself. Throws as `askGraph`. */
export async function askAsApp(
	client: OAuthClient,
	{ path, query }: Pick<GraphQuestion, "path"> & { readonly query: Readonly<Record<string, string>> },
	signal: AbortSignal,
): Promise<Fields> {
	const url = `${client.urls.api}/${path}?${new URLSearchParams(query)}`;
	return checkedGraph(await askPlatform({ url }, signal));
}

function checkedGraph({
	status,
	json,
}: {
	readonly status: number;
	readonly json: Fields | undefined;
}): Fields {
	if (status === 200 && json !== undefined && json.error === undefined) return json;
	const error = json && graphErrorIn(JSON.stringify(json));
	if (error === undefined || status >= 500 || status === 429 || error.isTransient)
		throw new PlatformFault(`Facebook answered with status ${status}.`, { remedy: "Try again later." });
	const { code, subcode, message } = error;
	throw new StopFault(`Facebook refused (${code}${subcode === undefined ? "" : `/${subcode}`}): ${message}`, {
		remedy: "Check the app at developers.facebook.com and its secret, then connect again.",
	});
}

/** Proves that who holds the token is the app that it was given to. Undefined: the app has no secret here. */
export async function appSecretProof(client: OAuthClient, token: string): Promise<string | undefined> {
	const { client_secret: secret } = await clientFields(client);
	return secret && createHmac("sha256", secret).update(token).digest("hex");
}
