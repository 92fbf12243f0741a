import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { EpochMs } from "../../model/brand.ts";
import { defined } from "../../model/defined.ts";
import { takenOccurrences } from "../../model/occurrence.ts";
import { undefinedIfMissing } from "../../system/error-code.ts";
import { type FactRecord, type Facts, isSeen, knowledgeOf, sourcesOf } from "./facts.ts";
import { type LedgerFolder, partOf, readLedgerId } from "./folder.ts";
import {
	entriesIn,
	entriesOn,
	type KnownLedger,
	nothingKnown,
	partsOf,
	pathsOfOperation,
	readFacts,
	readPart,
} from "./known.ts";
import { PostedFault, SettledFault, UncomparedFault } from "./ledger-fault.ts";
import { type AccountKnowledge, matchesOf } from "./matching.ts";
import { type OwnAttempts, othersIn } from "./own-attempts.ts";
import {
	type LedgerAccount,
	type LedgerEntry,
	type LedgerOutcome,
	type LedgerPost,
	type LedgerRecord,
	type Scope,
	takesMoment,
} from "./records.ts";
import { joinedWith, type SourceLink } from "./sources.ts";
import { type Lines, ledgerWriter } from "./writer.ts";

/** What names an attempt. */
type Named = Pick<LedgerPost, "operation" | "scope" | "account">;

/** A post that a state or a guard knew before, and what became of it. */
export interface KnownPost extends LedgerPost {
	readonly as: LedgerOutcome;
}

/** What decides whether a moment is still free. */
export interface Arming extends Pick<AccountKnowledge, "listed"> {
	/** How many times it may be posted to the account. Absent: as often as the number of the post says. */
	readonly repeat?: number;
	/** Which sources were found to hold the same content, or probably. */
	readonly links?: readonly SourceLink[];
	/**
	 * Whose contents were compared with this one's: attempts of this run, and posts that `has` knows. Absent:
	 * what is known decides.
	 */
	readonly compared?: { readonly own: OwnAttempts; readonly has: (entry: LedgerEntry) => boolean };
}

/**
 * What every workspace of this user posted: asked before the last byte of each post, whatever folder, clone
 * or name it comes from.
 */
export interface Ledger {
	/** Its random id. Undefined: nothing was ever written. */
	id(): Promise<string | undefined>;
	/** Every attempt at the account, and at those that may be the same, as it is on disk now. Takes no lock. */
	entriesOf(scope: Scope, account: LedgerAccount): Promise<readonly LedgerEntry[]>;
	/** Every attempt at every account, oldest first. */
	all(): Promise<readonly LedgerEntry[]>;
	/** What is known of accounts, sources, states and saved plans. */
	facts(): Promise<Facts>;
	/**
	 * Writes that a post may be executed from here on. Throws `PostedFault` when its moment is taken,
	 * `DamagedLedgerFault` when what is known of its account cannot be read, and `StateFault` when nothing
	 * can be written: in each case nothing may be sent.
	 */
	arm(post: LedgerPost, about: Arming): Promise<void>;
	/**
	 * Checks that a post that was armed before may be sent once more under its own key. Throws as `arm` does,
	 * and `SettledFault` when a person said what became of it.
	 */
	mayRepeat(post: LedgerPost, about: Arming): Promise<void>;
	/** Takes over what a state or a guard knows. What is known already is left as it is. */
	adopt(posts: readonly KnownPost[]): Promise<void>;
	/** Writes what became of an attempt. Does nothing for one that was never written. */
	end(named: Named, as: LedgerOutcome, at: EpochMs): Promise<void>;
	/** Writes that an attempt goes out at another time. Does nothing for one that was never written. */
	reschedule(named: Named, scheduledAt: EpochMs, at: EpochMs): Promise<void>;
	/** Takes an attempt out, on a person's word. */
	forget(
		named: Named,
		word: { readonly by: string; readonly at: EpochMs; readonly reason: string },
	): Promise<void>;
	/** Writes facts down; `decide` is asked under the lock, and what it throws is thrown. */
	note(decide: (facts: Facts) => readonly FactRecord[]): Promise<void>;
}

/**
 * Opens the ledger of a user. Nothing is read or made until it is asked. `command` is shown to who waits for
 * its lock.
 */
