import { type AccountRef, accountKey } from "../../model/account.ts";
import { defined } from "../../model/defined.ts";
import type { PostedElsewhere } from "../../model/elsewhere.ts";
import type { Booking } from "../../model/observed.ts";
import type { PlannedPost, SharedMoment } from "../../model/shared-content.ts";
import { comparedKey } from "../../model/source-key.ts";
import type { Contents, SourceFile } from "./contents.ts";
import { knowledgeOf, sourcesOf } from "./facts.ts";
import type { GuardReader } from "./guards.ts";
import type { Ledger } from "./ledger.ts";
import { type AccountKnowledge, comparerOf } from "./matching.ts";
import type { Naming } from "./posts.ts";
import { type LedgerAccount, type LedgerEntry, type Scope, takesMoment } from "./records.ts";
import { joinedWith, type Place, placesOf, type SourceKnowledge } from "./sources.ts";

/** What a plan asks the ledger about. */
export interface ElsewhereQuery {
	/** Keys of the sources that it clips. */
	readonly sources: readonly string[];
	/** The local files that it would send or post from. */
	readonly files?: readonly SourceFile[];
	/** What it would post itself. */
	readonly planned?: readonly PlannedPost[];
	/** Keys that the campaigns declare to be one content: of an id, and of the URL that it has there. */
	readonly declared?: readonly (readonly [id: string, url: string])[];
	/** The accounts that it posts to, with their ids where they were read. */
	readonly accounts: readonly (AccountRef & { readonly id?: string })[];
	/** The times of others' posts matter: an account has limits, or posts take slots. Absent: they do not. */
	readonly timed?: true;
	/** Ids that the service lists. Absent: the accounts were not read. */
	readonly listed?: ReadonlySet<string>;
	/** Ends the reading of files. */
	readonly signal: AbortSignal;
	/** Attempts that the state knows itself. */
	readonly own: ReadonlySet<string>;
}

/** What a plan is told. */
export interface Elsewhere {
	readonly posted: readonly PostedElsewhere[];
	/** Its own posts in other sources of the same content. */
	readonly shared: readonly SharedMoment[];
	/** When the posts that are counted take place at its accounts. Absent: none are. */
	readonly booked?: readonly Booking[];
	/** Why its files were compared by their bytes alone. Absent: they were compared whole. */
	readonly uncompared?: string;
}

/**
 * Reads what other workspaces of this user posted of the same contents to the same accounts, and which posts
 * of the plan are of one content. Writes nothing.
 */
export async function readElsewhere(
	{ ledger, guards, naming, contents, remote = [], counted }: ElsewhereSources,
	query: ElsewhereQuery,
): Promise<Elsewhere> {
	const facts = await ledger.facts();
	const fromGuards = await guards(naming, facts.states);
	const about = defined({ ...knowledgeOf(facts, naming.scope), listed: query.listed });
	const found = await Promise.all(
		query.accounts.map(async (ref) => {
			const account = ledgerAccount(ref);
			const compare = comparerOf(account, about);
			const entries: readonly LedgerEntry[] = [
				...fromGuards,
				...remote,
				...(await ledger.entriesOf(naming.scope, account)),
			];
			const byOperation = new Map(entries.map((entry) => [entry.operation, entry]));
			return [...byOperation.values()].flatMap((entry) => {
				if (!(takesMoment(entry) || entry.forgotten)) return [];
				const { sameness, unclear } = compare(entry);
				if (sameness === "other") return [];
				return [
					defined({
						...{ entry, ref },
						unclearAccounts: unclear === "accounts" ? idsOf(entry, account) : undefined,
						unclearServices: unclear === "services" ? { before: entry.scope, now: naming.scope } : undefined,
					}),
				];
			});
		}),
	);
	const posts = found.flat();
	for (const [id, url] of query.declared ?? []) contents.declare(id, url);
	const { files = [], planned = [], signal } = query;
	await contents.find({ files, planned, signal, posted: posts.map(({ entry }) => entry) });
	const known = sourcesOf(facts, contents.links());
	const posted = await inNamesOf(query, posts, { contents, known });
	const booked = counted && bookingsOf(query, counted, about);
	return defined({ posted, shared: sharedBy(query, known), booked, uncompared: contents.uncompared?.() });
}

/**
 * The contents whose posts matter, as they are compared. Undefined: every post does, for its time, or because
 * a file may hold the same.
 */
