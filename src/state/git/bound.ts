import type { Snapshot } from "../../model/snapshot.ts";
import { type GitFault, lostLedgerFault } from "./git-fault.ts";
import { listRefs } from "./refs.ts";
import { readRemoteLedger } from "./remote-ledger.ts";
import { newest, type Repository, type StateVersion } from "./repository.ts";

/**
 * The newest version of a state, whose ledger is on the remote as well, or known to this clone. Undefined:
 * there never was one. Throws `GitFault`.
 */
export async function newestBound(
	repository: Repository,
	signal: AbortSignal,
): Promise<StateVersion | undefined> {
	const head = await newest(repository, signal);
	const fault = head && (await lostLedger(repository, head.snapshot, signal));
	if (fault) throw fault;
	return head;
}

/** Why a state must not be gone on with: the ledger that it names is lost. Undefined: it is there. */
export async function lostLedger(
	repository: Repository,
	{ ledgerId }: Snapshot,
	signal: AbortSignal,
): Promise<GitFault | undefined> {
	if (ledgerId === undefined) return undefined;
	const commit = (await listRefs(repository, [repository.ledgerRef], signal)).get(repository.ledgerRef);
	const { ids } = await readRemoteLedger(repository, commit);
	if (ids.includes(ledgerId)) return undefined;
	return lostLedgerFault(repository, { wanted: ledgerId, gone: commit === undefined });
}

/** A state that names no ledger: what a file was written with is the ledger of one user. */
export function unbound({ ledgerId: _, ...snapshot }: Snapshot): Snapshot {
	return snapshot;
}
