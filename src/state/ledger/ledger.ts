import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { EpochMs } from "../../model/brand.ts";
import { defined } from "../../model/defined.ts";
import { undefinedIfMissing } from "../../system/error-code.ts";
import { type AccountRecord, type Accounts, isSeen, knowledgeOf } from "./accounts.ts";
import { type LedgerFolder, partOf, readLedgerId } from "./folder.ts";
import {
	entriesIn,
	type Known,
	nothingKnown,
	partsOf,
	pathOfOperation,
	readAccounts,
	readPart,
} from "./known.ts";
import { PostedFault } from "./ledger-fault.ts";
import { type AccountKnowledge, type AccountWord, matchesOf } from "./matching.ts";
import type {
	LedgerAccount,
	LedgerEntry,
	LedgerOutcome,
	LedgerPost,
	LedgerRecord,
	Scope,
} from "./records.ts";
import { type Lines, ledgerWriter } from "./writer.ts";

/** A person's word, and when it was given. */
interface Word {
	readonly by: string;
	readonly at: EpochMs;
}

/** What names an attempt. */
type Named = Pick<LedgerPost, "operation" | "scope" | "account">;

/** What every workspace of this user posted: asked before the last byte of each post, whatever folder, clone or name it comes from. */
export interface Ledger {
	/** Its random id. Undefined: nothing was ever written. */
	id(): Promise<string | undefined>;
	/** Every attempt at the account, and at those that may be the same, as it is on disk now. Takes no lock. */
	entriesOf(scope: Scope, account: LedgerAccount): Promise<readonly LedgerEntry[]>;
	/** Every attempt at every account, oldest first. */
	all(): Promise<readonly LedgerEntry[]>;
	/** What people said of accounts, and which handles were seen. */
	accounts(): Promise<Accounts>;
	/**
	 * Writes that a post may be executed from here on. Throws `PostedFault` when its moment is taken, `DamagedLedgerFault` when what is
	 * known of its account cannot be read, and `StateFault` when nothing can be written: in each case nothing may be sent.
	 */
	arm(post: LedgerPost, about: Pick<AccountKnowledge, "listed">): Promise<void>;
	/** Takes over what a state or a guard knows. What is known already is left as it is. */
	adopt(posts: readonly (LedgerPost & { readonly as: LedgerOutcome })[]): Promise<void>;
	/** Writes what became of an attempt. Does nothing for one that was never written. */
	end(named: Named, as: LedgerOutcome, at: EpochMs): Promise<void>;
	/** Takes an attempt out, on a person's word. */
	forget(named: Named, word: Word & { readonly reason: string }): Promise<void>;
	/** Remembers a person's word on two accounts. */
	say(word: AccountWord & Word): Promise<void>;
}

/** Opens the ledger of a user. Nothing is read or made until it is asked. `command` is shown to who waits for its lock. */
export function openLedger(folder: LedgerFolder, options: { readonly command: string }): Ledger {
	const known = nothingKnown(folder);
	const { write } = ledgerWriter(known, options);
	const writeOn = (named: Named, record: LedgerRecord) =>
		write(named, () => {
			const path = pathOfOperation(known, partsOf(known, named.scope, named.account), named.operation);
			return path === undefined ? {} : { posts: [[path, record]] };
		});
	return {
		id: () => readLedgerId(folder),
		accounts: () => readAccounts(known),
		all: () => allEntries(known),
		async entriesOf(scope, account) {
			await readAccounts(known);
			const paths = partsOf(known, scope, account);
			await Promise.all(paths.map((path) => readPart(known, path)));
			return entriesIn(known, paths);
		},
		arm: (post, { listed }) => write(post, () => armed(known, post, listed)),
		adopt: async (posts) =>
			void (await Promise.all(posts.map((post) => write(post, () => adopted(known, post))))),
		end: (named, as, at) => writeOn(named, { type: "ended", operation: named.operation, at, as }),
		forget: (named, { by, reason, at }) =>
			writeOn(named, { type: "forgotten", operation: named.operation, at, by, reason }),
		say: (word) => write(undefined, () => ({ accounts: [{ type: "word", ...word }] })),
	};
}

function armed(known: Known, post: LedgerPost, listed: ReadonlySet<string> | undefined): Lines {
	const entries = entriesIn(known, partsOf(known, post.scope, post.account));
	const about = defined({ ...knowledgeOf(known.accounts, post.scope), listed });
	const taken = matchesOf(entries, post, about);
	if (taken.length >= post.occurrence) throw new PostedFault(taken);
	return {
		posts: [[partOf(known.folder, post.scope, post.account), { type: "armed", ...post }]],
		...seenNow(known, post),
	};
}

function adopted(known: Known, post: LedgerPost & { readonly as: LedgerOutcome }): Lines {
	const paths = partsOf(known, post.scope, post.account);
	if (pathOfOperation(known, paths, post.operation) !== undefined) return {};
	return {
		posts: [[partOf(known.folder, post.scope, post.account), { type: "adopted", ...post }]],
		...seenNow(known, post),
	};
}

/** Teaches which handle an id has. */
function seenNow(
	{ accounts }: Known,
	{ scope, account, at }: LedgerPost,
): { readonly accounts?: readonly AccountRecord[] } {
	const { id, platform, handle } = account;
	if (id === undefined || isSeen(accounts, scope, account)) return {};
	return { accounts: [{ type: "seen", scope, id, platform, handle, at }] };
}

async function allEntries(known: Known): Promise<readonly LedgerEntry[]> {
	const folder = join(known.folder.path, "posts");
	const names = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
	const paths = names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
	await Promise.all(paths.map((path) => readPart(known, path)));
	return [...entriesIn(known, paths)].sort((a, b) => a.at - b.at);
}
