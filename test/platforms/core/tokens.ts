/** Tokens, codes and what people allowed. */
import { createHash } from "node:crypto";
import type { Canaries } from "./canaries.ts";
import type { Clock } from "./clock.ts";

/** What a person allowed an app to do with an account. */
export interface Grant {
	readonly account: string;
	readonly app: string;
	readonly scopes: readonly string[];
	revoked: boolean;
}

export type TokenKind = "access" | "refresh" | "code" | "device";

export interface Token {
	readonly kind: TokenKind;
	readonly value: string;
	readonly grant: Grant;
	/** Of virtual time; `Infinity` for never. */
	expiresAt: number;
	/** Used up, rotated away or silently dropped. */
	dead: boolean;
	/** What a code was made with: the redirect URI, the challenge. */
	readonly facts: Readonly<Record<string, string>>;
}

export interface NewToken {
	readonly kind: TokenKind;
	readonly grant: Grant;
	readonly lifeMs: number;
	/** What such a token of the platform begins with. */
	readonly prefix?: string;
	readonly facts?: Readonly<Record<string, string>>;
}

export interface TokenBook {
	issue(token: NewToken): Token;
	/** Whatever became of it; undefined: never issued, or of another kind. */
	find(kind: TokenKind, value: string | undefined): Token | undefined;
	isLive(token: Token | undefined): token is Token;
	/** Those of an account and app that are live, oldest first. */
	live(kind: TokenKind, grant: Pick<Grant, "account" | "app">): readonly Token[];
	/** Ends every grant of an account, or of one app at it. */
	revoke(account: string, app?: string): number;
}

export function tokenBook(clock: Clock, canaries: Canaries): TokenBook {
	const all = new Map<string, Token>();
	const isLive = (token: Token | undefined): token is Token =>
		token !== undefined && !token.dead && !token.grant.revoked && clock.now() < token.expiresAt;
	return {
		isLive,
		issue: ({ kind, grant, lifeMs, prefix, facts = {} }) => {
			const value = canaries.secret(kind, prefix);
			const token: Token = { kind, value, grant, expiresAt: clock.now() + lifeMs, dead: false, facts };
			all.set(value, token);
			return token;
		},
		find: (kind, value = "") => {
			const token = all.get(value);
			return token?.kind === kind ? token : undefined;
		},
		live: (kind, { account, app }) =>
			[...all.values()].filter(
				(each) =>
					each.kind === kind && each.grant.account === account && each.grant.app === app && isLive(each),
			),
		revoke: (account, app) => {
			const found = new Set(
				[...all.values()]
					.map(({ grant }) => grant)
					.filter((grant) => grant.account === account && (app === undefined || grant.app === app)),
			);
			for (const grant of found) grant.revoked = true;
			return found.size;
		},
	};
}

/** The PKCE challenge of a verifier: as RFC 7636 says, or in the digits TikTok wants of desktop apps. */
export function challengeOf(verifier: string, digits: "base64url" | "hex"): string {
	return createHash("sha256").update(verifier).digest(digits);
}

/** RFC 7636, 4.1. */
export function isVerifier(text: string): boolean {
	return /^[A-Za-z0-9\-._~]{43,128}$/.test(text);
}
