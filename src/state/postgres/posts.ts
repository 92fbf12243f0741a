import type { Ask } from "../../database/connection.ts";
import { defined } from "../../model/defined.ts";
import { takenOccurrences } from "../../model/occurrence.ts";
import type { JournalEntry, Operation, Snapshot, LedgerEntry as StateMoment } from "../../model/snapshot.ts";
import { comparedKey } from "../../model/source-key.ts";
import type { AccountNames } from "../ledger/account-names.ts";
import type { KnownPost } from "../ledger/ledger.ts";
import { PostedFault } from "../ledger/ledger-fault.ts";
import { type AccountKnowledge, matchesOf } from "../ledger/matching.ts";
import { type Naming, postOf, postOfMoment, repeatOf } from "../ledger/posts.ts";
import { type LedgerEntry, type LedgerOutcome, type LedgerPost, takesMoment } from "../ledger/records.ts";
import { serviceScope } from "../ledger/service-scope.ts";
import { joinedWith, type SourceKnowledge } from "../ledger/sources.ts";
import type { PutOffFault } from "../put-off-fault.ts";

/** What decides whether moments are free, read before the transaction begins. */
export interface Comparing {
	readonly naming: Naming;
	readonly accounts: AccountKnowledge & { readonly sources: SourceKnowledge };
}

/** An attempt that is to be armed. */
export interface Arming {
	readonly entry: Extract<JournalEntry, { readonly type: "armed" }>;
	readonly operation: Operation;
}

/** What is to be taken. */
export interface Taking {
	readonly armings: readonly Arming[];
	readonly comparing: Comparing;
	/** Whether another workspace was faster at an account that is limited. */
	readonly crowded: (post: LedgerPost) => Promise<PutOffFault | undefined>;
}

/**
 * Takes the moments of attempts, of whichever workspace the posts are that are there already. Gives the
 * entries whose moments are taken. Their accounts stay locked until the transaction ends.
 */
export async function takeMoments(
	ask: Ask,
	{ armings, comparing, crowded }: Taking,
): Promise<ReadonlyMap<JournalEntry, PostedFault | PutOffFault>> {
	const { naming, accounts } = comparing;
	const refused = new Map<JournalEntry, PostedFault | PutOffFault>();
	const wanted = armings.flatMap(({ entry, operation }) => {
		const post = postOf(operation, naming, entry.at);
		return post === undefined ? [] : [{ entry, operation, post }];
	});
	if (wanted.length === 0) return refused;
	await lockAccounts(
		ask,
		wanted.flatMap(({ post }) => keysOfAccount(post)),
	);
	const contents = new Set(wanted.flatMap(({ post }) => [...joinedWith(post.content, accounts.sources)]));
	const known = [...(await postsOn(ask, [...contents]))];
	for (const { entry, operation, post } of wanted) {
		const taken = matchesOf(known, post, accounts);
		const occurrences = takenOccurrences(taken.map((match) => match.entry.occurrence));
		const isTaken = taken.length >= repeatOf(operation) || occurrences.has(post.occurrence);
		const fault = isTaken ? new PostedFault(taken) : await crowded(post);
		if (fault !== undefined) refused.set(entry, fault);
		else known.push({ ...post, as: "armed" });
	}
	const armed = wanted.filter(({ entry }) => !refused.has(entry));
	await insertPosts(
		ask,
		armed.map(({ post }) => ({ ...post, as: "armed" as const })),
	);
	return refused;
}

/** Writes what entries say about posts, other than that they are armed. */
export async function notePosts(ask: Ask, { entries, naming, state }: Noting): Promise<void> {
	for (const entry of entries) {
		const end = endOf(entry);
		if (end !== undefined) await endPost(ask, end);
		if (entry.type === "updated" && entry.request.scheduledAt !== undefined)
			await ask(
				"UPDATE showrun.posts SET record = record || jsonb_build_object('scheduledAt', $2::bigint) WHERE operation = $1",
				[entry.operation, entry.request.scheduledAt],
			);
		const moments = momentsIn(entry);
		if (moments.length > 0) await insertPosts(ask, momentsOf(moments, { naming, state }));
	}
}

/** What entries are about. */
export interface Noting {
	readonly entries: readonly JournalEntry[];
	readonly naming: Naming;
	/** The state before them. */
	readonly state: Pick<Snapshot, "operations">;
}

/** Posts that a state counts, which become rows where they are none. */
export function momentsOf(
	moments: readonly StateMoment[],
	{ naming, state }: Omit<Noting, "entries">,
): readonly KnownPost[] {
	return moments.map((moment) => {
		const open = state.operations[moment.operation];
		const post = (open && postOf(open, naming, moment.at)) ?? postOfMoment(moment, naming);
		return { ...post, as: open === undefined ? "done" : "unknown" };
	});
}

/** Adds posts. Those that are known, or whose moment is taken already, are left as they are. */
export async function insertPosts(ask: Ask, posts: readonly KnownPost[]): Promise<void> {
	if (posts.length === 0) return;
	const arming = posts.some(({ as }) => as === "armed");
	await ask(
		`INSERT INTO showrun.posts
			(operation, lineage, phase, scope, account, content, begins, ends, occurrence, takes, record)
		SELECT operation, lineage, phase, scope, account, content, begins, ends, occurrence, takes, record
		FROM jsonb_to_recordset($1::jsonb) AS post (${COLUMNS})
		${arming ? "" : "ON CONFLICT DO NOTHING"}`,
		[JSON.stringify(posts.map(rowOf))],
	);
}

