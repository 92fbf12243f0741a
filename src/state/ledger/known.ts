import { join } from "node:path";
import { type Accounts, addAccountLines, emptyAccounts, relatedAccounts } from "./accounts.ts";
import { type LedgerFolder, partOf } from "./folder.ts";
import { bytesFrom } from "./line-file.ts";
import {
	addLines,
	emptyPart,
	type LedgerAccount,
	type LedgerEntry,
	type Part,
	type Scope,
} from "./records.ts";

/** What is read of a ledger so far. It grows with the files: each read takes only what was appended since. */
export interface Known {
	readonly folder: LedgerFolder;
	readonly parts: Map<string, Part>;
	accounts: Accounts;
}

/** Nothing read yet. */
export function nothingKnown(folder: LedgerFolder): Known {
	return { folder, parts: new Map(), accounts: emptyAccounts() };
}

/** Reads on in the file of the accounts. */
export async function readAccounts(known: Known): Promise<Accounts> {
	const { accounts, folder } = known;
	addAccountLines(accounts, await bytesFrom(accountsPath(folder), accounts.wholeBytes));
	return accounts;
}

/** Reads on in a part. */
export async function readPart({ parts }: Known, path: string): Promise<Part> {
	const part = parts.get(path) ?? emptyPart();
	parts.set(path, part);
	addLines(part, await bytesFrom(path, part.wholeBytes));
	return part;
}

/** The files that hold posts to an account, and to those that may be the same. */
export function partsOf(
	{ folder, accounts }: Known,
	scope: Scope,
	account: LedgerAccount,
): readonly string[] {
	return [...new Set(relatedAccounts(accounts, scope, account).map((each) => partOf(folder, scope, each)))];
}

/** What is read of these files. */
export function entriesIn({ parts }: Known, paths: readonly string[]): readonly LedgerEntry[] {
	return paths.flatMap((path) => [...(parts.get(path)?.entries.values() ?? [])]);
}

/** The file that holds an attempt. Undefined: none of them. */
export function pathOfOperation(
	{ parts }: Known,
	paths: readonly string[],
	operation: string,
): string | undefined {
	return paths.find((path) => parts.get(path)?.entries.has(operation));
}

/** Where accounts are remembered. */
export function accountsPath({ path }: LedgerFolder): string {
	return join(path, "accounts.jsonl");
}
