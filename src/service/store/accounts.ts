import { join } from "node:path";
import pLimit from "p-limit";
import { defined } from "../../model/defined.ts";
import { replaceFile, sha256 } from "../../system/files.ts";
import type { WireAccount } from "../../wire/messages.gen.ts";
import { WIRE_PLATFORMS, type WirePlatform } from "../../wire/names.ts";
import type { OutboxAccount, TokenState } from "../options.ts";
import { StoreFault } from "./fault.ts";
import { jsonObject } from "./json.ts";
import { readIfThere } from "./private.ts";

/** A connected account as it is kept. */
interface ConnectedAccount extends Pick<OutboxAccount, "platform" | "username"> {
	readonly tokenValid: boolean;
	readonly tokenExpiringSoon: boolean;
	readonly connectedAt?: number;
	/**
	 * The declared state that connecting again replaced: ignored until another one is declared.
	 */
	readonly renewed?: TokenState;
}

type KnownAccount = WireAccount & { readonly platform: WirePlatform };

/**
 * The accounts of the key owner: declared ones and those connected by OAuth, which are kept in
 * `accounts.json`.
 */
export interface AccountBook {
	list(): Promise<readonly KnownAccount[]>;
	find(id: string): Promise<KnownAccount | undefined>;
	/** The account of that name, however it is spelled. */
	named(account: OutboxAccount): Promise<KnownAccount | undefined>;
	/**
	 * Connects an account or renews its token; durable before it resolves. Doing so again for the same moment,
	 * or a former one, changes nothing.
	 */
	connect(account: OutboxAccount, at: number): Promise<void>;
	/**
	 * Forgets what connecting an account left; durable before it resolves. A declared account stays. Connecting
	 * it again gives the same id.
	 */
	remove(id: string): Promise<"removed" | "declared" | "absent">;
	/** Forgets the replaced states of accounts for which another one is declared now. */
	settle(): Promise<void>;
}

/**
 * Opens the book. What is kept about an account wins over its declaration, but for a token state declared
 * since.
 */
export function openAccounts(data: string, declarations: readonly OutboxAccount[]): AccountBook {
	const path = join(data, "accounts.json");
	const inTurn = pLimit(1);
	const declared = new Map(declarations.map((account) => [accountId(account), account]));
	const all = async () => {
		const accounts = new Map(
			[...declared].map(([id, account]) => [id, withToken(account, account.token ?? "valid")]),
		);
		for (const account of await kept(path))
			accounts.set(accountId(account), asOfNow(account, declared.get(accountId(account))));
		return new Map([...accounts].map(([id, account]) => [id, toWire(id, account)]));
	};
	return {
		list: async () => [...(await all()).values()],
		find: async (id) => (await all()).get(id),
		named: async (account) => (await all()).get(accountId(account)),
		connect: (account, at) =>
			inTurn(async () =>
				save(path, connected(await kept(path), { account, at, declared: declared.get(accountId(account)) })),
			),
		remove: (id) =>
			inTurn(async () => {
				if (declared.has(id)) return "declared";
				const before = await kept(path);
				const after = before.filter((account) => accountId(account) !== id);
				if (after.length === before.length) return "absent";
				await save(path, after);
				return "removed";
			}),
		settle: () =>
			inTurn(async () => {
				const before = await kept(path);
				const after = before.map((account) => settled(account, declared.get(accountId(account))));
				if (after.some((account, at) => account !== before[at])) await save(path, after);
			}),
	};
}

/** Stable for good: made of platform and username, whatever their case and however they are composed. */
function accountId(account: Pick<OutboxAccount, "platform" | "username">): string {
	const username = account.username.replace(/^@/, "").normalize("NFC").toLowerCase();
	return `acc_${sha256(`${account.platform}:${username}`).slice(0, 24)}`;
}

function withToken<Known extends Pick<ConnectedAccount, "platform" | "username">>(
	account: Known,
	token: TokenState,
): Known & ConnectedAccount {
	return { ...account, tokenValid: token !== "expired", tokenExpiringSoon: token === "expiring" };
}

function asOfNow(account: ConnectedAccount, declared: OutboxAccount | undefined): ConnectedAccount {
	const counts = declared?.token !== undefined && declared.token !== account.renewed;
	return counts ? withToken(account, declared.token) : account;
}

interface Connecting {
	readonly account: OutboxAccount;
	readonly at: number;
	readonly declared: OutboxAccount | undefined;
}

/** An account that is known keeps its spelling, and with it its folder. */
function connected(
	book: readonly ConnectedAccount[],
	{ account, at, declared }: Connecting,
): readonly ConnectedAccount[] {
	const id = accountId(account);
	const before = book.find((each) => accountId(each) === id);
	if (before?.connectedAt !== undefined && before.connectedAt > at) return book;
	const { platform, username } = before ?? declared ?? account;
	const after = {
		...withToken({ platform, username }, "valid"),
		connectedAt: at,
		...defined({ renewed: declared?.token }),
	};
	return before ? book.map((each) => (each === before ? after : each)) : [...book, after];
}

function settled(account: ConnectedAccount, declared: OutboxAccount | undefined): ConnectedAccount {
	const { renewed, ...rest } = account;
	return renewed === undefined || renewed === declared?.token ? account : rest;
}

function toWire(id: string, account: ConnectedAccount): KnownAccount {
	return {
		id,
		platform: account.platform,
		platform_username: account.username,
		platform_avatar: null,
		token_valid: account.tokenValid,
		token_expiring_soon: account.tokenExpiringSoon,
	};
}

async function save(path: string, accounts: readonly ConnectedAccount[]): Promise<void> {
	await replaceFile(path, `${JSON.stringify({ format: 1, accounts }, undefined, "\t")}\n`);
}

async function kept(path: string): Promise<readonly ConnectedAccount[]> {
	const text = await readIfThere(path);
	if (text === undefined) return [];
	const book = jsonObject(text);
	if (book?.format === 1 && Array.isArray(book.accounts) && book.accounts.every(isAccount))
		return book.accounts;
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
		typeof account.tokenExpiringSoon === "boolean"
	);
}
