import { readFile, stat } from "node:fs/promises";
import { StopFault } from "../../model/fault.ts";
import { Secret } from "../../model/secret.ts";
import {
	type Grant,
	isToken,
	type OAuthClient,
	type OAuthTools,
	refreshGrant,
} from "../../service/platforms/oauth.ts";
import { jsonObject } from "../../service/store/json.ts";
import { printable } from "../../system/run.ts";

/** How long an access token lives that does not say so, in seconds. */
const USUAL_S = 3600;

/**
 * The grant of a file: a refresh token alone, or JSON with `refresh_token`, or with an `access_token` that
 * cannot be renewed; of platforms without refresh tokens an access token alone. Throws `StopFault` for a file
 * that others can read.
 */
export async function grantInFile(path: string, client: OAuthClient, tools: OAuthTools): Promise<Grant> {
	await checkPrivate(path);
	const text = (await readFile(path, "utf8")).trim();
	const json = jsonObject(text);
	const hasRefreshTokens = client.oauth.over.length > 0;
	const refreshToken = json === undefined && hasRefreshTokens ? text : json?.refresh_token;
	if (isToken(refreshToken)) {
		const grant = await refreshGrant(client, new Secret(refreshToken), tools);
		return { refreshToken: new Secret(refreshToken), ...grant };
	}
	const accessToken = json === undefined ? text : (json.access_token ?? json.token);
	if (!isToken(accessToken))
		throw new StopFault(`${printable(path)} holds no token.`, {
			remedy: "Write a token into it, or JSON with refresh_token or access_token.",
		});
	const seconds = Number(json?.expires_in) > 0 ? Number(json?.expires_in) : USUAL_S;
	const obtainedAt = tools.now();
	const scopes = typeof json?.scope === "string" ? { scopes: json.scope.split(/\s+/) } : {};
	return {
		accessToken: new Secret(accessToken),
		obtainedAt,
		expiresAt: obtainedAt + seconds * 1000,
		...scopes,
	};
}

async function checkPrivate(path: string): Promise<void> {
	const about = await stat(path).catch(() => undefined);
	if (about === undefined) throw new StopFault(`There is no file ${printable(path)}.`);
	if (process.platform === "win32" || (about.mode & 0o077) === 0) return;
	throw new StopFault(`${printable(path)} can be read by others.`, {
		remedy: `Change that: chmod 600 '${printable(path)}'`,
	});
}
