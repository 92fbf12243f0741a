/** OAuth as all six have it: apps, people who consent, codes that are redeemed, tokens that are shown. */
import { type Answer, must, redirect } from "./answer.ts";
import type { Arrived, Json, World } from "./platform.ts";
import { challengeOf, type Grant, isVerifier, type Token } from "./tokens.ts";

/** An app that an operator registered at a platform. */
export interface App {
	readonly id: string;
	readonly secret: string;
	readonly kind: string;
	readonly redirects: (uri: string) => boolean;
}

/** What the person at the browser will do, until the test says otherwise. */
export interface Consent {
	account: string;
	/** Those the person leaves ticked; absent: all that were asked for. */
	scopes?: readonly string[] | undefined;
	deny: boolean;
}

/** Changes a consent: `{ account?, scopes?, deny? }`, where `scopes: null` stands for all. */
export function consentOperation(consent: Consent, accounts: () => readonly string[]) {
	return ({ account, scopes, deny }: Json): Consent => {
		if (account !== undefined) {
			if (!accounts().includes(String(account))) throw new Error(`there is no account ${account}`);
			consent.account = String(account);
		}
		if (scopes !== undefined) consent.scopes = scopes === null ? undefined : (scopes as readonly string[]);
		if (deny !== undefined) consent.deny = deny === true;
		return consent;
	};
}

export interface CodeRequest {
	readonly app: App;
	readonly consent: Consent;
	readonly query: URLSearchParams;
	readonly scopes: readonly string[];
	readonly lifeMs: number;
	readonly prefix?: string;
	/** What the code will be redeemed against, besides the redirect URI. */
	readonly facts?: Readonly<Record<string, string>>;
	/** Parameters of the redirect beside `code` and `state`. */
	readonly more?: (granted: readonly string[]) => Readonly<Record<string, string>>;
}

/** The person decided: back to the app with a code or a refusal. */
export function decide({ tokens }: World, asked: CodeRequest): Answer {
	const { app, consent, query, scopes, lifeMs, prefix, facts = {} } = asked;
	const uri = query.get("redirect_uri") ?? "";
	const back = (parameters: Readonly<Record<string, string>>) => {
		const url = new URL(uri);
		for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
		url.searchParams.set("state", query.get("state") ?? "");
		return redirect(url.href);
	};
	if (consent.deny) return back({ error: "access_denied" });
	const granted = scopes.filter((scope) => consent.scopes?.includes(scope) ?? true);
	const grant: Grant = { account: consent.account, app: app.id, scopes: granted, revoked: false };
	const code = tokens.issue({
		...{ kind: "code", grant, lifeMs, facts: { redirect: uri, ...facts } },
		...(prefix !== undefined && { prefix }),
	});
	return back({ ...asked.more?.(granted), code: code.value });
}

/** Every authorization request must carry a state that cannot be guessed. */
export function checkState(query: URLSearchParams): void {
	must((query.get("state") ?? "").length >= 16, "no state, or one that can be guessed");
}

/** A challenge of S256 in the digits that the platform wants. */
export function checkChallenge(query: URLSearchParams, digits: "base64url" | "hex"): void {
	must(query.get("code_challenge_method") === "S256", "code_challenge_method is not S256");
	const pattern = digits === "hex" ? /^[0-9a-f]{64}$/ : /^[A-Za-z0-9_-]{43}$/;
	must(pattern.test(query.get("code_challenge") ?? ""), `code_challenge is not SHA-256 in ${digits}`);
}

export interface Redeeming {
	readonly code: string;
	readonly app: App;
	readonly redirectUri: string;
	readonly verifier?: string | undefined;
	readonly digits?: "base64url" | "hex";
}

/** The code, which is used up by this. Undefined: expired, used before, or for somebody else. */
export function redeem({ tokens }: World, given: Redeeming): Token | undefined {
	const code = tokens.find("code", given.code);
	must(code !== undefined, "a code that was never issued");
	must(code.grant.app === given.app.id, "a code of another app");
	must(code.facts.redirect === given.redirectUri, "redirect_uri differs from the authorization request");
	const { challenge = "" } = code.facts;
	if (challenge !== "") {
		must(isVerifier(given.verifier ?? ""), "no code_verifier");
		const own = challengeOf(given.verifier ?? "", given.digits ?? "base64url");
		must(own === challenge, "code_verifier does not match the challenge");
	}
	if (code.dead) code.grant.revoked = true;
	if (!tokens.isLive(code)) return undefined;
	code.dead = true;
	return code;
}

export interface Shown {
	readonly apps: readonly App[];
	/** `Bearer`, or what a host wants in its place. */
	readonly scheme?: string;
}

/**
 * The access token of a request. Undefined: it is one of ours and is over. A token that was never issued, or
 * belongs to another platform, is no accident.
 */
export function accessToken({ tokens }: World, { headers }: Arrived, shown: Shown): Token | undefined {
	const { apps, scheme = "Bearer" } = shown;
	const [, kind, value] = /^(\S+) (\S+)$/.exec(headers.authorization ?? "") ?? [];
	must(value !== undefined, "no access token", 401);
	must(kind === scheme, `Authorization with ${kind} in place of ${scheme}`, 401);
	const token = tokens.find("access", value);
	must(token !== undefined, "an access token that was never issued", 401);
	must(
		apps.some(({ id }) => id === token.grant.app),
		"an access token of another platform",
		401,
	);
	return tokens.isLive(token) ? token : undefined;
}
