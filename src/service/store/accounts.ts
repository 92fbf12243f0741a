import { defined } from "../../model/defined.ts";
import type { WireAccount } from "../../wire/messages.gen.ts";
import type { WirePlatform } from "../../wire/names.ts";
import type { OutboxAccount, TokenState } from "../options.ts";
import { entryCalled, entryOf, idOfEntry, madeId } from "./account-ids.ts";
import {
	type ConnectedAccount,
	changeAccounts,
	nameTaken,
	readAccounts,
	type Via,
	withTokenEnd,
} from "./accounts-file.ts";
import type { Texts } from "./store.ts";

/** An authorization that ends within this has to be renewed soon. Milliseconds. */
const SOON_MS = 14 * 24 * 3_600_000;

/** Its settings where they are declared; else they are kept as a credential. */
interface KnownVia {
	readonly kind: Via;
	readonly webhook?: NonNullable<OutboxAccount["webhook"]>;
}

type KnownAccount = WireAccount & { readonly platform: WirePlatform };

/**
 * The accounts of the key owner: declared ones and those connected by OAuth, which are kept in
 * `accounts.json`. One with an id of its platform is found by the id made of its name as well.
 */
export interface AccountBook {
	list(): Promise<readonly KnownAccount[]>;
	find(id: string): Promise<KnownAccount | undefined>;
	/** The account of that name, however it is spelled. */
	named(account: OutboxAccount): Promise<KnownAccount | undefined>;
	/**
	 * Connects an account or renews its token; durable before it resolves. Doing so again for the same moment,
	 * or a former one, changes nothing. Throws `StoreFault` where its name is that of another account of the
	 * platform.
	 */
	connect(account: ConnectingAccount, at: number): Promise<void>;
	/** The id that is made of an account's name, connected or not. */
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
	 * A refresh moved the end of its authorization, in epoch milliseconds. Undefined: nobody says any more.
	 * Durable before it resolves; an account that is not connected stays so.
	 */
	moveTokenEnd(id: string, tokenEndsAt: number | undefined): Promise<void>;
	/**
	 * Forgets what connecting an account left; durable before it resolves. A declared account stays. Connecting
	 * it again gives the same id.
	 */
	remove(id: string): Promise<"removed" | "declared" | "absent">;
	/** Forgets the replaced states of accounts for which another one is declared now. */
	settle(): Promise<void>;
}

/** An account to connect. Without `via` it keeps the way it has. */
type ConnectingAccount = Omit<OutboxAccount, "via" | "webhook"> & { readonly via?: Via } & Pick<
		ConnectedAccount,
		"id" | "tokenEndsAt"
	>;

/**
 * Opens the book. What is kept about an account wins over its declaration, but for a token state declared
 * since.
 */
export function openAccounts(
	texts: Texts,
	declarations: readonly OutboxAccount[],
	now: () => number = Date.now,
): AccountBook {
	const declared = new Map(declarations.map((account) => [madeId(account), account]));
	return { ...readsOf(texts, declared, now), ...changesOf(texts, declared), idOf: madeId };
}

type Declared = ReadonlyMap<string, OutboxAccount>;
type Reads = Pick<AccountBook, "list" | "find" | "named" | "viaOf" | "connectionOf">;
type Changes = Pick<AccountBook, "connect" | "invalidate" | "moveTokenEnd" | "remove" | "settle">;

function readsOf(texts: Texts, declared: Declared, now: () => number): Reads {
	const all = async () => merged(declared, await readAccounts(texts), now());
	const find = async (id: string) => {
		const entry = entryCalled(await readAccounts(texts), id);
		return (await all()).get(entry ? idOfEntry(entry) : id);
	};
	return {
		list: async () => [...(await all()).values()],
		find,
		named: (account) => find(madeId(account)),
		viaOf: async (id) => knownVia(declared, id, await readAccounts(texts)),
		connectionOf: async (id) => connectionIn(await readAccounts(texts), id),
	};
}

