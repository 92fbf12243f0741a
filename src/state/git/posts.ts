import type { Snapshot } from "../../model/snapshot.ts";
import type { KnownPost } from "../ledger/ledger.ts";
import type { AccountKnowledge } from "../ledger/matching.ts";
import { type Naming, postOf, postOfMoment } from "../ledger/posts.ts";
import { type LedgerEntry, type Scope, takesMoment } from "../ledger/records.ts";
import { serviceScope } from "../ledger/service-scope.ts";
import type { SourceKnowledge } from "../ledger/sources.ts";
import { MovedFault } from "../state-fault.ts";
import { call } from "./git-call.ts";
import { fetchRefs, holds, listRefs } from "./refs.ts";
import { readRemoteLedger } from "./remote-ledger.ts";
import { type Repository, versionAt } from "./repository.ts";

/** What is needed to compare the posts of workspaces. */
export interface GitPosts {
	/** What the posts of this workspace are called. */
	readonly naming: (lineage: string) => Promise<Naming>;
	/** What this user knows of accounts and sources. */
	readonly knowledge: (scope: Scope) => Promise<Knowledge>;
	/** Ids of the accounts that the service lists. Undefined: they were not read. */
	readonly listed: () => ReadonlySet<string> | undefined;
}

/** What posts are compared with. */
export interface Knowledge extends Pick<AccountKnowledge, "scope" | "words" | "services" | "handlesOf"> {
	readonly sources: SourceKnowledge;
}

/** Another workspace's state on the same remote. */
export interface OtherState {
	readonly ref: string;
	readonly snapshot: Snapshot;
}

/** Where states are looked for, beside the ref of this workspace. */
const STATES = "refs/showrun/*";
/** The scope of posts whose service nobody recorded: they count for whichever is asked about. */
const ANY = "";

/** The refs that the posts of a remote are read from. */
export function listPosts(
	repository: Repository,
	signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
	return listRefs(repository, [repository.ref, repository.ledgerRef, STATES], signal);
}

/** The other states among the refs. Throws `GitFault` for one that cannot be read. */
export async function otherStates(
	repository: Repository,
	refs: ReadonlyMap<string, string>,
): Promise<readonly OtherState[]> {
	const { ref: own, ledgerRef } = repository;
	const others = [...refs].filter(
		([ref]) => ref.startsWith("refs/showrun/") && ref !== own && ref !== ledgerRef,
	);
	const missing = [];
	for (const [ref, commit] of others) if (!(await holds(repository, commit))) missing.push(ref);
	if (missing.length > 0) await fetchRefs(repository, missing);
	const states = others.map(async ([ref, commit]) => {
		const { place } = repository;
		const { ok } = await call(place, { args: ["cat-file", "-e", `${commit}:state.json`] });
		if (!ok) return [];
		const version = await versionAt({ ...repository, ref }, commit).catch(undefinedIfMoved);
		return version === undefined ? [] : [{ ref, snapshot: version.snapshot }];
	});
	return (await Promise.all(states)).flat();
}

/** A state that was moved left its posts in the ledger. */
function undefinedIfMoved(error: unknown): undefined {
	if (!(error instanceof MovedFault)) throw error;
	return undefined;
}

/** What a state counts as posted. */
export function postsOfState({ ref, snapshot }: OtherState): readonly KnownPost[] {
	const naming = { scope: ANY, lineage: snapshot.lineage, workspace: shortOf(ref) };
	return snapshot.ledger.map((moment) => {
		const open = snapshot.operations[moment.operation];
		const post = (open && postOf(open, naming, moment.at)) ?? postOfMoment(moment, naming);
		return { ...post, as: open ? "unknown" : "done" };
	});
}

/** An entry of a ledger on a remote, for the service that is asked about. */
export function inScopeOf({ scope }: Naming, entry: LedgerEntry): LedgerEntry {
	return { ...entry, scope: entry.scope === ANY ? scope : entry.scope };
}

/** What a workspace is called to the others of its remote. */
export function shortOf(ref: string): string {
	return ref.replace(/^refs\/(showrun|heads)\//, "");
}

/** Every post that takes its moment, by whichever workspace of the remote. Changes nothing there. */
export async function postsOnRemote(
	repository: Repository,
	naming: Naming,
	signal?: AbortSignal,
): Promise<readonly LedgerEntry[]> {
	const refs = await listPosts(repository, signal);
	const { entries } = await readRemoteLedger(repository, refs.get(repository.ledgerRef));
	const live = (await otherStates(repository, refs)).flatMap(postsOfState);
	const all = [...entries.values(), ...live.filter(({ operation }) => !entries.has(operation))];
	return all
		.map((entry) => inScopeOf(naming, entry))
		.filter(({ scope }) => serviceScope(scope) === serviceScope(naming.scope))
		.filter((entry) => takesMoment(entry) || entry.forgotten !== undefined);
}
