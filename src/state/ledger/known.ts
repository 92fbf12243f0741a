import { join } from "node:path";
import { addFactLines, type Facts, noFacts, relatedAccounts } from "./facts.ts";
import { type LedgerFolder, partOf } from "./folder.ts";
import { bytesAfter } from "./line-file.ts";
import {
	addLines,
	emptyPart,
	type LedgerAccount,
	type LedgerEntry,
	type Part,
	type Scope,
} from "./records.ts";

/** What is read of a ledger so far. It grows with the files: each read takes only what was appended since. */
export interface KnownLedger {
	readonly folder: LedgerFolder;
	readonly parts: Map<string, Part>;
	facts: Facts;
	/** The files of each account that was asked for, and the facts that say so. */
	related: Related;
}

interface Related {
	readonly facts: Facts;
	readonly wholeBytes: number;
	readonly paths: Map<string, readonly string[]>;
}

/** Nothing read yet. */
export function nothingKnown(folder: LedgerFolder): KnownLedger {
	const facts = noFacts();
	return { folder, parts: new Map(), facts, related: relatedBy(facts) };
}

/**
 * Reads on in the file of the facts, at once, so that nobody forgets in between what was read. What cannot be
 * gone on with is read anew the next time.
 */
export function readFacts(known: KnownLedger): Facts {
	const { facts, folder } = known;
	try {
		addFactLines(facts, bytesAfter(factsPath(folder), facts));
	} catch (error) {
		known.facts = noFacts();
		throw error;
	}
	return facts;
}

/** Reads on in a part, in the same way. */
export function readPart({ parts }: KnownLedger, path: string): Part {
	const part = parts.get(path) ?? emptyPart();
	parts.set(path, part);
	try {
		addLines(part, bytesAfter(path, part));
	} catch (error) {
		parts.delete(path);
		throw error;
	}
	return part;
}

/** More attempts are not kept in memory: what is needed of them is read again. */
const MOST_KEPT = 20_000;

/** Forgets what was read where it is much. Only for who writes nothing now. */
export function forgetMuch({ parts }: KnownLedger): void {
	let kept = 0;
	for (const { entries } of parts.values()) kept += entries.size;
	if (kept > MOST_KEPT) parts.clear();
}

/** The files that hold posts to an account, and to those that may be the same. */
export function partsOf(known: KnownLedger, scope: Scope, account: LedgerAccount): readonly string[] {
	const { folder, facts } = known;
	const { wholeBytes } = facts;
	if (known.related.facts !== facts || known.related.wholeBytes !== wholeBytes)
		known.related = relatedBy(facts);
	const key = JSON.stringify([scope, account.id, account.platform, account.handle]);
	const before = known.related.paths.get(key);
	if (before !== undefined) return before;
	const accounts = relatedAccounts(facts, scope, account);
	const paths = [...new Set(accounts.map(([at, each]) => partOf(folder, at, each)))];
	known.related.paths.set(key, paths);
	return paths;
}

function relatedBy(facts: Facts): Related {
	return { facts, wholeBytes: facts.wholeBytes, paths: new Map() };
}

/** What is read of these files. */
export function entriesIn({ parts }: KnownLedger, paths: readonly string[]): readonly LedgerEntry[] {
	return paths.flatMap((path) => [...(parts.get(path)?.entries.values() ?? [])]);
}

/** The same, of these contents alone, as they are compared. */
export function entriesOn(
	{ parts }: KnownLedger,
	paths: readonly string[],
	contents: ReadonlySet<string>,
): readonly LedgerEntry[] {
	const found: LedgerEntry[] = [];
	for (const path of paths) {
		const part = parts.get(path);
		for (const content of part === undefined ? [] : contents)
			for (const operation of part?.byContent.get(content) ?? []) {
				const entry = part?.entries.get(operation);
				if (entry !== undefined) found.push(entry);
			}
	}
	return found;
}

/** The files that hold an attempt: several, where one was written by handle before its id was known. */
export function pathsOfOperation(
	{ parts }: KnownLedger,
	paths: readonly string[],
	operation: string,
): readonly string[] {
	return paths.filter((path) => parts.get(path)?.entries.has(operation));
}

/** Where accounts, sources, states and plans are remembered. */
export function factsPath({ path }: LedgerFolder): string {
	return join(path, "facts.jsonl");
}