function changesOf(texts: Texts, declared: Declared): Changes {
	return {
		connect: (account, at) =>
			changeAccounts(texts, (before) => ({
				result: undefined,
				after: connected(before, { account, at, declared: declared.get(madeId(account)) }),
			})),
		invalidate: (id, connection) =>
			changeAccounts(texts, (before) => ({
				result: undefined,
				after: withLostToken(before, { id, connection, declared: declared.get(id) }),
			})),
		moveTokenEnd: (id, tokenEndsAt) =>
			changeAccounts(texts, (before) => ({
				result: undefined,
				after: withTokenEnd(before, entryCalled(before, id), tokenEndsAt),
			})),
		remove: (id) =>
			changeAccounts(texts, (before) => {
				const entry = entryCalled(before, id);
				if (declared.has(id) && entry?.id === undefined) return { result: "declared" };
				if (entry === undefined) return { result: "absent" };
				return { result: "removed", after: before.filter((account) => account !== entry) };
			}),
		settle: () =>
			changeAccounts(texts, (before) => {
				const after = before.map((account) => settled(account, declared.get(madeId(account))));
				const isSame = after.every((account, at) => account === before[at]);
				return { result: undefined, after: isSame ? undefined : after };
			}),
	};
}

function merged(
	declared: Declared,
	entries: readonly ConnectedAccount[],
	now: number,
): ReadonlyMap<string, KnownAccount> {
	const accounts = new Map<string, ConnectedAccount>(
		[...declared].map(([id, { platform, username, token = "valid" }]) => [
			id,
			withToken({ platform, username }, token),
		]),
	);
	for (const account of entries) {
		const made = madeId(account);
		if (account.id !== undefined) accounts.delete(made);
		accounts.set(idOfEntry(account), asOfNow(account, declared.get(made)));
	}
	return new Map([...accounts].map(([id, account]) => [id, toWire(id, account, now)]));
}

function knownVia(
	declared: ReadonlyMap<string, OutboxAccount>,
	id: string,
	entries: readonly ConnectedAccount[],
): KnownVia | undefined {
	const entry = entryCalled(entries, id);
	const { via, webhook } = declared.get(entry ? madeId(entry) : id) ?? {};
	if (via !== undefined) return defined({ kind: via, webhook });
	return entry?.via && { kind: entry.via };
}

function connectionIn(entries: readonly ConnectedAccount[], id: string): number | undefined {
	return entryCalled(entries, id)?.connectedAt;
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
	const entry = entryCalled(entries, id);
	if (entry) return entries.map((each) => (each === entry ? withToken(entry, "expired") : each));
	if (declared === undefined) return undefined;
	const { platform, username } = declared;
	return [...entries, withToken({ platform, username }, "expired")];
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
	const before = entryOf(book, account);
	if (before?.connectedAt !== undefined && before.connectedAt > at) return book;
	const { platform, username } = before ?? declared ?? account;
	const { id = before?.id, via = before?.via } = account;
	const { tokenEndsAt } = account.id === undefined ? (before ?? {}) : account;
	const other = book.find((each) => each !== before && madeId(each) === madeId({ platform, username }));
	if (other) throw nameTaken(other);
	const after = {
		...withToken({ platform, username }, "valid"),
		connectedAt: at,
		...defined({ renewed: declared?.token, id, via, tokenEndsAt }),
	};
	return before ? book.map((each) => (each === before ? after : each)) : [...book, after];
}

function settled(account: ConnectedAccount, declared: OutboxAccount | undefined): ConnectedAccount {
	const { renewed, ...rest } = account;
	return renewed === undefined || renewed === declared?.token ? account : rest;
}

function toWire(id: string, account: ConnectedAccount, now: number): KnownAccount {
	const leftMs = (account.tokenEndsAt ?? Number.POSITIVE_INFINITY) - now;
	return {
		id,
		platform: account.platform,
		platform_username: account.username,
		platform_avatar: null,
		token_valid: account.tokenValid && leftMs > 0,
		token_expiring_soon: account.tokenExpiringSoon || leftMs < SOON_MS,
	};
}