/** How many of these posts the database does not know, neither as themselves nor by their moments. */
export async function missingPosts(ask: Ask, posts: readonly KnownPost[]): Promise<number> {
	const [row] = await ask(
		`SELECT count(*) AS missing FROM jsonb_to_recordset($1::jsonb) AS post (${COLUMNS})
		WHERE NOT EXISTS (SELECT FROM showrun.posts AS known WHERE known.operation = post.operation OR
			(known.takes AND (known.scope, known.account, known.content, known.begins, known.ends, known.occurrence)
				= (post.scope, post.account, post.content, post.begins, post.ends, post.occurrence)))`,
		[JSON.stringify(posts.map(rowOf))],
	);
	return Number(row?.missing);
}

const COLUMNS = `operation text, lineage text, phase text, scope text, account text, content text,
	begins double precision, ends double precision, occurrence integer, takes boolean, record jsonb`;

/** What an attempt that nobody answers for becomes: its run was replaced. */
export async function doubtArmed(ask: Ask, lineage: string): Promise<void> {
	await ask("UPDATE showrun.posts SET phase = 'unknown' WHERE lineage = $1 AND phase = 'armed'", [lineage]);
}

/** Posts that are asked for: to accounts that may have one of the names. */
export interface AskedPosts extends AccountNames {
	/** As they are compared. Absent: of all contents. */
	readonly contents?: readonly string[];
}

/** What other workspaces posted at the service, or may have. */
export async function postsOfOthers(
	ask: Ask,
	naming: Naming,
	{ ids, handles, contents }: AskedPosts,
): Promise<readonly LedgerEntry[]> {
	const rows = await ask(
		`SELECT record, phase FROM showrun.posts WHERE lineage <> $1 AND (takes OR phase = 'forgotten')
			AND (account = ANY($2) OR record #>> '{account,handle}' = ANY($3))
			${contents === undefined ? "" : "AND content = ANY($4)"}`,
		[naming.lineage, ids, handles, ...(contents === undefined ? [] : [contents])],
	);
	const entries = rows.map(entryOf);
	const here = serviceScope(naming.scope);
	const scopes = new Set(entries.map(({ scope }) => scope));
	const spellings = new Set([...scopes].filter((scope) => serviceScope(scope) === here));
	return entries.filter(({ scope }) => spellings.has(scope)).sort((a, b) => a.at - b.at);
}

/** Every post, oldest first. */
export async function allPosts(ask: Ask): Promise<readonly LedgerEntry[]> {
	const rows = await ask(
		"SELECT record, phase FROM showrun.posts ORDER BY (record ->> 'at')::bigint, operation",
	);
	return rows.map(entryOf);
}

async function postsOn(ask: Ask, contents: readonly string[]): Promise<readonly LedgerEntry[]> {
	const rows = await ask("SELECT record, phase FROM showrun.posts WHERE takes AND content = ANY($1)", [
		contents,
	]);
	return rows.map(entryOf);
}

async function lockAccounts(ask: Ask, keys: readonly string[]): Promise<void> {
	const sorted = [...new Set(keys)].sort();
	await ask("INSERT INTO showrun.accounts (key) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING", [sorted]);
	await ask("SELECT key FROM showrun.accounts WHERE key = ANY($1) ORDER BY key FOR UPDATE", [sorted]);
}

/** Two names that may mean one account have one of these in common. */
function keysOfAccount({ account }: LedgerPost): readonly string[] {
	const { id, platform, handle } = account;
	return [`handle ${platform}:${handle}`, ...(id === undefined ? [] : [`id ${id}`])];
}

interface Ended {
	readonly operation: string;
	readonly as: LedgerOutcome;
}

function endOf(entry: JournalEntry): Ended | undefined {
	if (entry.type === "outcome") return { operation: entry.operation, as: entry.outcome };
	if (entry.type === "resolved") return { operation: entry.operation, as: entry.as };
	return entry.type === "withdrawn" ? { operation: entry.operation, as: "withdrawn" } : undefined;
}

async function endPost(ask: Ask, { operation, as }: Ended): Promise<void> {
	await ask("UPDATE showrun.posts SET phase = $2, takes = $3 WHERE operation = $1 AND phase <> 'forgotten'", [
		...[operation, as, takesMoment({ as })],
	]);
}

function momentsIn(entry: JournalEntry): readonly StateMoment[] {
	if (entry.type === "adopted") return entry.moments;
	return entry.type === "imported" && entry.moment !== undefined ? [entry.moment] : [];
}

function rowOf({ as, ...post }: KnownPost): object {
	const { operation, lineage, scope, account, content, moment, occurrence } = post;
	return {
		...{ operation, lineage, phase: as, scope, occurrence, record: post, takes: takesMoment({ as }) },
		...{ account: account.id ?? `${account.platform}:${account.handle}` },
		...{ content: comparedKey(content), begins: moment.from, ends: moment.to },
	};
}

function entryOf({ record, phase }: Readonly<Record<string, unknown>>): LedgerEntry {
	return defined({ ...(record as LedgerPost), as: phase as LedgerOutcome });
}
