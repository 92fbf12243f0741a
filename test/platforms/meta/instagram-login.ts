/** Instagram Login: without a Page, and without uploads of files. */
import { type Answer, html, json, must, Refused } from "../core/answer.ts";
import { form } from "../core/bodies.ts";
import { checkState, decide, redeem } from "../core/oauth.ts";
import type { Arrived, Route } from "../core/platform.ts";
import type { Grant, Token } from "../core/tokens.ts";
import { authorized, DAY_MS, HOSTS, IG_SCOPES, type Meta, PAGES, refuse } from "./model.ts";

const CODE_MS = 3600_000;
const LONG_MS = 60 * DAY_MS;

export function instagramLoginRoutes(meta: Meta): readonly Route[] {
	const get = { method: "GET", body: "none" } as const;
	return [
		{
			...{ ...get, name: "instagram.authorize", host: HOSTS.igDialog, path: /\/oauth\/authorize/ },
			query: ["client_id", "redirect_uri", "response_type", "scope", "state", "enable_fb_login"],
			handle: (request) => authorize(meta, request),
		},
		{
			...{ name: "instagram.token", host: HOSTS.igToken, method: "POST", body: "form" },
			path: /\/oauth\/access_token/,
			handle: (request) => token(meta, request),
		},
		{
			...{ ...get, name: "instagram.exchange", host: HOSTS.igGraph, path: /\/access_token/ },
			query: ["grant_type", "client_secret", "access_token"],
			handle: (request) => exchange(meta, request),
		},
		{
			...{ ...get, name: "instagram.refresh", host: HOSTS.igGraph, path: /\/refresh_access_token/ },
			query: ["grant_type", "access_token"],
			handle: (request) => refresh(meta, request),
		},
		{
			...{ ...get, name: "instagram.me", host: HOSTS.igGraph, path: /(\/v\d+\.\d+)?\/me/ },
			...{ headers: ["authorization"], query: ["fields"] },
			handle: (request) => me(meta, request),
		},
	];
}

function authorize({ world, apps, consent }: Meta, { query }: Arrived): Answer {
	const app = apps.find(({ id }) => id === query.get("client_id"));
	must(app?.kind === "instagram", "client_id of no app");
	if (!app.redirects(query.get("redirect_uri") ?? "")) throw new Refused(html(400, "Invalid redirect_uri"));
	must(query.get("response_type") === "code", "response_type is not code");
	checkState(query);
	const scopes = (query.get("scope") ?? "").split(",");
	must(
		scopes.every((scope) => IG_SCOPES.includes(scope)),
		`scope ${query.get("scope")}`,
	);
	return decide(world, { app, consent, query, scopes, lifeMs: CODE_MS });
}

function token(meta: Meta, request: Arrived): Answer {
	const fields = form(request, ["client_id", "client_secret", "grant_type", "redirect_uri", "code"]);
	const app = meta.apps.find(({ id }) => id === fields.client_id);
	must(app !== undefined && app.secret === fields.client_secret, "client_id and client_secret", 401);
	must(fields.grant_type === "authorization_code", `grant_type ${fields.grant_type}`);
	const { code = "", redirect_uri: redirectUri = "" } = fields;
	const found = redeem(meta.world, { code, app, redirectUri });
	if (found === undefined)
		return refuse({ code: 100, subcode: 36007, message: "This authorization code has expired." });
	const { value, grant } = instagramToken(meta, found.grant, 3600_000);
	return json(200, { access_token: value, user_id: userOf(grant), permissions: grant.scopes });
}

export function instagramToken({ world }: Meta, grant: Grant, lifeMs: number): Token {
	const facts = { kind: "instagram", madeAt: String(world.clock.now()) };
	return world.tokens.issue({ kind: "access", grant, lifeMs, prefix: "IGAA", facts });
}

function userOf({ account }: Grant): string {
	return PAGES.find(({ owner, instagram }) => owner === account && instagram)?.instagram ?? "";
}

function shownToken({ world }: Meta, { query }: Arrived): Token {
	const found = world.tokens.find("access", query.get("access_token") ?? "");
	must(found?.facts.kind === "instagram", "a token that was never issued", 401);
	if (!world.tokens.isLive(found)) refuse({ code: 190, subcode: 463, message: "Session has expired" });
	return found;
}

function exchange(meta: Meta, request: Arrived): Answer {
	const found = shownToken(meta, request);
	const app = meta.apps.find(({ id }) => id === found.grant.app);
	must(request.query.get("grant_type") === "ig_exchange_token", "grant_type is not ig_exchange_token");
	must(app?.secret === request.query.get("client_secret"), "client_secret", 401);
	return longToken(meta, found.grant);
}

/** Only a token that is a day old, and not over. */
function refresh(meta: Meta, request: Arrived): Answer {
	const found = shownToken(meta, request);
	must(request.query.get("grant_type") === "ig_refresh_token", "grant_type is not ig_refresh_token");
	const age = meta.world.clock.now() - Number(found.facts.madeAt);
	if (age < DAY_MS) refuse({ code: 100, message: "The token is less than 24 hours old" });
	return longToken(meta, found.grant);
}

function longToken(meta: Meta, grant: Grant): Answer {
	const { value } = instagramToken(meta, grant, LONG_MS);
	return json(200, { access_token: value, token_type: "bearer", expires_in: LONG_MS / 1000 });
}

function me(meta: Meta, request: Arrived): Answer {
	const { grant } = authorized(meta, request, { scopes: ["instagram_business_basic"] });
	const user_id = userOf(grant);
	const username = PAGES.find(({ instagram }) => instagram === user_id)?.username;
	return json(200, { id: `app-scoped-${grant.account}`, user_id, username, account_type: "BUSINESS" });
}
