import { readFile } from "node:fs/promises";
import { defined } from "../../model/defined.ts";
import { Fault, StopFault } from "../../model/fault.ts";
import type { PlatformApp } from "../../model/platform-app.ts";
import { Secret } from "../../model/secret.ts";
import { printable } from "../../system/run.ts";
import { askPlatform, type PlatformAnswer, PlatformFault } from "./ask-platform.ts";
import { type ChallengeEncoding, challengeOf } from "./pkce.ts";

/** What OAuth says no with (RFC 6749 5.2, RFC 8628 3.5). */
export class OAuthRefusal extends Fault {
	readonly next = "stop" as const;
	readonly code: string;

	constructor(code: string, description: string) {
		super(`The platform refused: ${code}${description && ` (${description})`}.`);
		this.code = code;
	}
}

/** When tokens end that do not: the last time there is. */
export const NEVER = 8.64e15;

/** What a platform grants. Times are epoch milliseconds. */
export interface Grant {
	readonly accessToken: Secret;
	readonly obtainedAt: number;
	readonly expiresAt: number;
	/** Absent of an answer: the one that was used stays good. */
	readonly refreshToken?: Secret;
	readonly refreshExpiresAt?: number;
	/** Absent: as they were asked for. */
	readonly scopes?: readonly string[];
}

/** With what a platform is asked. */
export interface OAuthTools {
	readonly now: () => number;
	readonly signal: AbortSignal;
}

/** What differs among platforms in how they speak OAuth 2. */
export interface OAuthDialect {
	/** What is asked for. */
	readonly scopes: readonly string[];
	/** Between scopes of a request. */
	readonly separator: " " | ",";
	/** What else the page of consent is given. */
	readonly query: Readonly<Record<string, string>>;
	/** How the challenge of PKCE is written. `none`: the platform knows no PKCE. */
	readonly challenge: ChallengeEncoding | "none";
	readonly clientName: "client_id" | "client_key";
	/** Errors that say that a refresh token is good no more. None: the platform has no refresh tokens. */
	readonly over: readonly string[];
	/** How the secret of the app is sent. */
	readonly clientBy: "form" | "basic";
	/** How tokens are asked for: everything in the address. Absent: by a form. */
	readonly tokenBy?: "GET";
}

/** An app, with how its platform speaks OAuth. */
export interface OAuthClient extends PlatformApp {
	readonly oauth: OAuthDialect;
}

interface AuthorizeRequest {
	readonly redirectUri: string;
	readonly state: string;
	/** Of PKCE. */
	readonly verifier: string;
}

/** Where a person allows the connection. */
export function authorizeUrl(
	{ clientId, urls, oauth, scopes = oauth.scopes }: OAuthClient,
	{ redirectUri, state, verifier }: AuthorizeRequest,
): string {
	const url = new URL(urls.authorize);
	const { challenge, clientName, separator } = oauth;
	const query = {
		[clientName]: clientId,
		redirect_uri: redirectUri,
		response_type: "code",
		scope: scopes.join(separator),
		state,
		...(challenge !== "none" && {
			code_challenge: challengeOf(verifier, challenge),
			code_challenge_method: "S256",
		}),
		...oauth.query,
	};
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	return url.href;
}

/** Redeems the code of a redirect. */
export function redeemCode(
	client: OAuthClient,
	{ code, redirectUri, verifier }: Readonly<Record<"code" | "redirectUri" | "verifier", string>>,
	tools: OAuthTools,
): Promise<Grant> {
	const proof = client.oauth.challenge === "none" ? {} : { code_verifier: verifier };
	const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri, ...proof };
	return tokenFor(client, form, tools);
}

/** A new access token. Throws `OAuthRefusal` `invalid_grant` where the refresh token is good no more. */
export function refreshGrant(client: OAuthClient, refreshToken: Secret, tools: OAuthTools): Promise<Grant> {
	return tokenFor(client, { grant_type: "refresh_token", refresh_token: refreshToken.reveal() }, tools);
}

