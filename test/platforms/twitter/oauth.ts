/** OAuth of X: codes of 30 seconds, refresh tokens that work once, and pasted keys. */
import { type Answer, html, json, must, Refused } from "../core/answer.ts";
import { form } from "../core/bodies.ts";
import { type App, accessToken, checkChallenge, checkState, decide, redeem } from "../core/oauth.ts";
import type { IssuedTokens } from "../core/operations.ts";
import type { Arrived, Route } from "../core/platform.ts";
import type { Grant, Token } from "../core/tokens.ts";
import { HOSTS, refuse, SCOPES, type Scope, type Twitter } from "./model.ts";
import { headerParameters, signature } from "./oauth1.ts";

const HALF_A_YEAR = 182 * 24 * 3600_000;
const SKEW_S = 300;

export function oauthRoutes(twitter: Twitter): readonly Route[] {
	const post = { host: HOSTS.api, method: "POST", body: "form", headers: ["authorization"] } as const;
	return [
		{
			...{ name: "twitter.authorize", host: HOSTS.authorize, method: "GET", body: "none" },
			path: /\/i\/oauth2\/authorize/,
			query: [
				...["client_id", "redirect_uri", "response_type", "scope", "state"],
				...["code_challenge", "code_challenge_method"],
			],
			handle: (request) => authorize(twitter, request),
		},
		{
			...post,
			name: "twitter.token",
			quirks: ["lose-refresh-token"],
			path: /\/2\/oauth2\/token/,
			handle: (request) => token(twitter, request),
		},
		{
			...post,
			name: "twitter.revoke",
			path: /\/2\/oauth2\/revoke/,
			handle: (request) => revoke(twitter, request),
		},
	];
}

function authorize({ world, apps, consent, settings }: Twitter, { query }: Arrived): Answer {
	const app = apps.find(({ id }) => id === query.get("client_id"));
	must(app !== undefined, "client_id of no app");
	if (!app.redirects(query.get("redirect_uri") ?? ""))
		throw new Refused(html(400, "Something went wrong: You weren't able to give access to the App."));
	must(query.get("response_type") === "code", "response_type is not code");
	checkState(query);
	checkChallenge(query, "base64url");
	const scopes = (query.get("scope") ?? "").split(" ");
	must(
		scopes.every((scope) => SCOPES.includes(scope as Scope)),
		`scope ${query.get("scope")}`,
	);
	const facts = { challenge: query.get("code_challenge") ?? "" };
	return decide(world, { app, consent, query, scopes, lifeMs: settings.codeMs, facts });
}

/** A public client names itself in the body, a confidential one shows its secret. */
function clientOf({ apps }: Twitter, { headers }: Arrived, clientId: string | undefined): App {
	if (headers.authorization === undefined) {
		const app = apps.find(({ id }) => id === clientId);
		must(app?.kind === "native", "client_id of no public client", 401);
		return app;
	}
	const [id, secret] = Buffer.from(headers.authorization.replace(/^Basic /, ""), "base64")
		.toString()
		.split(":");
	const app = apps.find((each) => each.id === id && each.secret === secret && each.kind === "confidential");
	must(app !== undefined, "client_id and client_secret", 401);
	return app;
}

function token(twitter: Twitter, request: Arrived): Answer {
	const optional = ["client_id", "code", "redirect_uri", "code_verifier", "refresh_token"];
	const fields = form(request, ["grant_type"], optional);
	const app = clientOf(twitter, request, fields.client_id);
	if (fields.grant_type === "refresh_token")
		return refresh(twitter, app, { request, value: fields.refresh_token });
	must(fields.grant_type === "authorization_code", `grant_type ${fields.grant_type}`);
	const { code = "", redirect_uri: redirectUri = "", code_verifier: verifier } = fields;
	const found = redeem(twitter.world, { code, app, redirectUri, verifier });
	if (found === undefined) return invalid("Value passed for the authorization code was invalid.");
	return tokenAnswer(found.grant, issueTokens(twitter, found.grant));
}

