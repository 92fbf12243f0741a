import { defined } from "../../model/defined.ts";
import { takenOccurrences } from "../../model/occurrence.ts";
import type { JournalEntry, Operation, Snapshot } from "../../model/snapshot.ts";
import type { JournalLine } from "../journal-lines.ts";
import type { KnownPost } from "../ledger/ledger.ts";
import { PostedFault } from "../ledger/ledger-fault.ts";
import { type AccountKnowledge, matchesOf } from "../ledger/matching.ts";
import { type Naming, postOf, repeatOf } from "../ledger/posts.ts";
import { addRecord, type LedgerEntry, type LedgerRecord, takesMoment } from "../ledger/records.ts";
import type { SourceKnowledge } from "../ledger/sources.ts";
import { unarmed } from "./merge.ts";
import { inScopeOf, postsOfState, shortOf } from "./posts.ts";

/** What the next version of a ledger is made from. */
export interface LedgerDrafting {
	readonly entries: ReadonlyMap<string, LedgerEntry>;
	/** What the states of other workspaces count as posted. */
	readonly others: readonly KnownPost[];
	/** The ref of this workspace, and the state that is put there. */
	readonly own: { readonly ref: string; readonly snapshot: Snapshot };
	/** Attempts that are claimed with it. */
	readonly begun: readonly Operation[];
	readonly lines: readonly JournalLine[];
	/** No process writes these lines any more. */
	readonly ended: boolean;
	readonly naming: Naming;
	readonly accounts: AccountKnowledge & { readonly sources: SourceKnowledge };
}

/** What the ledger lacks, and which attempts it refuses because their moment is taken. */
export interface LedgerDraft {
	readonly records: readonly LedgerRecord[];
	readonly refused: ReadonlyMap<string, PostedFault>;
}

/** Brings a ledger up to date with the states of its remote, and claims the moments of what is begun. */
export function draftLedger(drafting: LedgerDrafting): LedgerDraft {
	const entries = new Map(drafting.entries);
	const records: LedgerRecord[] = [];
	const put = (record: LedgerRecord) => {
		addRecord(entries, record);
		records.push(record);
	};
	freeUnsent(drafting, entries, put);
	adoptOwn(drafting, entries, put);
	// What others have not ended yet is compared, and not written down: nobody here could end it.
	for (const { as, ...post } of drafting.others)
		if (as === "done" && !entries.has(post.operation)) put({ type: "adopted", as, ...post });
	const refused = new Map<string, PostedFault>();
	for (const operation of drafting.begun) {
		const fault = claim(drafting, operation, { entries, put });
		if (fault) refused.set(operation.id, fault);
	}
	return { records, refused };
}

type Put = (record: LedgerRecord) => void;
type Entries = ReadonlyMap<string, LedgerEntry>;

/** What was proved not to have been sent gives its moment back; a proof of the post wins over that. */
function freeUnsent({ lines, ended }: LedgerDrafting, entries: Entries, put: Put): void {
	const free = (operation: string, as: "refused" | "not-sent" | "not-posted" | "withdrawn") => {
		const entry = entries.get(operation);
		// What was posted is taken back only by a person.
		if (entry === undefined || !(as === "withdrawn" ? takesMoment(entry) : isOpen(entry))) return;
		put({ type: "ended", operation, at: entry.at, as });
	};
	for (const { entry } of lines) {
		if (entry.type === "outcome" && (entry.outcome === "refused" || entry.outcome === "not-sent"))
			free(entry.operation, entry.outcome);
		if (entry.type === "resolved" && entry.as === "not-posted") free(entry.operation, entry.as);
		if (entry.type === "withdrawn") free(entry.operation, entry.type);
		if (entry.type === "updated") reschedule(entry, entries, put);
	}
	if (ended) for (const operation of unarmed(lines)) free(operation, "not-sent");
}

function reschedule(
	{ operation, at, request: { scheduledAt } }: Extract<JournalEntry, { readonly type: "updated" }>,
	entries: Entries,
	put: Put,
): void {
	const entry = entries.get(operation);
	if (entry === undefined || scheduledAt === undefined || entry.scheduledAt === scheduledAt) return;
	put({ type: "rescheduled", operation, at, scheduledAt });
}

function isOpen({ as }: LedgerEntry): boolean {
	return as === "armed" || as === "unknown";
}

function adoptOwn({ own, begun, naming }: LedgerDrafting, entries: Entries, put: Put): void {
	const claimed = new Set(begun.map(({ id }) => id));
	for (const { as, ...post } of postsOfState(own)) {
		if (claimed.has(post.operation)) continue;
		const entry = entries.get(post.operation);
		if (entry === undefined) put({ type: "adopted", as, ...post, scope: naming.scope });
		else if (entry.as !== as && entry.as !== "forgotten" && (as === "done" || !takesMoment(entry)))
			put({ type: "ended", operation: post.operation, at: post.at, as });
	}
}

function claim(
	{ own, others, naming, accounts }: LedgerDrafting,
	operation: Operation,
	{ entries, put }: { readonly entries: Entries; readonly put: Put },
): PostedFault | undefined {
	const wanted = postOf(operation, naming, operation.at);
	if (wanted === undefined || entries.has(operation.id)) return undefined;
	const live = others.filter((each) => !entries.has(each.operation));
	const all = [...entries.values(), ...live].map((entry) => inScopeOf(naming, entry));
	const handlesOf = (id: string) => [
		...accounts.handlesOf(id),
		...all.flatMap(({ account }) => (account.id === id ? [account.handle] : [])),
	];
	const taken = matchesOf(all, wanted, defined({ ...accounts, handlesOf }));
	const occurrences = takenOccurrences(taken.map(({ entry }) => entry.occurrence));
	if (taken.length >= repeatOf(operation) || occurrences.has(wanted.occurrence))
		return new PostedFault(taken);
	put({ type: "armed", ...wanted, lineage: own.snapshot.lineage, workspace: shortOf(own.ref) });
	return undefined;
}
