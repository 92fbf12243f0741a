import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ulid } from "ulid";
import { readTextNow, replaceFile, sha256 } from "../../system/files.ts";
import { NewerFault, StateFault } from "../state-fault.ts";
import type { LedgerAccount, Scope } from "./records.ts";

/** The newest format of the ledger that this version knows. */
const FORMAT = 1;

/** Where this user's ledger is, below the folder for what programs remember. */
export interface LedgerFolder {
	readonly path: string;
}

/**
 * The random id of the ledger. Undefined: there is none yet. Throws `StateFault` for one that cannot be used.
 */
export async function readLedgerId({ path }: LedgerFolder): Promise<string | undefined> {
	const text = readTextNow(join(path, "ledger.json"));
	if (text === undefined) return undefined;
	const value = parsed(text);
	if (typeof value?.format === "number" && value.format > FORMAT)
		throw new NewerFault(`The ledger in ${path}`, value.format);
	if (value?.format === FORMAT && typeof value.id === "string") return value.id;
	throw new StateFault(`The ledger in ${path} cannot be read: ledger.json is damaged.`, {
		remedy: "Restore ledger.json from a backup. The posts beside it are still there.",
	});
}

/** The id of the ledger, begun where there is none. Only for who holds its lock. */
export async function ledgerIdOf(folder: LedgerFolder): Promise<string> {
	const known = await readLedgerId(folder);
	if (known !== undefined) return known;
	const id = ulid();
	await mkdir(join(folder.path, "posts"), { recursive: true, mode: 0o700 });
	await replaceFile(join(folder.path, "ledger.json"), `${JSON.stringify({ format: FORMAT, id })}\n`, {
		mode: 0o600,
	});
	return id;
}

/** The file that holds the posts of an account: a damaged one stops its own account alone. */
export function partOf({ path }: LedgerFolder, scope: Scope, account: LedgerAccount): string {
	const name = sha256([scope, account.platform, account.id ?? `@${account.handle}`].join("\0")).slice(0, 32);
	return join(path, "posts", `${name}.jsonl`);
}

/** The file of the lock that is held while attempts are written. */
export function ledgerLock({ path }: LedgerFolder): string {
	return join(path, "lock");
}

function parsed(text: string): { readonly format?: unknown; readonly id?: unknown } | undefined {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
