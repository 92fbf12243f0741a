import { join } from "node:path";
import { accountKey, type Platform } from "../../model/account.ts";
import { StopFault } from "../../model/fault.ts";
import { Secret } from "../../model/secret.ts";
import type { Settings } from "../../model/settings.ts";
import { type Credential, type Credentials, openCredentials } from "../../service/credentials/credentials.ts";
import type { KeySource } from "../../service/credentials/data-key.ts";
import { type AccountBook, openAccounts } from "../../service/store/accounts.ts";
import { memoryFolder } from "./machine-record.ts";
import { serviceStore } from "./service-store.ts";

/** Where the key is that seals the credentials of this user's accounts. */
export function keySource(): KeySource {
	const file = join(memoryFolder(process.env, process.platform), "credentials.key");
	const given = process.env.SHOWRUN_CREDENTIALS_KEY?.trim();
	if (!given) return { file };
	const former = process.env.SHOWRUN_CREDENTIALS_FORMER_KEY?.trim();
	return { given: new Secret(given), file, ...(former && { former: new Secret(former) }) };
}

/** The accounts of the embedded service on this machine, whether it runs or not. */
export interface LocalAccounts {
	readonly book: AccountBook;
	readonly credentials: Credentials;
}

/** Throws `StopFault` where the settings name a service elsewhere: its accounts are connected there. */
export async function openLocalAccounts(settings: Settings): Promise<LocalAccounts> {
	if (settings.service.url !== undefined)
		throw new StopFault("The settings name a service elsewhere, and its accounts are connected there.", {
			remedy: "Run this on the machine that serves, with its settings.",
		});
	const store = await serviceStore(settings);
	return {
		book: openAccounts(store, settings.embedded.accounts),
		credentials: openCredentials(store, keySource()),
	};
}

/** An account that posts leave from by a webhook, a command or a program that embeds the service. */
export interface ConnectedDestination {
	readonly id: string;
	readonly platform: Platform;
	readonly username: string;
	readonly tokenValid: boolean;
	readonly kind: Credential["kind"] | "program";
	/** Its webhook stands in the settings. */
	readonly isDeclared: boolean;
	/** Opens it. Throws a `Fault` where that is not possible; undefined: nothing is kept of it. */
	readonly open: () => Promise<Credential | undefined>;
}

/** All of them. */
export async function listDestinations({
	book,
	credentials,
}: LocalAccounts): Promise<readonly ConnectedDestination[]> {
	const found: ConnectedDestination[] = [];
	for (const { id, platform, platform_username: username, token_valid: tokenValid } of await book.list()) {
		const via = await book.viaOf(id);
		if (via === undefined) continue;
		const { kind, webhook } = via;
		const isDeclared = webhook !== undefined;
		const open = async () => (isDeclared ? ({ kind: "webhook", ...webhook } as const) : credentials.get(id));
		found.push({ id, platform, username, tokenValid, kind, isDeclared, open });
	}
	return found;
}

/**
 * The accounts (`accountKey`) whose posts the outbox gets: connected, and no webhook, command or program
 * takes them. None where that cannot be read: what is said of a folder must hold.
 */
export function accountsOfOutbox(settings: Settings): Promise<readonly string[]> {
	return accountsBy(settings, (kind) => kind === undefined);
}

/** The accounts (`accountKey`) whose posts become drafts that their creator publishes. */
export async function accountsWithDrafts(settings: Settings): Promise<readonly string[]> {
	const { tiktok } = settings.embedded.platforms;
	return tiktok.mode === "inbox" ? accountsBy(settings, (kind) => kind === "tiktok") : [];
}

/** Those whose posts leave that way. None where that cannot be read. */
async function accountsBy(
	settings: Settings,
	isWanted: (kind: ConnectedDestination["kind"] | undefined) => boolean,
): Promise<readonly string[]> {
	try {
		const book = openAccounts(await serviceStore(settings), settings.embedded.accounts);
		const found = (await book.list()).map(async ({ id, platform, platform_username: username }) =>
			isWanted((await book.viaOf(id))?.kind) ? [accountKey({ platform, username })] : [],
		);
		return (await Promise.all(found)).flat();
	} catch {
		return [];
	}
}
