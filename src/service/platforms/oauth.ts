import { readFile } from "node:fs/promises";
import { defined } from "../../model/defined.ts";
import { Fault, StopFault } from "../../model/fault.ts";
import type { PlatformApp } from "../../model/platform-app.ts";
import { Secret } from "../../model/secret.ts";
import { printable } from "../../system/run.ts";
import { askPlatform, type PlatformAnswer, PlatformFault } from "./ask-platform.ts";

/** What OAuth says no with (RFC 6749 5.2, RFC 8628 3.5). */
export class OAuthRefusal extends Fault {
	readonly next = "stop" as const;
	readonly code: string;

	constructor(code: string, description: string) {
		super(`The platform refused: ${code}${description && ` (${description})`}.`);
		this.code = code;
	}
}

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

interface AuthorizeRequest {
	readonly redirectUri: string;
	readonly state: string;
	readonly challenge: string;
	readonly scope: string;
}

/** Where a person allows the connection. A refresh token comes only with these last two. */
export function authorizeUrl(
	{ clientId, urls }: PlatformApp,
	{ redirectUri, state, challenge, scope }: AuthorizeRequest,
): string {
	const url = new URL(urls.authorize);
	const query = {
		client_id: clientId,
		redirect_uri: redirectUri,
		response_type: "code",
		scope,
		state,
		code_challenge: challenge,
		code_challenge_method: "S256",
		access_type: "offline",
		prompt: "consent",
	};
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	return url.href;
}

/** Redeems the code of a redirect. */
export function redeemCode(
	app: PlatformApp,
	{ code, redirectUri, verifier }: Readonly<Record<"code" | "redirectUri" | "verifier", string>>,
	tools: OAuthTools,
): Promise<Grant> {
	const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
	return tokenFor(app, form, tools);
}

/** A new access token. Throws `OAuthRefusal` `invalid_grant` where the refresh token is good no more. */
export function refreshGrant(app: PlatformApp, refreshToken: Secret, tools: OAuthTools): Promise<Grant> {
	return tokenFor(app, { grant_type: "refresh_token", refresh_token: refreshToken.reveal() }, tools);
}

/** Ends what was granted, as far as the platform still knows it. */
export async function revokeGrant(
	{ urls }: PlatformApp,
	token: Secret,
	{ signal }: OAuthTools,
): Promise<void> {
	const answer = await askPlatform({ url: urls.revoke, form: { token: token.reveal() } }, signal);
	// An unknown token is revoked already.
	if (answer.status >= 500 || answer.status === 429) throw unanswered(urls.revoke, answer);
}

/** Asks the token endpoint in the name of the app. */
export async function tokenFor(
	app: PlatformApp,
	form: Readonly<Record<string, string>>,
	{ now, signal }: OAuthTools,
): Promise<Grant> {
	const asked = now();
	const answer = await askPlatform(
		{ url: app.urls.token, form: { ...form, ...(await clientOf(app)) } },
		signal,
	);
	return grantIn(checked(answer, app.urls.token), asked);
}

/** How the app names itself. Throws `StopFault` where its secret cannot be read. */
async function clientOf({ clientId, clientSecret, clientSecretFile }: PlatformApp) {
	const secret = clientSecret?.reveal() ?? (clientSecretFile && (await secretIn(clientSecretFile)));
	return { client_id: clientId, ...(secret && { client_secret: secret }) };
}

async function secretIn(path: string): Promise<string> {
	const text = (await readFile(path, "utf8").catch(() => "")).trim();
	if (text !== "") return text;
	throw new StopFault(`The file with the secret of the app is missing or empty: ${printable(path)}.`, {
		remedy: "Write the secret into it, or use client_secret_env.",
	});
}

/** The body of an answer that is none of the faults. */
export function checked(answer: PlatformAnswer, url: string): Readonly<Record<string, unknown>> {
	const { status, json } = answer;
	const code = json?.error;
	if (typeof code === "string" && status < 500) {
		const about = typeof json?.error_description === "string" ? printable(json.error_description, 200) : "";
		throw new OAuthRefusal(printable(code, 60), about);
	}
	if (status !== 200 || json === undefined) throw unanswered(url, answer);
	return json;
}

function unanswered(url: string, { status }: PlatformAnswer): PlatformFault {
	return new PlatformFault(`${new URL(url).host} answered with status ${status}.`, {
		remedy: "Try again later.",
	});
}

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
		refreshExpiresAt: untilOf(json.refresh_token_expires_in, now),
		scopes: typeof scope === "string" ? scope.split(/\s+/).filter(Boolean) : undefined,
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
