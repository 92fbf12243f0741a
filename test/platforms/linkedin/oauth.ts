/** OAuth of LinkedIn, who a member is, and what stands before every call. */
import { type Answer, html, json, must, Refused, redirect } from "../core/answer.ts";
import { form } from "../core/bodies.ts";
import { accessToken, checkState, decide, redeem } from "../core/oauth.ts";
import type { IssuedTokens } from "../core/operations.ts";
import type { Arrived, Route } from "../core/platform.ts";
import type { Grant, Token } from "../core/tokens.ts";
import { HOSTS, type LinkedIn, MEMBER_SCOPES, MEMBERS, PAGE_SCOPES, PAGES, refuse } from "./model.ts";

const CODE_MS = 30 * 60_000;
const YEAR_MS = 365 * 24 * 3600_000;
export const REST_HEADERS = ["authorization", "linkedin-version", "x-restli-protocol-version"];

export function oauthRoutes(linkedin: LinkedIn): readonly Route[] {
	const get = { host: HOSTS.api, method: "GET", body: "none" } as const;
	const rest = { ...get, headers: REST_HEADERS };
	return [
		{
			...{ ...get, name: "linkedin.authorize", host: HOSTS.site, path: /\/oauth\/v2\/authorization/ },
			query: ["response_type", "client_id", "redirect_uri", "state", "scope"],
			handle: (request) => authorize(linkedin, request),
		},
		{
			...{ name: "linkedin.token", host: HOSTS.site, method: "POST", body: "form" },
			path: /\/oauth\/v2\/accessToken/,
			handle: (request) => token(linkedin, request),
		},
		{
			...{ ...get, name: "linkedin.userinfo", headers: ["authorization"], path: /\/v2\/userinfo/ },
			handle: (request) => userinfo(linkedin, request),
		},
		{
			...{ ...rest, name: "linkedin.acls", path: /\/rest\/organizationAcls/ },
			query: ["q", "role", "state", "count", "start"],
			handle: (request) => acls(linkedin, request),
		},
		{
			...{ ...rest, name: "linkedin.organization", path: /\/rest\/organizations\/(?<id>\d+)/ },
			handle: (request) => organization(linkedin, request),
		},
	];
}

function authorize({ world, apps, consent }: LinkedIn, { query }: Arrived): Answer {
	const app = apps.find(({ id }) => id === query.get("client_id"));
	must(app !== undefined, "client_id of no app");
	const uri = query.get("redirect_uri") ?? "";
	if (!app.redirects(uri))
		throw new Refused(html(400, "The redirect_uri does not match the registered value"));
	must(query.get("response_type") === "code", "response_type is not code");
	checkState(query);
	const scopes = (query.get("scope") ?? "").split(" ");
	const provisioned = app.kind === "pages" ? [...MEMBER_SCOPES, ...PAGE_SCOPES] : MEMBER_SCOPES;
	const stray = scopes.find((scope) => !provisioned.includes(scope));
	if (stray !== undefined)
		return redirect(
			`${uri}?error=unauthorized_scope_error&state=${encodeURIComponent(query.get("state") ?? "")}`,
		);
	return decide(world, { app, consent, query, scopes, lifeMs: CODE_MS });
}

function token(linkedin: LinkedIn, request: Arrived): Answer {
	const { world, apps } = linkedin;
	const optional = ["code", "redirect_uri", "refresh_token"];
	const fields = form(request, ["grant_type", "client_id", "client_secret"], optional);
	const app = apps.find(({ id }) => id === fields.client_id);
	must(app !== undefined && app.secret === fields.client_secret, "client_id and client_secret", 401);
	if (fields.grant_type === "refresh_token") {
		const found = world.tokens.find("refresh", fields.refresh_token);
		must(found !== undefined && found.grant.app === app.id, "a refresh token that was never issued");
		if (!world.tokens.isLive(found)) return invalidGrant("The provided refresh token is invalid or expired");
		return tokenAnswer(linkedin, found.grant, { ...issueTokens(linkedin, found.grant), refresh: found });
	}
	must(fields.grant_type === "authorization_code", `grant_type ${fields.grant_type}`);
	const { code = "", redirect_uri: redirectUri = "" } = fields;
	const found = redeem(world, { code, app, redirectUri });
	if (found === undefined) return invalidGrant("Unable to retrieve access token: authorization code expired");
	return tokenAnswer(linkedin, found.grant, issueTokens(linkedin, found.grant));
}

