import { defined } from "../../model/defined.ts";
import type { Operation, Snapshot } from "../../model/snapshot.ts";
import type { JournalLine } from "../journal-lines.ts";
import type { KnownPost } from "../ledger/ledger.ts";
import { draftLedger, type LedgerDraft } from "./ledger-draft.ts";
import { type GitPosts, listPosts, otherStates, postsOfState } from "./posts.ts";
import type { LedgerPush } from "./push.ts";
import { pushedLedger, type RemoteLedger, readRemoteLedger, withRecords } from "./remote-ledger.ts";
import type { Repository } from "./repository.ts";

/** What goes to the ledger with a version of the state. */
export interface LedgerStep extends Pick<LedgerDraft, "refused"> {
	/** Undefined: it says all of it already. */
	readonly push: LedgerPush | undefined;
	/** Id of the ledger, which the state names from then on. */
	readonly id: string | undefined;
}

/** The ledger of the remote, as a run adds to it. */
export interface LedgerClaims {
	/** What goes along with a state. A claim reads every ref of the remote first. Throws `GitFault`. */
	draft(
		snapshot: Snapshot,
		about: { readonly begun: readonly Operation[]; readonly purpose: "claim" | "outcomes" | "end" },
	): Promise<LedgerStep>;
	/** Takes note of what became of it: the commit that is on the remote now. Undefined: another one is. */
	pushed(commit: string | undefined, push: LedgerPush | undefined): void;
}

/** Begins a run's side of the ledger. `lines` grows. */
export function ledgerClaims(
	{ repository, lines }: { readonly repository: Repository; readonly lines: readonly JournalLine[] },
	posts: GitPosts,
): LedgerClaims {
	let known: RemoteLedger | undefined;
	let others: readonly KnownPost[] = [];
	return {
		async draft(snapshot, { begun, purpose }) {
			if (known === undefined || purpose === "claim" || begun.length > 0) {
				const refs = await listPosts(repository);
				const head = refs.get(repository.ledgerRef);
				if (known === undefined || known.head !== head) known = await readRemoteLedger(repository, head);
				others = (await otherStates(repository, refs)).flatMap(postsOfState);
			}
			const own = { ref: repository.ref, snapshot };
			const { entries } = known;
			const compared = await comparing(posts, snapshot.lineage);
			const ended = purpose === "end";
			const { records, refused } = draftLedger({ entries, others, own, begun, lines, ended, ...compared });
			const { parents, head: over, ids, complete } = known;
			const same = records.length === 0 && complete;
			const step = { refused, id: boundTo(snapshot, ids) };
			return { ...step, push: same ? undefined : { over, parents, text: withRecords(known, records) } };
		},
		pushed(commit, push) {
			if (push === undefined) return;
			known = commit === undefined ? undefined : pushedLedger(repository, commit, push.text);
		},
	};
}

/** A state keeps the id that it names, as long as the ledger still has it. */
function boundTo({ ledgerId }: Snapshot, ids: readonly string[]): string | undefined {
	return ids.find((id) => id === ledgerId) ?? ids[0];
}

async function comparing(posts: GitPosts, lineage: string) {
	const naming = await posts.naming(lineage);
	const accounts = defined({ ...(await posts.knowledge(naming.scope)), listed: posts.listed() });
	return { naming, accounts };
}
