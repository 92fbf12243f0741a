import { join } from "node:path";
import pLimit from "p-limit";
import { defined } from "../../model/defined.ts";
import { sha256 } from "../../system/files.ts";
import type { WireAccount } from "../../wire/messages.gen.ts";
import type { WirePlatform } from "../../wire/names.ts";
import type { OutboxAccount, TokenState } from "../options.ts";
import { type ConnectedAccount, kept, save, type Via } from "./accounts-file.ts";
import { locked } from "./locked.ts";

/** Connecting takes a moment. Milliseconds. */
const LOCK_MS = 10_000;

/** Its settings where they are declared; else they are kept as a credential. */
interface KnownVia {
	readonly kind: Via;
	readonly webhook?: NonNullable<OutboxAccount["webhook"]>;
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
	connect(account: ConnectingAccount, at: number): Promise<void>;
	/** The id of an account, connected or not. */
	idOf(account: Pick<OutboxAccount, "platform" | "username">): string;
	/** How its posts leave. Undefined: into the outbox. */
	viaOf(id: string): Promise<KnownVia | undefined>;
	/** Which of its connections is in use: another one after each. Undefined: it is declared alone. */
	connectionOf(id: string): Promise<number | undefined>;
	/**
	 * The token of that connection is no longer good: the account has to be connected again, unless it was
	 * meanwhile. Durable before it resolves.
	 */
	invalidate(id: string, connection: number | undefined): Promise<void>;
	/**
	 * Forgets what connecting an account left; durable before it resolves. A declared account stays. Connecting
	 * it again gives the same id.
	 */
	remove(id: string): Promise<"removed" | "declared" | "absent">;
	/** Forgets the replaced states of accounts for which another one is declared now. */
	settle(): Promise<void>;
}

/** An account to connect. Without `via` it keeps the way it has. */
type ConnectingAccount = Omit<OutboxAccount, "via" | "webhook"> & { readonly via?: Via };

/**
 * Opens the book. What is kept about an account wins over its declaration, but for a token state declared
 * since.
 */
export function openAccounts(data: string, declarations: readonly OutboxAccount[]): AccountBook {
	const path = join(data, "accounts.json");
	const turns = pLimit(1);
	// Another process may connect an account while this one runs.
	const inTurn = <Value>(work: () => Promise<Value>) => turns(() => locked(path, LOCK_MS, work));
	const declared = new Map(declarations.map((account) => [accountId(account), account]));
	const all = async () => merged(declared, await kept(path));
	return {
		list: async () => [...(await all()).values()],
		find: async (id) => (await all()).get(id),
		named: async (account) => (await all()).get(accountId(account)),
		connect: (account, at) =>
			inTurn(async () =>
				save(path, connected(await kept(path), { account, at, declared: declared.get(accountId(account)) })),
			),
		idOf: accountId,
		viaOf: async (id) => knownVia(declared.get(id), id, await kept(path)),
		connectionOf: async (id) => connectionIn(await kept(path), id),
		invalidate: (id, connection) =>
			inTurn(async () => {
				const after = withLostToken(await kept(path), { id, connection, declared: declared.get(id) });
				if (after) await save(path, after);
			}),
		remove: (id) =>
			inTurn(async () => {
				if (declared.has(id)) return "declared";
				const before = await kept(path);
				const after = before.filter((account) => accountId(account) !== id);
				if (after.length < before.length) await save(path, after);
				return after.length < before.length ? "removed" : "absent";
			}),
		settle: () =>
			inTurn(async () => {
				const before = await kept(path);
				const after = before.map((account) => settled(account, declared.get(accountId(account))));
				if (after.some((account, at) => account !== before[at])) await save(path, after);
			}),
	};
}

function merged(
	declared: ReadonlyMap<string, OutboxAccount>,
	entries: readonly ConnectedAccount[],
): ReadonlyMap<string, KnownAccount> {
	const accounts = new Map<string, ConnectedAccount>(
		[...declared].map(([id, { platform, username, token = "valid" }]) => [
			id,
			withToken({ platform, username }, token),
		]),
	);
	for (const account of entries)
		accounts.set(accountId(account), asOfNow(account, declared.get(accountId(account))));
	return new Map([...accounts].map(([id, account]) => [id, toWire(id, account)]));
}

function knownVia(
	declared: OutboxAccount | undefined,
	id: string,
	entries: readonly ConnectedAccount[],
): KnownVia | undefined {
	const { via, webhook } = declared ?? {};
	if (via !== undefined) return defined({ kind: via, webhook });
	const entry = entries.find((account) => accountId(account) === id);
	return entry?.via && { kind: entry.via };
}

function connectionIn(entries: readonly ConnectedAccount[], id: string): number | undefined {
	return entries.find((account) => accountId(account) === id)?.connectedAt;
}

interface Losing {
	readonly id: string;
	readonly connection: number | undefined;
	readonly declared: OutboxAccount | undefined;
}

/** Undefined: there is no such account, or it was connected again. */
function withLostToken(
	entries: readonly ConnectedAccount[],
	{ id, connection, declared }: Losing,
): readonly ConnectedAccount[] | undefined {
	if (connectionIn(entries, id) !== connection) return undefined;
	const entry = entries.find((account) => accountId(account) === id);
	if (entry) return entries.map((each) => (each === entry ? withToken(entry, "expired") : each));
	if (declared === undefined) return undefined;
	const { platform, username } = declared;
	return [...entries, withToken({ platform, username }, "expired")];
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
	readonly account: ConnectingAccount;
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
		...defined({ renewed: declared?.token, via: account.via ?? before?.via }),
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
