import type { EpochMs } from "../../model/brand.ts";
import { readLine } from "../journal-lines.ts";
import type { AccountKnowledge, AccountWord } from "./matching.ts";
import type { LedgerAccount, Scope } from "./records.ts";

/** One line of `accounts.jsonl`. */
export type AccountRecord =
	/** The service named this account so. */
	| {
			readonly type: "seen";
			readonly scope: Scope;
			readonly id: string;
			readonly platform: string;
			readonly handle: string;
			readonly at: EpochMs;
	  }
	/** A person's word on two ids. */
	| ({ readonly type: "word"; readonly by: string; readonly at: EpochMs } & AccountWord);

/** What is remembered of the accounts themselves. */
export interface Accounts {
	readonly words: AccountWord[];
	/** Handles by `scope` and id, oldest first. */
	readonly seen: Map<string, LedgerAccount[]>;
	damaged: number;
	wholeBytes: number;
}

/** Nothing remembered. */
export function emptyAccounts(): Accounts {
	return { words: [], seen: new Map(), damaged: 0, wholeBytes: 0 };
}

/** Adds the whole lines of `bytes`, which follow what was read before. */
export function addAccountLines(accounts: Accounts, bytes: Buffer): void {
	let at = 0;
	for (let end = bytes.indexOf(10); end >= 0; at = end + 1, end = bytes.indexOf(10, at)) {
		const value = readLine(bytes.subarray(at, end)) as AccountRecord | undefined;
		if (value?.type === "word")
			accounts.words.push({ scope: value.scope, a: value.a, b: value.b, as: value.as });
		else if (value?.type === "seen") addSeen(accounts, value);
		else accounts.damaged++;
	}
	accounts.wholeBytes += at;
}

function addSeen(
	{ seen }: Accounts,
	{ scope, id, platform, handle }: Extract<AccountRecord, { type: "seen" }>,
): void {
	const key = `${scope}\0${id}`;
	const handles = seen.get(key) ?? [];
	seen.set(key, [...handles.filter((each) => each.handle !== handle), { id, platform, handle }]);
}

/** Whether the newest handle of an id is known to be this one. */
export function isSeen({ seen }: Accounts, scope: Scope, { id, platform, handle }: LedgerAccount): boolean {
	const last = seen.get(`${scope}\0${id}`)?.at(-1);
	return last?.platform === platform && last.handle === handle;
}

/** Every account whose posts have to be compared with those of `account`: itself, its handles, who had them, and who is said to be the same. */
export function relatedAccounts(
	accounts: Accounts,
	scope: Scope,
	account: LedgerAccount,
): readonly LedgerAccount[] {
	const { id, platform, handle } = account;
	const own = id === undefined ? [] : (accounts.seen.get(`${scope}\0${id}`) ?? []);
	const handles = new Set([handle, ...own.map((each) => each.handle)]);
	const ids = new Set(id === undefined ? [] : [id]);
	for (const [key, seen] of accounts.seen) {
		if (!key.startsWith(`${scope}\0`)) continue;
		for (const each of seen)
			if (each.platform === platform && handles.has(each.handle)) ids.add(each.id ?? "");
	}
	for (const each of ids) {
		for (const word of accounts.words) {
			if (word.scope !== scope || (word.a !== each && word.b !== each)) continue;
			ids.add(word.a === each ? word.b : word.a);
		}
	}
	const byId = [...ids].map((each) => ({ id: each, platform, handle }));
	return [...byId, ...[...handles].map((each) => ({ platform, handle: each }))];
}

/** What comparing accounts of a scope needs to know. */
export function knowledgeOf({ words, seen }: Accounts, scope: Scope): Omit<AccountKnowledge, "listed"> {
	return { words, handlesOf: (id) => (seen.get(`${scope}\0${id}`) ?? []).map(({ handle }) => handle) };
}