function refresh(
	twitter: Twitter,
	app: App,
	{ request, value }: { readonly request: Arrived; readonly value: string | undefined },
): Answer {
	const found = twitter.world.tokens.find("refresh", value);
	must(found !== undefined, "a refresh token that was never issued");
	must(found.grant.app === app.id, "a refresh token of another app");
	if (request.quirk("lose-refresh-token") !== undefined) found.dead = true;
	if (!twitter.world.tokens.isLive(found)) return invalid("Value passed for the token was invalid.");
	found.dead = true;
	return tokenAnswer(found.grant, issueTokens(twitter, found.grant));
}

export function issueTokens(
	twitter: Twitter,
	grant: Grant,
	lifeMs = twitter.settings.accessMs,
): IssuedTokens {
	const { tokens } = twitter.world;
	const access = tokens.issue({ kind: "access", grant, lifeMs });
	if (!grant.scopes.includes("offline.access")) return { access };
	return { access, refresh: tokens.issue({ kind: "refresh", grant, lifeMs: HALF_A_YEAR }) };
}

function tokenAnswer({ scopes }: Grant, { access, refresh }: IssuedTokens): Answer {
	return json(200, {
		...{ token_type: "bearer", expires_in: 7200, access_token: access.value, scope: scopes.join(" ") },
		...(refresh && { refresh_token: refresh.value }),
	});
}

function revoke(twitter: Twitter, request: Arrived): Answer {
	const { token: value, client_id } = form(request, ["token"], ["client_id", "token_type_hint"]);
	const app = clientOf(twitter, request, client_id);
	const { tokens } = twitter.world;
	const found = tokens.find("access", value) ?? tokens.find("refresh", value);
	must(found !== undefined && found.grant.app === app.id, "a token that was never issued to this app");
	found.grant.revoked = true;
	return json(200, { revoked: true });
}

function invalid(description: string): Answer {
	return json(400, { error: "invalid_request", error_description: description });
}

/** Whose call it is. Its token must have all scopes. */
export function authorized(twitter: Twitter, request: Arrived, scopes: readonly Scope[]): string {
	const isSigned = request.headers.authorization?.startsWith("OAuth ") === true;
	const found = isSigned
		? signedToken(twitter, request)
		: accessToken(twitter.world, request, { apps: twitter.apps });
	if (found === undefined) return refuse(401, "Unauthorized");
	if (!scopes.every((scope) => found.grant.scopes.includes(scope)))
		refuse(403, "Your client app is not configured with the appropriate oauth2 app permissions.");
	return found.grant.account;
}

/** The token of a signature that is right, new and of now; undefined: it was revoked. */
function signedToken({ world, apps, nonces }: Twitter, request: Arrived): Token | undefined {
	const { oauth_signature: given, ...sent } = headerParameters(request.headers.authorization ?? "");
	const found = world.tokens.find("access", sent.oauth_token);
	const app = apps.find(({ id }) => id === sent.oauth_consumer_key);
	must(found !== undefined && found.grant.app === app?.id, "keys that belong to nobody", 401);
	must(sent.oauth_signature_method === "HMAC-SHA1" && sent.oauth_version === "1.0", "no HMAC-SHA1", 401);
	const age = Math.abs(world.clock.now() / 1000 - Number(sent.oauth_timestamp));
	must(age <= SKEW_S, "oauth_timestamp is not of now", 401);
	must(!nonces.has(sent.oauth_nonce ?? ""), "oauth_nonce twice", 401);
	nonces.add(sent.oauth_nonce ?? "");
	const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
	const fields = isForm ? [...new URLSearchParams(request.body.toString("utf8"))] : [];
	const path = request.target.split("?")[0];
	const secrets = { consumerSecret: app.secret, tokenSecret: found.facts.secret ?? "" };
	const parameters = [...Object.entries(sent), ...request.query, ...fields];
	const isRight = [request.origin, `https://${HOSTS.api}`].some(
		(origin) =>
			signature({ method: request.method, url: `${origin}${path}`, parameters, ...secrets }) === given,
	);
	must(isRight, "oauth_signature does not fit", 401);
	return world.tokens.isLive(found) ? found : undefined;
}
