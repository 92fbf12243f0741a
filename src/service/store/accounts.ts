import { join } from "node:path";
import pLimit from "p-limit";
import { replaceFile, sha256 } from "../../system/files.ts";
import type { WireAccount } from "../../wire/messages.ts";
import { WIRE_LIMITS, WIRE_PLATFORMS, type WirePlatform } from "../../wire/names.ts";
import type { OutboxAccount } from "../options.ts";
import { StoreFault } from "./fault.ts";
import { jsonObject } from "./json.ts";
import { readIfThere } from "./private.ts";

/** A connected account as it is kept. `units` is what connecting it has cost (interface 8). */
export interface ConnectedAccount extends OutboxAccount {
	readonly tokenValid: boolean;
	readonly tokenExpiringSoon: boolean;
	readonly connectedAt?: number;
	readonly units: number;
}

/** The accounts of the key owner: declared ones and those connected by OAuth, which are kept in `accounts.json`. */
export interface AccountBook {
	list(): Promise<readonly WireAccount[]>;
	find(id: string): Promise<(WireAccount & { readonly platform: WirePlatform }) | undefined>;
	/** Connects or reconnects an account; durable before it resolves. */
	connect(account: OutboxAccount, now: number): Promise<void>;
}

/** Opens the book. What is kept about an account wins over its declaration. */
export function openAccounts(data: string, declared: readonly OutboxAccount[]): AccountBook {
	const path = join(data, "accounts.json");
	const inTurn = pLimit(1);
	const all = async () => {
		const accounts = new Map(declared.map((account) => [accountId(account), fresh(account)]));
		for (const account of await kept(path)) accounts.set(accountId(account), account);
		return accounts;
	};
	return {
		list: async () => [...(await all())].map(([id, account]) => toWire(id, account)),
		find: async (id) => {
			const account = (await all()).get(id);
			return account && toWire(id, account);
		},
		connect: (account, now) =>
			inTurn(async () => {
				const others = (await kept(path)).filter((each) => accountId(each) !== accountId(account));
				const before = (await all()).get(accountId(account));
				const connected = { ...fresh(account), connectedAt: now, units: (before?.units ?? 0) + WIRE_LIMITS.connectUnits };
				await replaceFile(path, `${JSON.stringify({ format: 1, accounts: [...others, connected] }, undefined, "\t")}\n`);
			}),
	};
}

/** Stable for good: made of platform and username, whatever their case and however they are composed. */
function accountId(account: OutboxAccount): string {
	const username = account.username.replace(/^@/, "").normalize("NFC").toLowerCase();
	return `acc_${sha256(`${account.platform}:${username}`).slice(0, 24)}`;
}

function fresh(account: OutboxAccount): ConnectedAccount {
	return { platform: account.platform, username: account.username, tokenValid: true, tokenExpiringSoon: false, units: 0 };
}

function toWire(id: string, account: ConnectedAccount): WireAccount & { readonly platform: WirePlatform } {
	return {
		id,
		platform: account.platform,
		platform_username: account.username,
		platform_avatar: null,
		token_valid: account.tokenValid,
		token_expiring_soon: account.tokenExpiringSoon,
	};
}

async function kept(path: string): Promise<readonly ConnectedAccount[]> {
	const text = await readIfThere(path);
	if (text === undefined) return [];
	const book = jsonObject(text);
	if (book?.format === 1 && Array.isArray(book.accounts) && book.accounts.every(isAccount)) return book.accounts;
	throw new StoreFault(`${path} is not a list of accounts of this version of the service.`, {
		remedy: "Restore it from a backup, or delete it and connect again.",
	});
}

function isAccount(value: unknown): value is ConnectedAccount {
	const account = value as Partial<Record<keyof ConnectedAccount, unknown>> | null;
	if (typeof account !== "object" || account === null) return false;
	const platforms: readonly unknown[] = WIRE_PLATFORMS;
	return (
		platforms.includes(account.platform) &&
		typeof account.username === "string" &&
		typeof account.tokenValid === "boolean" &&
		typeof account.tokenExpiringSoon === "boolean" &&
		typeof account.units === "number"
	);
}
