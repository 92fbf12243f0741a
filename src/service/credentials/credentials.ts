import { basename } from "node:path";
import { isApiPlatform } from "../../model/platform-app.ts";
import { Secret } from "../../model/secret.ts";
import type { CommandSettings } from "../delivery/destinations/command.ts";
import type { WebhookSettings } from "../delivery/destinations/webhook-settings.ts";
import type { PlatformCredential } from "../platforms/platform-credential.ts";
import { StoreFault } from "../store/fault.ts";
import { jsonObject } from "../store/json.ts";
import type { Texts } from "../store/store.ts";
import { type KeySource, ownDataKey, readDataKeys } from "./data-key.ts";
import { keysHeld } from "./rotate-keys.ts";
import { keyId, seal, unseal } from "./seal.ts";

/** How the posts of a connected account leave. */
export type Credential = WebhookSettings | CommandSettings | PlatformCredential;

/** One text an account, its secrets sealed. */
export interface Credentials {
	/** Undefined: none is kept. Throws `StoreFault` where it cannot be opened. */
	get(account: string): Promise<Credential | undefined>;
	/** Durable before it resolves. */
	put(account: string, credential: Credential): Promise<void>;
	remove(account: string): Promise<void>;
	/** One at a time among processes: what reads a credential of a platform, asks there and writes it. */
	held<Value>(account: string, work: () => Promise<Value>): Promise<Value>;
	/** Seals each credential anew with the key that seals now, and opens it. Gives how many there are. */
	reseal(): Promise<number>;
}

const FOLDER = "credentials";
/** Made here of a name, or the platform's own. */
const ACCOUNT = /^[A-Za-z0-9_-]{1,100}$/;
/** Longer than a platform may take to answer. Milliseconds. */
const HELD_MS = 90_000;
const AGAIN = { remedy: "Connect the account again: showrun accounts connect" };

/** Opens the credentials that are kept in a folder of texts. */
export function openCredentials(texts: Texts, source: KeySource): Credentials {
	const nameOf = (account: string) => {
		if (!ACCOUNT.test(account)) throw new Error(`no account id: ${account}`);
		return `${FOLDER}/${account}.json`;
	};
	const get = async (account: string) => {
		const name = nameOf(account);
		const text = await texts.read(name);
		if (text === undefined) return undefined;
		const path = texts.where(name);
		const kept = jsonObject(text);
		if (kept?.format !== 1 || kept.account !== account || typeof kept.settings !== "object")
			throw new StoreFault(`${path} is not a credential of this version of the service.`, AGAIN);
		const open = await opener({ account, path, kept, source });
		return credentialOf(account, { ...kept.settings, ...open() });
	};
	const write = async (account: string, credential: Credential) => {
		await texts.write(nameOf(account), await sealedText(account, credential, source));
	};
	return {
		get,
		put: (account, credential) => keysHeld(source, () => write(account, credential)),
		remove: (account) => keysHeld(source, () => texts.remove(nameOf(account))),
		held: (account, work) => texts.held(nameOf(account), HELD_MS, work),
		reseal: async () => {
			const accounts = (await texts.names(FOLDER))
				.map((name) => basename(name, ".json"))
				.filter((name) => ACCOUNT.test(name));
			for (const account of accounts) {
				const credential = await get(account);
				if (credential !== undefined) await write(account, credential);
				await get(account);
			}
			return accounts.length;
		},
	};
}

async function sealedText(account: string, credential: Credential, source: KeySource): Promise<string> {
	const { open: settings, secrets } = split(credential);
	const key = await ownDataKey(source);
	const sealed = Object.entries(secrets).map(([field, secret]) => [
		field,
		seal(secret, { account, field }, key),
	]);
	const kept = { format: 1, account, key: keyId(key), settings, sealed: Object.fromEntries(sealed) };
	return `${JSON.stringify(kept, undefined, "\t")}\n`;
}

/** What may be read by whoever may read the folder, and what may not. */
function split(credential: Credential): {
	readonly open: object;
	readonly secrets: Readonly<Record<string, Secret>>;
} {
	const secrets: Record<string, Secret> = {};
	const open: Record<string, unknown> = {};
	for (const [field, value] of Object.entries(credential))
		if (value instanceof Secret) secrets[field] = value;
		else open[field] = value;
	return { open, secrets };
}

interface Kept {
	readonly account: string;
	readonly path: string;
	readonly kept: Readonly<Record<string, unknown>>;
	readonly source: KeySource;
}

async function opener({ account, path, kept, source }: Kept): Promise<() => Record<string, Secret>> {
	const sealed = Object.entries(kept.sealed ?? {});
	if (sealed.length === 0) return () => ({});
	const key = (await readDataKeys(source)).find((each) => kept.key === keyId(each));
	if (key === undefined)
		throw new StoreFault(`The key that ${path} was sealed with is missing.`, {
			remedy: `Restore ${source.file} or set SHOWRUN_CREDENTIALS_KEY, or connect the account again.`,
		});
	return () =>
		Object.fromEntries(
			sealed.map(([field, text]) => {
				const secret = unseal(String(text), { account, field }, key);
				if (secret === undefined) throw new StoreFault(`${path} was changed or is damaged.`, AGAIN);
				return [field, secret];
			}),
		);
}

/** The one converter of this folder: the format number vouches for the shape that this version wrote. */
function credentialOf(account: string, value: object): Credential {
	const kind = "kind" in value ? value.kind : undefined;
	if (kind === "webhook" || kind === "command" || (typeof kind === "string" && isApiPlatform(kind)))
		return value as Credential;
	throw new StoreFault(`The credential of ${account} is of a kind that this version does not know.`, AGAIN);
}