export async function askedContents(
	{ sources, declared = [], timed }: ElsewhereQuery,
	{ ledger, contents }: Pick<ElsewhereSources, "ledger" | "contents">,
): Promise<readonly string[] | undefined> {
	if (timed || sources.some((key) => key.startsWith("sha256:"))) return undefined;
	for (const [id, url] of declared) contents.declare(id, url);
	const known = sourcesOf(await ledger.facts(), contents.links());
	return [...new Set(sources.flatMap((key) => [...joinedWith(key, known)]))];
}

/** Times of posts at the accounts of the plan. */
function bookingsOf(
	{ accounts }: ElsewhereQuery,
	entries: readonly LedgerEntry[],
	about: AccountKnowledge,
): readonly Booking[] {
	const refs = new Map(accounts.map((ref) => [accountKey(ref), ref]));
	return [...refs].flatMap(([account, ref]) => {
		const compare = comparerOf(ledgerAccount(ref), about);
		return entries
			.filter((entry) => takesMoment(entry) && compare(entry).sameness === "same")
			.map(({ at, scheduledAt }) => ({ account, at: scheduledAt ?? at }));
	});
}

/** Posts of the plan as moments of its other sources. */
function sharedBy(
	{ sources, planned = [] }: ElsewhereQuery,
	known: SourceKnowledge,
): readonly SharedMoment[] {
	const wanted = new Set(sources.map(comparedKey));
	return planned.flatMap(({ address, account, ...post }) => {
		const origin = comparedKey(post.content);
		return placesOf(post, known)
			.filter(({ source }) => source !== origin && wanted.has(source))
			.map((place) => ({ ...place, address, account }));
	});
}

interface Post extends Omit<Here, "place" | "name"> {
	readonly entry: LedgerEntry;
}

/** Posts as moments of the sources that are asked about. */
async function inNamesOf(
	{ sources, own }: ElsewhereQuery,
	posts: readonly Post[],
	{ contents, known }: { readonly contents: Contents; readonly known: SourceKnowledge },
): Promise<readonly PostedElsewhere[]> {
	const wanted = new Set(sources.map(comparedKey));
	const found = posts.map(async ({ entry, ...here }) => {
		const origin = comparedKey(entry.content);
		// The state knows its own posts by their own source.
		const skipped = own.has(entry.operation) ? origin : undefined;
		const places = placesOf(entry, known).filter(({ source }) => wanted.has(source) && source !== skipped);
		const isOther = places.some(({ source }) => source !== origin);
		const name = isOther ? await contents.nameOf(origin) : undefined;
		return places.map((place) => posted(entry, { ...here, place, name }));
	});
	return (await Promise.all(found)).flat();
}

/** What is asked. */
export interface ElsewhereSources {
	readonly ledger: Ledger;
	readonly guards: GuardReader;
	readonly naming: Naming;
	readonly contents: Contents;
	/** What the ledger of a remote holds. */
	readonly remote?: readonly LedgerEntry[];
	/** Posts of other workspaces that count for the limits of accounts. Absent: none do. */
	readonly counted?: readonly LedgerEntry[];
}

interface Here {
	readonly place: Place;
	/** Of the file that it was posted from, where that is another one. */
	readonly name: string | undefined;
	readonly ref: AccountRef;
	readonly unclearAccounts?: { readonly before: string; readonly now: string };
	readonly unclearServices?: { readonly before: Scope; readonly now: Scope };
}

function posted(entry: LedgerEntry, { place, name, ref, ...unclear }: Here): PostedElsewhere {
	const { operation, at, address, workspace, scheduledAt } = entry;
	return {
		source: place.source,
		moment: place.moment,
		account: accountKey(ref),
		...{ operation, at, address },
		...defined({ scheduledAt }),
		elsewhere: defined({
			workspace,
			file: name,
			...unclear,
			unclearSources: place.unclear,
			forgotten: entry.forgotten,
		}),
	};
}

function idsOf(entry: LedgerEntry, { id }: LedgerAccount) {
	return { before: entry.account.id ?? "", now: id ?? "" };
}

/** How the ledger names an account. */
export function ledgerAccount(ref: AccountRef & { readonly id?: string }): LedgerAccount {
	const { platform, id } = ref;
	return defined({ id, platform, handle: accountKey(ref).slice(platform.length + 1) });
}
