/** Facebook Login: one consent for Pages and the Instagram accounts that are linked to them. */
import { type Answer, html, json, must, Refused } from "../core/answer.ts";
import { type App, checkState, decide, redeem } from "../core/oauth.ts";
import type { Arrived, Route } from "../core/platform.ts";
import type { Grant, Token } from "../core/tokens.ts";
import {
	authorized,
	checkVersion,
	HOSTS,
	type Meta,
	PAGES,
	type Page,
	refuse,
	SCOPES,
	versioned,
} from "./model.ts";

const CODE_MS = 10 * 60_000;
const SHORT_MS = 3600_000;

export function loginRoutes(meta: Meta): readonly Route[] {
	const graph = { host: HOSTS.graph, method: "GET", body: "none" } as const;
	const own = { ...graph, headers: ["authorization"] };
	return [
		{
			...{ ...graph, name: "facebook.authorize", host: HOSTS.dialog, path: versioned("dialog/oauth") },
			query: ["client_id", "redirect_uri", "state", "scope", "response_type", "config_id"],
			handle: (request) => authorize(meta, request),
		},
		{
			...{ ...graph, name: "facebook.token", path: versioned("oauth/access_token") },
			query: ["client_id", "redirect_uri", "client_secret", "code", "grant_type", "fb_exchange_token"],
			handle: (request) => token(meta, request),
		},
		{
			...{ ...own, name: "facebook.accounts", path: versioned("me/accounts") },
			query: ["fields", "limit", "after", "appsecret_proof"],
			handle: (request) => accounts(meta, request),
		},
		{
			...{
				...own,
				name: "facebook.permissions",
				path: versioned("me/permissions"),
				query: ["appsecret_proof"],
			},
			handle: (request) => permissions(meta, request),
		},
		{
			...{ ...own, name: "facebook.revoke", method: "DELETE", path: versioned("me/permissions") },
			query: ["appsecret_proof"],
			handle: (request) => revoke(meta, request),
		},
		{
			...{ ...graph, name: "facebook.debug", path: versioned("debug_token") },
			query: ["input_token", "access_token"],
			handle: (request) => debug(meta, request),
		},
	];
}

function authorize({ world, apps, consent }: Meta, request: Arrived): Answer {
	const { query } = request;
	checkVersion(request);
	const app = apps.find(({ id }) => id === query.get("client_id"));
	must(app?.kind === "facebook", "client_id of no app");
	if (!app.redirects(query.get("redirect_uri") ?? "")) throw new Refused(html(400, "URL Blocked"));
	must(query.get("response_type") === "code", "response_type is not code");
	checkState(query);
	const scopes = (query.get("scope") ?? "").split(",");
	must(
		scopes.every((scope) => SCOPES.includes(scope)),
		`scope ${query.get("scope")}`,
	);
	return decide(world, { app, consent, query, scopes, lifeMs: CODE_MS });
}

function token(meta: Meta, request: Arrived): Answer {
	const { world, apps, facebook } = meta;
	const { query } = request;
	checkVersion(request);
	const app = apps.find(({ id }) => id === query.get("client_id"));
	must(app !== undefined && app.secret === query.get("client_secret"), "client_id and client_secret", 401);
	if (query.get("grant_type") === "fb_exchange_token") {
		const found = world.tokens.find("access", query.get("fb_exchange_token") ?? "");
		must(found !== undefined && found.grant.app === app.id, "a token that was never issued");
		if (!world.tokens.isLive(found)) refuse({ code: 190, subcode: 463, message: "Session has expired" });
		return tokenAnswer(userToken(meta, found.grant, facebook.userTokenMs), facebook.userTokenMs);
	}
	const [code, redirectUri] = [query.get("code") ?? "", query.get("redirect_uri") ?? ""];
	const found = redeem(world, { code, app, redirectUri });
	if (found === undefined)
		return refuse({ code: 100, subcode: 36007, message: "This authorization code has expired." });
	return tokenAnswer(userToken(meta, found.grant, SHORT_MS), SHORT_MS);
}

export function userToken({ world }: Meta, grant: Grant, lifeMs: number): Token {
	return world.tokens.issue({ kind: "access", grant, lifeMs, prefix: "EAAU", facts: { kind: "user" } });
}

/** A Page token that was made from a token of 60 days does not expire. */
export function pageToken({ world }: Meta, grant: Grant, page: Page): Token {
	const facts = { kind: "page", page: page.id };
	return world.tokens.issue({
		kind: "access",
		grant,
		lifeMs: Number.POSITIVE_INFINITY,
		prefix: "EAAP",
		facts,
	});
}

function tokenAnswer({ value }: Token, lifeMs: number): Answer {
	return json(200, { access_token: value, token_type: "bearer", expires_in: Math.floor(lifeMs / 1000) });
}

function accounts(meta: Meta, request: Arrived): Answer {
	const { query, origin, params } = request;
	checkVersion(request);
	const { grant, facts } = authorized(meta, request, { scopes: ["pages_show_list"] });
	must(facts.kind === "user", "the Pages of a Page");
	const fields = query.get("fields") ?? "";
	const pages = PAGES.filter(({ owner }) => owner === grant.account);
	const [from, limit] = [Number(query.get("after") ?? 0), Number(query.get("limit") ?? 25)];
	const data = pages.slice(from, from + limit).map((page) => pageData(meta, grant, { page, fields }));
	const next = `${origin}/${params.version}/me/accounts?fields=${encodeURIComponent(fields)}&limit=${limit}&after=${from + limit}`;
	const paging = from + limit < pages.length && { paging: { cursors: { after: `${from + limit}` }, next } };
	return json(200, { data, ...paging });
}

function pageData(
	meta: Meta,
	grant: Grant,
	{ page, fields }: { readonly page: Page; readonly fields: string },
): object {
	const { id, name, instagram, username, tasks } = page;
	const canPublish = fields.includes("instagram_business_account") && instagram !== undefined;
	return {
		...{ id, name, tasks, username },
		...(fields.includes("access_token") && { access_token: pageToken(meta, grant, page).value }),
		...(canPublish && { instagram_business_account: { id: instagram, username } }),
	};
}

function permissions(meta: Meta, request: Arrived): Answer {
	checkVersion(request);
	const { grant } = authorized(meta, request, { scopes: SCOPES });
	return json(200, { data: grant.scopes.map((permission) => ({ permission, status: "granted" })) });
}

function revoke(meta: Meta, request: Arrived): Answer {
	checkVersion(request);
	authorized(meta, request, { scopes: SCOPES }).grant.revoked = true;
	return json(200, { success: true });
}

function debug({ world, apps }: Meta, request: Arrived): Answer {
	const { query } = request;
	checkVersion(request);
	const isApp = ({ id, secret }: App) => query.get("access_token") === `${id}|${secret}`;
	const app = apps.find(isApp);
	must(app !== undefined, "access_token is not APP|SECRET", 401);
	const found = world.tokens.find("access", query.get("input_token") ?? "");
	must(found !== undefined && found.grant.app === app.id, "a token that was never issued");
	const seconds = Number.isFinite(found.expiresAt) ? Math.floor(found.expiresAt / 1000) : 0;
	const type = found.facts.kind === "page" ? "PAGE" : "USER";
	const more = found.facts.page && { profile_id: found.facts.page };
	const { scopes } = found.grant;
	return json(200, {
		data: {
			app_id: app.id,
			type,
			is_valid: world.tokens.isLive(found),
			expires_at: seconds,
			scopes,
			...more,
		},
	});
}