/** Ends what was granted, as far as the platform still knows it (RFC 7009). */
export async function revokeToken(
	{ urls: { revoke: url = "" } }: OAuthClient,
	form: Readonly<Record<string, string>>,
	{ signal }: OAuthTools,
): Promise<void> {
	const answer = await askPlatform({ url, form }, signal);
	// An unknown token is revoked already.
	if (answer.status >= 500 || answer.status === 429) throw unanswered(url, answer);
}

/** Asks the token endpoint in the name of the app. */
export async function tokenFor(
	client: OAuthClient,
	form: Readonly<Record<string, string>>,
	{ now, signal }: OAuthTools,
): Promise<Grant> {
	const asked = now();
	const { oauth, urls, clientId } = client;
	const secret = await secretOf(client);
	const isBasic = oauth.clientBy === "basic" && secret !== undefined;
	const fields = isBasic ? form : { ...form, ...(await clientFields(client)) };
	const question =
		oauth.tokenBy === "GET"
			? { url: `${urls.token}?${new URLSearchParams(fields)}` }
			: { url: urls.token, form: fields, ...(isBasic && { basic: `${clientId}:${secret}` }) };
	return grantIn(checked(await askPlatform(question, signal), urls.token), asked);
}

/** How the app names itself in a form. Throws `StopFault` where its secret cannot be read. */
export async function clientFields(client: OAuthClient): Promise<Readonly<Record<string, string>>> {
	const secret = await secretOf(client);
	return { [client.oauth.clientName]: client.clientId, ...(secret && { client_secret: secret }) };
}

async function secretOf({ clientSecret, clientSecretFile }: PlatformApp): Promise<string | undefined> {
	if (clientSecret) return clientSecret.reveal();
	if (clientSecretFile === undefined) return undefined;
	const text = (await readFile(clientSecretFile, "utf8").catch(() => "")).trim();
	if (text !== "") return text;
	throw new StopFault(
		`The file with the secret of the app is missing or empty: ${printable(clientSecretFile)}.`,
		{ remedy: "Write the secret into it, or use client_secret_env." },
	);
}

/** The body of an answer that is none of the faults. */
export function checked(answer: PlatformAnswer, url: string): Readonly<Record<string, unknown>> {
	const { status, json } = answer;
	const code = json?.error;
	if (typeof code === "string" && status < 500) {
		const about = typeof json?.error_description === "string" ? printable(json.error_description, 200) : "";
		throw new OAuthRefusal(printable(code, 60), about);
	}
	const { code: number, message } = { ...(typeof code === "object" ? code : {}) } as Record<string, unknown>;
	if (number !== undefined && typeof message === "string" && status < 500)
		throw new OAuthRefusal(printable(String(number), 60), printable(message, 200));
	if (status !== 200 || json === undefined) throw unanswered(url, answer);
	return json;
}

function unanswered(url: string, { status }: PlatformAnswer): PlatformFault {
	return new PlatformFault(`${new URL(url).host} answered with status ${status}.`, {
		remedy: "Try again later.",
	});
}

/** The grant of an answer of a token endpoint. Throws `PlatformFault` where it holds no token. */
function grantIn(json: Readonly<Record<string, unknown>>, now: number): Grant {
	const { access_token: access, refresh_token: refresh, expires_in: seconds, scope } = json;
	const type = json.token_type ?? "Bearer";
	if (!isToken(access) || typeof type !== "string" || type.toLowerCase() !== "bearer")
		throw new PlatformFault("The platform's answer holds no token that can be used.");
	return defined({
		accessToken: new Secret(access),
		obtainedAt: now,
		expiresAt: now + (secondsOf(seconds) ?? 3600) * 1000,
		refreshToken: isToken(refresh) ? new Secret(refresh) : undefined,
		refreshExpiresAt: untilOf(json.refresh_token_expires_in ?? json.refresh_expires_in, now),
		scopes: typeof scope === "string" ? scope.split(/[\s,]+/).filter(Boolean) : undefined,
	});
}

function untilOf(seconds: unknown, now: number): number | undefined {
	const given = secondsOf(seconds);
	return given && now + given * 1000;
}

function secondsOf(value: unknown): number | undefined {
	const seconds = Number(value);
	return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/** One that can be sent in a header. */
export function isToken(value: unknown): value is string {
	return typeof value === "string" && /^[\x21-\x7e]{1,8192}$/.test(value);
}
