import { defined } from "../../model/defined.ts";
import type { ApiPlatform } from "../../model/platform-app.ts";
import { WIRE_PLATFORMS } from "../../wire/names.ts";
import type { OutboxAccount, TokenState } from "../options.ts";
import { StoreFault } from "./fault.ts";
import { jsonObject } from "./json.ts";
import type { Texts } from "./store.ts";

const NAME = "accounts.json";

/** A connected account as it is kept. */
export interface ConnectedAccount extends Pick<OutboxAccount, "platform" | "username"> {
	readonly tokenValid: boolean;
	readonly tokenExpiringSoon: boolean;
	readonly connectedAt?: number;
	/** The platform's own id of it. Absent: its id is made of its name. */
	readonly id?: string;
	/** When its authorization ends for good, in epoch milliseconds. Absent: nobody says. */
	readonly tokenEndsAt?: number;
	/** How its posts leave. Absent: into the outbox. */
	readonly via?: Via;
	/**
	 * The declared state that connecting again replaced: ignored until another one is declared.
	 */
	readonly renewed?: TokenState;
}

/** How the posts of an account leave, where it is not into its folder of the outbox. */
export type Via = "webhook" | "command" | "program" | ApiPlatform;

/** Accounts after a change. */
interface ChangedAccounts<Result> {
	readonly result: Result;
	/** Absent: nothing is written. */
	readonly after?: readonly ConnectedAccount[] | undefined;
}

/** Changes them, with no other change in between. Durable before it resolves. */
export function changeAccounts<Result>(
	texts: Texts,
	how: (before: readonly ConnectedAccount[]) => ChangedAccounts<Result>,
): Promise<Result> {
	return texts.change(NAME, (text) => {
		const { result, after } = how(accountsIn(text, texts));
		return after === undefined
			? { result }
			: { result, text: `${JSON.stringify({ format: 1, accounts: after }, undefined, "\t")}\n` };
	});
}

/** None where nothing is kept. Throws `StoreFault` for what is not a list of accounts. */
export async function readAccounts(texts: Texts): Promise<readonly ConnectedAccount[]> {
	return accountsIn(await texts.read(NAME), texts);
}

function accountsIn(text: string | undefined, { where }: Texts): readonly ConnectedAccount[] {
	if (text === undefined) return [];
	const book = jsonObject(text);
	if (book?.format === 1 && Array.isArray(book.accounts) && book.accounts.every(isAccount))
		return book.accounts;
	throw new StoreFault(`${where(NAME)} is not a list of accounts of this version of the service.`, {
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

/** With another end of the authorization of one of them. Undefined: nothing changes. */
export function withTokenEnd(
	accounts: readonly ConnectedAccount[],
	entry: ConnectedAccount | undefined,
	tokenEndsAt: number | undefined,
): readonly ConnectedAccount[] | undefined {
	if (entry === undefined || entry.tokenEndsAt === tokenEndsAt) return undefined;
	const { tokenEndsAt: _, ...rest } = entry;
	const moved = { ...rest, ...defined({ tokenEndsAt }) };
	return accounts.map((each) => (each === entry ? moved : each));
}

/** Names an account of the platform that has the name already. */
export function nameTaken({
	platform,
	username,
	id,
}: Pick<ConnectedAccount, "platform" | "username" | "id">): StoreFault {
	return new StoreFault(
		`Another account of ${platform} is called ${username} here: ${id ?? "an outbox account"}.`,
		{
			remedy: "Disconnect it first, or connect this one by another of its names: --username.",
		},
	);
}