export function openLedger(folder: LedgerFolder, options: { readonly command: string }): Ledger {
	const known = nothingKnown(folder);
	const { write } = ledgerWriter(known, options);
	const writeOn = (named: Named, record: LedgerRecord) =>
		write(named, () => ({
			posts: pathsOfOperation(known, partsOf(known, named.scope, named.account), named.operation).map(
				(path) => [path, record] as const,
			),
		}));
	return {
		id: () => readLedgerId(folder),
		facts: async () => readFacts(known),
		all: () => allEntries(known),
		async entriesOf(scope, account) {
			readFacts(known);
			const paths = partsOf(known, scope, account);
			for (const path of paths) readPart(known, path);
			return entriesIn(known, paths);
		},
		arm: (post, about) => write(post, () => armed(known, post, about)),
		mayRepeat: (post, about) => write(post, () => repeatable(known, post, about)),
		async adopt(posts) {
			await Promise.all(posts.map((post) => write(post, () => adopted(known, post))));
		},
		end: (named, as, at) => writeOn(named, { type: "ended", operation: named.operation, at, as }),
		reschedule: (named, scheduledAt, at) =>
			writeOn(named, { type: "rescheduled", operation: named.operation, at, scheduledAt }),
		forget: (named, { by, reason, at }) =>
			writeOn(named, { type: "forgotten", operation: named.operation, at, by, reason }),
		note: (decide) => write(undefined, () => ({ facts: decide(known.facts) })),
	};
}

function armed(known: KnownLedger, post: LedgerPost, about: Arming): Lines {
	mustBeCompared(known, post, about);
	mustBeFree(known, post, about);
	return written(known, { type: "armed", ...post }, post);
}

function repeatable(known: KnownLedger, post: LedgerPost, about: Arming): Lines {
	const paths = partsOf(known, post.scope, post.account);
	const attempts = paths.flatMap((path) => known.parts.get(path)?.entries.get(post.operation) ?? []);
	const settled = attempts.find((entry) => !takesMoment(entry));
	if (settled !== undefined) throw new SettledFault(settled);
	mustBeCompared(known, post, about);
	mustBeFree(known, post, about);
	return {};
}

/**
 * Throws `UncomparedFault` where another content was posted to the account and nobody looked whether it is
 * this.
 */
function mustBeCompared(known: KnownLedger, post: LedgerPost, { compared }: Arming): void {
	if (compared === undefined) return;
	const { own, has } = compared;
	const uncompared = partsOf(known, post.scope, post.account)
		.flatMap((path) => othersIn(known.parts.get(path), own))
		.filter((entry) => entry.content !== post.content && takesMoment(entry) && !has(entry));
	if (uncompared.length > 0) throw new UncomparedFault(uncompared);
}

/** Throws `PostedFault` where other attempts took the moment as often as it may be posted. */
function mustBeFree(
	known: KnownLedger,
	post: LedgerPost,
	{ listed, links = [], repeat = post.occurrence }: Arming,
): void {
	const sources = sourcesOf(known.facts, links);
	const paths = partsOf(known, post.scope, post.account);
	const entries = entriesOn(known, paths, joinedWith(post.content, sources));
	const accounts = defined({ ...knowledgeOf(known.facts, post.scope), listed });
	const taken = matchesOf(entries, post, { ...accounts, sources });
	const occurrences = takenOccurrences(taken.map(({ entry }) => entry.occurrence));
	if (taken.length >= repeat || occurrences.has(post.occurrence)) throw new PostedFault(taken);
}

function adopted(known: KnownLedger, post: KnownPost): Lines {
	const paths = partsOf(known, post.scope, post.account);
	if (pathsOfOperation(known, paths, post.operation).length > 0) return {};
	return written(known, { type: "adopted", ...post }, post);
}

/** The record in its part; teaches which handle an id has. */
function written(
	{ folder, facts }: KnownLedger,
	record: LedgerRecord,
	{ scope, account, at }: LedgerPost,
): Lines {
	const { id, platform, handle } = account;
	const isNew = id !== undefined && !isSeen(facts, scope, account);
	return {
		posts: [[partOf(folder, scope, account), record]],
		...(isNew && { facts: [{ type: "seen", scope, id, platform, handle, at }] }),
	};
}

async function allEntries(known: KnownLedger): Promise<readonly LedgerEntry[]> {
	const folder = join(known.folder.path, "posts");
	const names = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
	const paths = names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
	for (const path of paths) readPart(known, path);
	const byOperation = new Map(entriesIn(known, paths).map((entry) => [entry.operation, entry]));
	return [...byOperation.values()].sort((a, b) => a.at - b.at);
}
