import { defined } from "../../model/defined.ts";
import type { Settings } from "../../model/settings.ts";
import type { ReadContext } from "../../reconcile/context.ts";
import type { Ledger } from "../../state/ledger/ledger.ts";
import type { Naming } from "../../state/ledger/posts.ts";
import type { LedgerAccount, LedgerEntry } from "../../state/ledger/records.ts";
import { contentsOf } from "./contents.ts";
import { gitOf } from "./git-state.ts";
import { ledgerOf, namingOf } from "./ledger.ts";
import { outsideOf } from "./machine-record.ts";

/**
 * Asks the ledger of this user, and that of the remote where git keeps the state, what other workspaces
 * posted. Writes nothing. `counts` hears which posts of the database the limits of accounts are planned with.
 */
export function elsewhereOf(
	settings: Settings,
	lineage: string,
	counts: (posts: ReadonlySet<string>) => void = () => {},
): NonNullable<ReadContext["elsewhere"]> {
	let opened: Promise<Ledger> | undefined;
	let remotePosts: Awaited<ReturnType<typeof remotePostsOf>> | undefined;
	return async (query) => {
		const [{ readElsewhere, ledgerAccount, askedContents }, { guardReader }] = await Promise.all([
			import("../../state/ledger/elsewhere.ts"),
			import("../../state/ledger/guards.ts"),
		]);
		opened ??= ledgerOf(settings);
		const ledger = await opened;
		const guards = guardReader(outsideOf(settings));
		const naming = await namingOf(settings, lineage);
		remotePosts ??= await remotePostsOf(settings);
		const contents = contentsOf(settings);
		const accounts = query.accounts.map(ledgerAccount);
		const remote = await remotePosts(naming, {
			...{ ledger, accounts },
			...defined({ contents: await askedContents(query, { ledger, contents }) }),
		});
		const isCounted = settings.statePostgres !== undefined && query.timed === true;
		if (isCounted) counts(new Set(remote.map(({ operation }) => operation)));
		const from = { ledger, guards, naming, remote, contents };
		return readElsewhere({ ...from, ...(isCounted && { counted: remote }) }, query);
	};
}

/** Reads posts of a scope; of a database those of the contents to what may be the accounts. */
type RemotePosts = (
	naming: Naming,
	asked: {
		readonly ledger: Ledger;
		readonly accounts: readonly LedgerAccount[];
		/** Absent: of all contents. */
		readonly contents?: readonly string[];
	},
) => Promise<readonly LedgerEntry[]>;

/** Reads what the workspaces of the remote or the database posted: nothing where a file is the state. */
async function remotePostsOf(settings: Settings): Promise<RemotePosts> {
	if (settings.statePostgres !== undefined) return postsInDatabaseOf(settings);
	const placed = gitOf(settings);
	if (placed === undefined) return async () => [];
	const [{ openRepository }, { postsOnRemote }] = await Promise.all([
		import("../../state/git/repository.ts"),
		import("../../state/git/posts.ts"),
	]);
	const repository = await openRepository(placed);
	return (naming) => postsOnRemote(repository, naming);
}

async function postsInDatabaseOf(settings: Settings): Promise<RemotePosts> {
	const [{ postgresPlaceOf }, { postsInDatabase }, { namesOf }] = await Promise.all([
		import("./postgres-state.ts"),
		import("../../state/postgres/upkeep.ts"),
		import("../../state/ledger/account-names.ts"),
	]);
	const place = postgresPlaceOf(settings);
	return async (naming, { ledger, accounts, ...of }) => {
		if (place === undefined) return [];
		const names = namesOf(await ledger.facts(), naming.scope, accounts);
		return postsInDatabase(place, naming, { ...names, ...of });
	};
}
