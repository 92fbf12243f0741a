/** What a test does about people and their tokens, alike on every platform. */
import { type App, type Consent, consentOperation } from "./oauth.ts";
import type { Json, Platform, World } from "./platform.ts";
import type { Grant, Token } from "./tokens.ts";

export interface People {
	readonly apps: readonly App[];
	readonly accounts: readonly string[];
	readonly consent: Consent;
	readonly scopes: readonly string[];
	/** Tokens without the way through a browser. `lifeMs`: of the access token. */
	readonly issue: (grant: Grant, lifeMs: number | undefined) => IssuedTokens;
}

export interface IssuedTokens {
	readonly access: Token;
	readonly refresh?: Token;
}

/**
 * `apps`, `accounts`; `consent { account?, scopes?, deny? }`; `token { account?, scopes?, app?, lifeMs? }`;
 * `revoke { account }`.
 */
export function peopleOperations({ tokens }: World, people: People): Platform["operations"] {
	const { apps, accounts, consent } = people;
	return {
		apps: () => ({ apps: apps.map(({ id, secret, kind }) => ({ id, secret, kind })) }),
		accounts: () => ({ accounts }),
		consent: consentOperation(consent, () => accounts),
		revoke: ({ account }) => ({ grants: tokens.revoke(String(account)) }),
		token: (input) => {
			const { access, refresh } = people.issue(grantOf(people, input), lifeOf(input));
			return {
				...{ access_token: access.value, expires_at: access.expiresAt },
				...(refresh && { refresh_token: refresh.value }),
			};
		},
	};
}

function grantOf({ apps, accounts, consent, scopes: all }: People, { account, scopes, app }: Json): Grant {
	const found = app === undefined ? apps[0] : apps.find(({ kind }) => kind === app);
	if (found === undefined) throw new Error(`there is no app ${app}`);
	const who = String(account ?? consent.account);
	if (!accounts.includes(who)) throw new Error(`there is no account ${who}`);
	const granted = (scopes as readonly string[] | undefined) ?? all;
	return { account: who, app: found.id, scopes: granted, revoked: false };
}

function lifeOf({ lifeMs }: Json): number | undefined {
	return typeof lifeMs === "number" ? lifeMs : undefined;
}