/** Only those of partners can be refreshed, and the life of a refresh token never starts again. */
export function issueTokens(
	linkedin: LinkedIn,
	grant: Grant,
	lifeMs = linkedin.settings.accessMs,
): IssuedTokens {
	const { tokens } = linkedin.world;
	const access = tokens.issue({ kind: "access", grant, lifeMs, prefix: "AQV" });
	if (!linkedin.settings.partner) return { access };
	return { access, refresh: tokens.issue({ kind: "refresh", grant, lifeMs: YEAR_MS, prefix: "AQW" }) };
}

function tokenAnswer({ world, settings }: LinkedIn, grant: Grant, { access, refresh }: IssuedTokens): Answer {
	const left = refresh && Math.floor((refresh.expiresAt - world.clock.now()) / 1000);
	return json(200, {
		...{ access_token: access.value, expires_in: Math.floor(settings.accessMs / 1000) },
		...{ scope: grant.scopes.join(","), token_type: "Bearer" },
		...(settings.partner && refresh && { refresh_token: refresh.value, refresh_token_expires_in: left }),
	});
}

function invalidGrant(error_description: string): Answer {
	return json(400, { error: "invalid_grant", error_description });
}

/** The grant of a request, whose token has one of the scopes. */
export function authorized(linkedin: LinkedIn, request: Arrived, scopes: readonly string[]): Grant {
	const found = tokenOf(linkedin, request);
	if (!scopes.some((scope) => found.grant.scopes.includes(scope)))
		refuse({ status: 403, code: "ACCESS_DENIED", message: "Not enough permissions to access this resource" });
	return found.grant;
}

function tokenOf({ world, apps }: LinkedIn, request: Arrived): Token {
	const found = accessToken(world, request, { apps });
	if (found !== undefined) return found;
	const shown = world.tokens.find("access", request.headers.authorization?.slice("Bearer ".length));
	const isRevoked = shown?.grant.revoked === true;
	return refuse({
		...{ status: 401, code: isRevoked ? "REVOKED_ACCESS_TOKEN" : "EXPIRED_ACCESS_TOKEN" },
		serviceErrorCode: isRevoked ? 65601 : 65602,
		message: `The token used in the request has ${isRevoked ? "been revoked by the user" : "expired"}`,
	});
}

/** The headers of every call of /rest. */
export function checkVersion({ settings }: LinkedIn, { headers }: Arrived): void {
	const version = String(headers["linkedin-version"] ?? "");
	must(/^20\d\d(0[1-9]|1[0-2])$/.test(version), `LinkedIn-Version ${version}`);
	must(headers["x-restli-protocol-version"] === "2.0.0", "X-Restli-Protocol-Version is not 2.0.0");
	if (version < settings.oldestVersion)
		refuse({
			...{ status: 426, code: "NONEXISTENT_VERSION" },
			message: `Requested version ${version} is not active`,
		});
}

/** Whether a grant may speak for a URN: the member itself, or an organization it administers. */
export function speaksFor({ account, scopes }: Grant, urn: string): boolean {
	if (urn === `urn:li:person:${account}`) return scopes.includes("w_member_social");
	const page = /^urn:li:organization:(\d+)$/.exec(urn)?.[1] ?? "";
	return scopes.includes("w_organization_social") && (MEMBERS[account]?.pages.includes(page) ?? false);
}

function userinfo(linkedin: LinkedIn, request: Arrived): Answer {
	const { account } = authorized(linkedin, request, ["openid"]);
	const name = MEMBERS[account]?.name ?? "";
	return json(200, {
		sub: account,
		name,
		picture: `https://media.licdn.com/${account}.jpg`,
		locale: "en-US",
	});
}

function acls(linkedin: LinkedIn, request: Arrived): Answer {
	checkVersion(linkedin, request);
	const { account } = authorized(linkedin, request, ["rw_organization_admin"]);
	const { query } = request;
	must(
		query.get("q") === "roleAssignee" && query.get("state") === "APPROVED",
		"q and state of organizationAcls",
	);
	const role = query.get("role") ?? "";
	const pages = role === "ADMINISTRATOR" ? (MEMBERS[account]?.pages ?? []) : [];
	const more = { role, roleAssignee: `urn:li:person:${account}`, state: "APPROVED" };
	const elements = pages.map((id) => ({ organization: `urn:li:organization:${id}`, ...more }));
	return json(200, { elements, paging: { count: 10, start: 0, links: [] } });
}

function organization(linkedin: LinkedIn, request: Arrived): Answer {
	checkVersion(linkedin, request);
	authorized(linkedin, request, ["rw_organization_admin", "r_organization_social"]);
	const id = request.params.id ?? "";
	const name = PAGES[id];
	if (name === undefined) return refuse({ status: 404, code: "RESOURCE_NOT_FOUND", message: "Not found" });
	return json(200, { id: Number(id), localizedName: name, vanityName: `page-${id}` });
}
