/** Google's OAuth: the page people consent on, devices without a browser, tokens. */
import { type Answer, html, json, must, Refused } from "../core/answer.ts";
import { form } from "../core/bodies.ts";
import { type App, checkChallenge, checkState, decide, redeem } from "../core/oauth.ts";
import type { Arrived, Route } from "../core/platform.ts";
import type { Grant, Token } from "../core/tokens.ts";
import { type Google, HOSTS, SCOPES, WEEK } from "./model.ts";

const CODE_MS = 10 * 60_000;
const DEVICE_MS = 30 * 60_000;
const INTERVAL_S = 5;
const LIVE_REFRESH_TOKENS = 100;
const UNUSED_MS = 180 * 24 * 3600_000;
const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

export function oauthRoutes(google: Google): readonly Route[] {
	const post = { host: HOSTS.oauth, method: "POST", body: "form" } as const;
	return [
		{
			...{ name: "youtube.authorize", host: HOSTS.accounts, method: "GET", body: "none" },
			path: /\/o\/oauth2\/v2\/auth/,
			query: [
				...["client_id", "redirect_uri", "response_type", "scope", "state", "access_type", "prompt"],
				...["code_challenge", "code_challenge_method", "login_hint", "include_granted_scopes", "hl"],
			],
			handle: (request) => authorize(google, request),
		},
		{ ...post, name: "youtube.device", path: /\/device\/code/, handle: (request) => device(google, request) },
		{
			...post,
			name: "youtube.token",
			quirks: ["lose-refresh-token"],
			path: /\/token/,
			handle: (request) => token(google, request),
		},
		{
			...{ ...post, name: "youtube.revoke", path: /\/revoke/, query: ["token"] },
			body: /^(application\/x-www-form-urlencoded)?$/,
			handle: (request) => revoke(google, request),
		},
	];
}

function authorize({ world, apps, consent }: Google, { query }: Arrived): Answer {
	const app = apps.find(({ id }) => id === query.get("client_id"));
	must(app !== undefined && app.kind !== "tv", "client_id of no app with a browser");
	const uri = query.get("redirect_uri") ?? "";
	if (!app.redirects(uri)) throw new Refused(html(400, "Error 400: redirect_uri_mismatch"));
	must(query.get("response_type") === "code", "response_type is not code");
	must(query.get("include_granted_scopes") !== "true", "include_granted_scopes");
	checkState(query);
	checkChallenge(query, "base64url");
	const scopes = (query.get("scope") ?? "").split(" ");
	must(
		scopes.every((scope) => Object.values<string>(SCOPES).includes(scope)),
		`scope ${query.get("scope")}`,
	);
	return decide(world, {
		...{ app, consent, query, scopes, lifeMs: CODE_MS, prefix: "4/0" },
		facts: {
			challenge: query.get("code_challenge") ?? "",
			offline: query.get("access_type") ?? "online",
			prompt: query.get("prompt") ?? "",
		},
		more: (granted) => ({ scope: granted.join(" ") }),
	});
}

/** An app for televisions may ask for few scopes, and only this way. */
function device({ world, apps, consent }: Google, request: Arrived): Answer {
	const { client_id = "", scope = "" } = form(request, ["client_id", "scope"]);
	const app = apps.find(({ id }) => id === client_id);
	must(app?.kind === "tv", "client_id of no app for limited input", 401);
	const scopes = scope.split(" ");
	if (scopes.some((each) => each !== SCOPES.manage && each !== SCOPES.read))
		return oauthError(400, "invalid_scope", `Invalid device flow scope: ${scope}`);
	const grant: Grant = { account: consent.account, app: app.id, scopes, revoked: false };
	const facts: Record<string, string> = { decision: "pending", polledAt: "0" };
	const code = world.tokens.issue({ kind: "device", grant, lifeMs: DEVICE_MS, prefix: "AH-1", facts });
	return json(200, {
		...{
			device_code: code.value,
			user_code: userCode(code),
			verification_url: "https://www.google.com/device",
		},
		...{ expires_in: DEVICE_MS / 1000, interval: INTERVAL_S },
	});
}

/** What a person types, made of the code it belongs to. */
export function userCode({ value }: Token): string {
	const letters = value.slice(-8).replace(/\d/g, (digit) => String.fromCharCode(71 + Number(digit)));
	return `${letters.slice(0, 4)}-${letters.slice(4)}`.toUpperCase();
}

