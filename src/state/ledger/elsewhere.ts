import { type AccountRef, accountKey } from "../../model/account.ts";
import { defined } from "../../model/defined.ts";
import type { PostedElsewhere } from "../../model/elsewhere.ts";
import { knowledgeOf } from "./facts.ts";
import type { GuardReader } from "./guards.ts";
import type { Ledger } from "./ledger.ts";
import { compareAccounts } from "./matching.ts";
import type { Naming } from "./posts.ts";
import { type LedgerAccount, type LedgerEntry, takesMoment } from "./records.ts";

/** What a plan asks the ledger about. */
export interface ElsewhereQuery {
	/** Keys of the sources that it clips. */
	readonly sources: readonly string[];
	/** The accounts that it posts to, with their ids where they were read. */
	readonly accounts: readonly (AccountRef & { readonly id?: string })[];
	/** Ids that the service lists. Absent: the accounts were not read. */
	readonly listed?: ReadonlySet<string>;
	/** Attempts that the state knows itself. */
	readonly own: ReadonlySet<string>;
}

/**
 * Reads what other workspaces of this user posted of the same contents to the same accounts. Writes nothing.
 */
export async function readElsewhere(
	{
		ledger,
		guards,
		naming,
	}: { readonly ledger: Ledger; readonly guards: GuardReader; readonly naming: Naming },
	query: ElsewhereQuery,
): Promise<readonly PostedElsewhere[]> {
	const facts = await ledger.facts();
	const fromGuards = await guards(naming, facts.states);
	const sources = sourcesByContent(query.sources, naming);
	const about = defined({ ...knowledgeOf(facts, naming.scope), scope: naming.scope, listed: query.listed });
	const found = await Promise.all(
		query.accounts.map(async (ref) => {
			const account = ledgerAccount(ref);
			const entries: readonly LedgerEntry[] = [
				...fromGuards,
				...(await ledger.entriesOf(naming.scope, account)),
			];
			const byOperation = new Map(entries.map((entry) => [entry.operation, entry]));
			return [...byOperation.values()].flatMap((entry) => {
				if (query.own.has(entry.operation) || !(takesMoment(entry) || entry.forgotten)) return [];
				const sameness = compareAccounts(entry.account, account, about);
				if (sameness === "other") return [];
				const unclear = sameness === "probable" ? idsOf(entry, account) : undefined;
				return (sources.get(entry.content) ?? []).map((source) => posted(entry, { source, ref, unclear }));
			});
		}),
	);
	return found.flat();
}

interface Here {
	readonly source: { readonly key: string; readonly offsetMs: number };
	readonly ref: AccountRef;
	readonly unclear: { readonly before: string; readonly now: string } | undefined;
}

function posted(entry: LedgerEntry, { source, ref, unclear }: Here): PostedElsewhere {
	const { moment, operation, at, address, workspace, scheduledAt } = entry;
	return {
		source: source.key,
		moment: { from: moment.from - source.offsetMs, to: moment.to - source.offsetMs },
		account: accountKey(ref),
		...{ operation, at, address },
		...defined({ scheduledAt }),
		elsewhere: defined({ workspace, unclearAccounts: unclear, forgotten: entry.forgotten }),
	};
}

function idsOf(entry: LedgerEntry, { id }: LedgerAccount) {
	return { before: entry.account.id ?? "", now: id ?? "" };
}

/** The sources asked about, by the content that they are. */
function sourcesByContent(keys: readonly string[], { contentOf }: Naming) {
	const found = new Map<string, { readonly key: string; readonly offsetMs: number }[]>();
	for (const key of new Set(keys)) {
		const { content, offsetMs } = contentOf(key);
		found.set(content, [...(found.get(content) ?? []), { key, offsetMs }]);
	}
	return found;
}

function ledgerAccount(ref: AccountRef & { readonly id?: string }): LedgerAccount {
	const { platform, id } = ref;
	return defined({ id, platform, handle: accountKey(ref).slice(platform.length + 1) });
}
