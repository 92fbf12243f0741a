/** TikTok's OAuth for desktop apps: PKCE in hex, refresh tokens that rotate, errors with HTTP 200. */
import { type Answer, html, json, must, Refused } from "../core/answer.ts";
import { form } from "../core/bodies.ts";
import { type App, accessToken, checkChallenge, checkState, decide, redeem } from "../core/oauth.ts";
import type { IssuedTokens } from "../core/operations.ts";
import type { Arrived, Route } from "../core/platform.ts";
import type { Grant } from "../core/tokens.ts";
import { answerOk, CREATORS, DAY_MS, HOSTS, oauthError, refuse, SCOPES, type TikTok } from "./model.ts";

const CODE_MS = 10 * 60_000;
const MINUTE = 60_000;

export function oauthRoutes(tiktok: TikTok): readonly Route[] {
	const post = { host: HOSTS.api, method: "POST", body: "form" } as const;
	return [
		{
			...{ name: "tiktok.authorize", host: HOSTS.site, method: "GET", body: "none" },
			path: /\/v2\/auth\/authorize\//,
			query: [
				...["client_key", "scope", "response_type", "redirect_uri", "state"],
				...["code_challenge", "code_challenge_method"],
			],
			handle: (request) => authorize(tiktok, request),
		},
		{
			...post,
			name: "tiktok.token",
			quirks: ["lose-refresh-token"],
			path: /\/v2\/oauth\/token\//,
			handle: (request) => token(tiktok, request),
		},
		{
			...post,
			name: "tiktok.revoke",
			path: /\/v2\/oauth\/revoke\//,
			handle: (request) => revoke(tiktok, request),
		},
		{
			...{ name: "tiktok.user", host: HOSTS.api, method: "GET", body: "none", path: /\/v2\/user\/info\// },
			...{ headers: ["authorization"], query: ["fields"] },
			handle: (request) => user(tiktok, request),
		},
	];
}

function authorize({ world, apps, consent }: TikTok, { query }: Arrived): Answer {
	const app = apps.find(({ id }) => id === query.get("client_key"));
	must(app !== undefined, "client_key of no app");
	if (!app.redirects(query.get("redirect_uri") ?? "")) throw new Refused(html(400, "redirect_uri"));
	must(query.get("response_type") === "code", "response_type is not code");
	checkState(query);
	checkChallenge(query, "hex");
	const scopes = (query.get("scope") ?? "").split(",");
	must(
		scopes.every((scope) => SCOPES.includes(scope)),
		`scope ${query.get("scope")}`,
	);
	return decide(world, {
		...{
			app,
			consent,
			query,
			scopes,
			lifeMs: CODE_MS,
			facts: { challenge: query.get("code_challenge") ?? "" },
		},
		more: (granted) => ({ scopes: granted.join(",") }),
	});
}

function clientOf({ apps }: TikTok, { client_key, client_secret }: Readonly<Record<string, string>>): App {
	const app = apps.find(({ id }) => id === client_key);
	must(app !== undefined && app.secret === client_secret, "client_key and client_secret", 401);
	return app;
}

function token(tiktok: TikTok, request: Arrived): Answer {
	const optional = ["code", "redirect_uri", "code_verifier", "refresh_token"];
	const fields = form(request, ["client_key", "client_secret", "grant_type"], optional);
	const app = clientOf(tiktok, fields);
	const { tokens } = tiktok.world;
	if (fields.grant_type === "refresh_token") {
		const found = tokens.find("refresh", fields.refresh_token);
		must(found !== undefined && found.grant.app === app.id, "a refresh token that was never issued");
		if (request.quirk("lose-refresh-token") !== undefined) found.dead = true;
		if (!tokens.isLive(found)) return oauthError("invalid_grant", "Refresh token is invalid or expired.");
		found.dead = true;
		return tokenAnswer(found.grant, issueTokens(tiktok, found.grant));
	}
	must(fields.grant_type === "authorization_code", `grant_type ${fields.grant_type}`);
	const { code = "", redirect_uri: redirectUri = "", code_verifier: verifier } = fields;
	const found = redeem(tiktok.world, { code, app, redirectUri, verifier, digits: "hex" });
	if (found === undefined) return oauthError("invalid_grant", "Authorization code is expired.");
	return tokenAnswer(found.grant, issueTokens(tiktok, found.grant));
}

export function issueTokens({ world: { tokens } }: TikTok, grant: Grant, lifeMs = DAY_MS): IssuedTokens {
	return {
		access: tokens.issue({ kind: "access", grant, lifeMs, prefix: "act." }),
		refresh: tokens.issue({ kind: "refresh", grant, lifeMs: 365 * DAY_MS, prefix: "rft." }),
	};
}

function tokenAnswer({ account, scopes }: Grant, { access, refresh }: IssuedTokens): Answer {
	return json(200, {
		...{ access_token: access.value, expires_in: DAY_MS / 1000, open_id: account, scope: scopes.join(",") },
		...{ refresh_token: refresh?.value, refresh_expires_in: (365 * DAY_MS) / 1000, token_type: "Bearer" },
	});
}

function revoke(tiktok: TikTok, request: Arrived): Answer {
	const fields = form(request, ["client_key", "client_secret", "token"]);
	const app = clientOf(tiktok, fields);
	const found = tiktok.world.tokens.find("access", fields.token);
	must(found !== undefined && found.grant.app === app.id, "a token that was never issued to this app");
	found.grant.revoked = true;
	return json(200, {});
}

/** Whose call it is. */
export function authorized(tiktok: TikTok, request: Arrived, scope: string): string {
	const found = accessToken(tiktok.world, request, { apps: tiktok.apps });
	if (found === undefined) return refuse(tiktok, 401, "access_token_invalid");
	if (!found.grant.scopes.includes(scope)) refuse(tiktok, 403, "scope_not_authorized");
	return found.grant.account;
}

/** Counts a call of a user, and refuses it where there were too many in a minute. */
export function countCall(tiktok: TikTok, key: string, perMinute: number): void {
	const now = tiktok.world.clock.now();
	const recent = (tiktok.calls.get(key) ?? []).filter((at) => at > now - MINUTE);
	if (recent.length >= perMinute) refuse(tiktok, 429, "rate_limit_exceeded");
	tiktok.calls.set(key, [...recent, now]);
}

function user(tiktok: TikTok, request: Arrived): Answer {
	const account = authorized(tiktok, request, "user.info.basic");
	const { username = "", name = "" } = CREATORS[account] ?? {};
	const all: Record<string, string> = {
		...{ open_id: account, union_id: `union${account}`, display_name: name, username },
		avatar_url: "https://p16-sign.tiktokcdn.com/avatar.jpeg",
	};
	const fields = (request.query.get("fields") ?? "").split(",");
	must(
		fields.every((field) => all[field] !== undefined),
		`fields ${fields}`,
	);
	if (fields.includes("username")) authorized(tiktok, request, "user.info.profile");
	return answerOk({ user: Object.fromEntries(fields.map((field) => [field, all[field]])) });
}
