import type { Fault } from "../../model/fault.ts";
import type { ApiPlatform } from "../../model/platform-app.ts";
import { PLATFORM_TITLES } from "../../model/platform-titles.ts";
import type { Credentials } from "../credentials/credentials.ts";
import { ReconnectNeeded, type TokenSource } from "../delivery/token-source.ts";
import type { AccountBook } from "../store/accounts.ts";
import { StoreFault } from "../store/fault.ts";
import { PlatformFault } from "./ask-platform.ts";
import { type OAuthClient, OAuthRefusal, refreshGrant } from "./oauth.ts";
import {
	authorizationEnd,
	credentialOfGrant,
	isPlatformCredential,
	type PlatformCredential,
} from "./platform-credential.ts";

/** Less than this left of a token, and it is refreshed. Milliseconds. */
const LEFT_MS = 10 * 60_000;
/** So much of its life, and it is refreshed. */
const USED = 0.8;
/** A token that cannot be refreshed now is handed out as long as this is left. Milliseconds. */
const LAST_MS = 2 * 60_000;

interface Parts {
	readonly credentials: Credentials;
	/** The app of a platform. Undefined: the settings name none. */
	readonly clients: (platform: ApiPlatform) => OAuthClient | undefined;
	/** The id that an account has now. */
	readonly idOf: (accountId: string) => Promise<string>;
	readonly moveTokenEnd: AccountBook["moveTokenEnd"];
	readonly now: () => number;
}

/**
 * Tokens of the connected accounts, refreshed one at a time among all processes: two refreshers could end
 * each other's tokens.
 */
export function openPlatformTokens(parts: Parts): TokenSource {
	return {
		async accessToken(accountId, refused) {
			const id = await parts.idOf(accountId);
			const found = await opened(parts, id);
			if (!needsRefresh(found, { refused, now: parts.now() })) return found.accessToken.reveal();
			return parts.credentials.held(id, async () => {
				// Somebody else may have refreshed it meanwhile.
				const kept = await opened(parts, id);
				if (!needsRefresh(kept, { refused, now: parts.now() })) return kept.accessToken.reveal();
				return refreshed(parts, { id, kept, refused });
			});
		},
	};
}

interface Asked {
	readonly refused: string | undefined;
	readonly now: number;
}

function needsRefresh(
	{ accessToken, obtainedAt, expiresAt }: PlatformCredential,
	{ refused, now }: Asked,
): boolean {
	if (accessToken.reveal() === refused) return true;
	return expiresAt - now < LEFT_MS || now - obtainedAt >= (expiresAt - obtainedAt) * USED;
}

interface Refreshing {
	readonly id: string;
	readonly kept: PlatformCredential;
	readonly refused: string | undefined;
}

async function refreshed(parts: Parts, { id, kept, refused }: Refreshing): Promise<string> {
	const { accessToken, expiresAt, refreshToken } = kept;
	const left = expiresAt - parts.now();
	const isGood = accessToken.reveal() !== refused && left > LAST_MS;
	if (refreshToken === undefined) {
		if (isGood) return accessToken.reveal();
		throw new ReconnectNeeded("The token of the account has expired, and there is no refresh token.");
	}
	try {
		const client = clientFor(parts, kept);
		// A lost answer leaves the former token: it is tried again, and may be good no more.
		const grant = await refreshGrant(client, refreshToken, { now: parts.now, signal: NEVER });
		const renewed = credentialOfGrant(kept, grant, kept);
		await parts.credentials.put(id, renewed);
		// It only warns: a token that is kept is handed out without it, and the next refresh records it.
		await parts.moveTokenEnd(id, authorizationEnd(renewed)).catch(() => undefined);
		return grant.accessToken.reveal();
	} catch (error) {
		const why = faultOf(error, parts, kept);
		if (isGood && !(why instanceof ReconnectNeeded)) return accessToken.reveal();
		throw why;
	}
}

/** Requests have limits of their own; a refresh that was sent is waited for, because its answer counts. */
const NEVER = new AbortController().signal;

function clientFor({ clients }: Parts, { kind, clientId }: PlatformCredential): OAuthClient {
	const client = clients(kind);
	if (client === undefined)
		throw new PlatformFault(
			`The settings name no app for ${PLATFORM_TITLES[kind]}, so the token of the account stays as it is.`,
			{
				remedy: `Set destinations.apps.${kind}.`,
			},
		);
	if (client.clientId === clientId) return client;
	throw new ReconnectNeeded("The account was connected by another app than the settings name now.");
}

function faultOf(error: unknown, { clients }: Parts, { kind }: PlatformCredential): unknown {
	if (!(error instanceof OAuthRefusal)) return error;
	if (clients(kind)?.oauth.over.includes(error.code))
		return new ReconnectNeeded("The platform says that the token of the account was revoked or has expired.");
	return new PlatformFault(`The token of the account could not be refreshed. ${error.message}`, {
		remedy: `Check destinations.apps.${kind}: its client_id and secret.`,
		cause: error,
	});
}

/** Where it cannot be opened any more, as without its key, only connecting again helps. */
async function opened({ credentials }: Parts, id: string): Promise<PlatformCredential> {
	const credential = await credentials.get(id).catch((error: unknown) => {
		throw error instanceof StoreFault ? new ReconnectNeeded(sentences(error)) : error;
	});
	if (credential && isPlatformCredential(credential)) return credential;
	throw new ReconnectNeeded("No token of the account is kept here.");
}

function sentences({ message, remedy }: Fault): string {
	return remedy === undefined ? message : `${message} ${remedy}`;
}