function token(google: Google, request: Arrived): Answer {
	const fields = form(
		request,
		["client_id", "client_secret", "grant_type"],
		["code", "redirect_uri", "code_verifier", "refresh_token", "device_code"],
	);
	const app = google.apps.find(({ id }) => id === fields.client_id);
	must(app !== undefined && app.secret === fields.client_secret, "client_id and client_secret", 401);
	if (fields.grant_type === "authorization_code") return byCode(google, app, fields);
	if (fields.grant_type === "refresh_token") return byRefresh(google, app, { fields, request });
	must(fields.grant_type === DEVICE_GRANT, `grant_type ${fields.grant_type}`);
	return byDevice(google, app, fields);
}

type Fields = Readonly<Record<string, string>>;

function byCode(google: Google, app: App, fields: Fields): Answer {
	const { code = "", redirect_uri: redirectUri = "", code_verifier: verifier } = fields;
	const found = redeem(google.world, { code, app, redirectUri, verifier });
	if (found === undefined) return invalidGrant("Bad Request");
	const { offline, prompt = "" } = found.facts;
	const isFirst = google.world.tokens.live("refresh", found.grant).length === 0;
	const comes = offline === "offline" && (isFirst || prompt.split(" ").includes("consent"));
	return answer(google, found.grant, comes);
}

function byRefresh(
	google: Google,
	app: App,
	{ fields, request }: { readonly fields: Fields; readonly request: Arrived },
): Answer {
	const { tokens, clock } = google.world;
	const found = tokens.find("refresh", fields.refresh_token);
	must(found !== undefined, "a refresh token that was never issued");
	must(found.grant.app === app.id, "a refresh token of another app");
	if (request.quirk("lose-refresh-token") !== undefined) found.dead = true;
	if (!tokens.isLive(found)) return invalidGrant("Token has been expired or revoked.");
	if (!google.settings.testing) found.expiresAt = clock.now() + UNUSED_MS;
	return answer(google, found.grant, false);
}

function byDevice(google: Google, app: App, { device_code }: Fields): Answer {
	const { tokens, clock } = google.world;
	const found = tokens.find("device", device_code);
	must(found !== undefined && found.grant.app === app.id, "a device code of nobody");
	const facts = found.facts as Record<string, string>;
	const since = clock.now() - Number(facts.polledAt);
	facts.polledAt = String(clock.now());
	if (found.dead || clock.now() >= found.expiresAt) return oauthError(400, "expired_token", "Bad Request");
	if (since < INTERVAL_S * 1000) return oauthError(403, "slow_down", "Forbidden");
	if (facts.decision === "denied") return oauthError(403, "access_denied", "Forbidden");
	if (facts.decision === "pending") return oauthError(428, "authorization_pending", "Precondition Required");
	found.dead = true;
	return answer(google, found.grant, true);
}

/** The answer of every kind of grant. The oldest refresh token dies silently where there are too many. */
function answer(google: Google, grant: Grant, withRefresh: boolean): Answer {
	const { tokens } = google.world;
	const { accessMs } = google.settings;
	const access = tokens.issue({ kind: "access", grant, lifeMs: accessMs, prefix: "ya29." });
	const refresh = withRefresh ? refreshToken(google, grant) : undefined;
	return json(200, {
		...{ access_token: access.value, expires_in: Math.floor(accessMs / 1000), token_type: "Bearer" },
		scope: grant.scopes.join(" "),
		...(refresh && { refresh_token: refresh.value }),
		...(refresh && google.settings.testing && { refresh_token_expires_in: WEEK / 1000 }),
	});
}

export function refreshToken({ world: { tokens }, settings }: Google, grant: Grant): Token {
	const [oldest, ...others] = tokens.live("refresh", grant);
	if (oldest !== undefined && others.length + 1 >= LIVE_REFRESH_TOKENS) oldest.dead = true;
	const lifeMs = settings.testing ? WEEK : UNUSED_MS;
	return tokens.issue({ kind: "refresh", grant, lifeMs, prefix: "1//" });
}

function revoke({ world: { tokens } }: Google, request: Arrived): Answer {
	const value = request.query.get("token") ?? form(request, ["token"]).token;
	const found = tokens.find("access", value) ?? tokens.find("refresh", value);
	if (found === undefined || found.grant.revoked)
		return oauthError(400, "invalid_token", "Token expired or revoked");
	tokens.revoke(found.grant.account, found.grant.app);
	return json(200, {});
}

function invalidGrant(description: string): Answer {
	return oauthError(400, "invalid_grant", description);
}

function oauthError(status: number, error: string, description: string): Answer {
	return json(status, { error, error_description: description });
}
