import { hostname, userInfo } from "node:os";
import type { EpochMs } from "../../model/brand.ts";
import type { KnownPost } from "../ledger/ledger.ts";
import type { LedgerEntry, LedgerRecord } from "../ledger/records.ts";
import { call } from "./git-call.ts";
import { gitFault, staleFault } from "./git-fault.ts";
import { listPosts, otherStates, postsOfState } from "./posts.ts";
import { CAREFUL } from "./push.ts";
import { listRefs } from "./refs.ts";
import { commitLedger, type RemoteLedger, readRemoteLedger, withRecords } from "./remote-ledger.ts";
import { type GitWorkspace, openRepository, type Repository, remember, seenOf } from "./repository.ts";

/** How often a push is repeated that another one overtook. */
const TRIES = 10;

/**
 * Every attempt that the ledger of a remote holds, and those that only the states of other workspaces there
 * know. Changes nothing. Throws `GitFault`.
 */
export async function listRemoteLedger(placed: GitWorkspace): Promise<readonly LedgerEntry[]> {
	const { ledger, live } = await readAll(await openRepository(placed));
	return [...ledger.entries.values(), ...live];
}

/** Takes an attempt out of the ledger of a remote, on a person's word. Throws `GitFault`. */
export async function forgetOnRemote(
	placed: GitWorkspace,
	word: { readonly operation: string; readonly by: string; readonly at: EpochMs; readonly reason: string },
): Promise<void> {
	const repository = await openRepository(placed);
	for (let tries = 0; tries < TRIES; tries++) {
		const { ledger, live } = await readAll(repository);
		const post = live.find(({ operation }) => operation === word.operation);
		if (post === undefined && !ledger.entries.has(word.operation)) return;
		const known: readonly LedgerRecord[] = post ? [{ type: "adopted", ...post }] : [];
		if (await pushed(repository, ledger, [...known, { type: "forgotten", ...word }])) return;
	}
	throw staleFault(repository.ledgerRef);
}

async function readAll(
	repository: Repository,
): Promise<{ readonly ledger: RemoteLedger; readonly live: readonly KnownPost[] }> {
	const refs = await listPosts(repository);
	const ledger = await readRemoteLedger(repository, refs.get(repository.ledgerRef));
	const live = (await otherStates(repository, refs)).flatMap(postsOfState);
	return { ledger, live: live.filter(({ operation }) => !ledger.entries.has(operation)) };
}

/** Whether the remote took the records. False: another workspace changed its ledger meanwhile. */
async function pushed(
	repository: Repository,
	ledger: RemoteLedger,
	records: readonly LedgerRecord[],
): Promise<boolean> {
	const { place, remote, address, ledgerRef } = repository;
	const message = `forget: showrun ledger forget\n\nBy: ${userInfo().username}@${hostname()}\n`;
	const text = withRecords(ledger, records);
	const commit = await commitLedger(repository, { text, parents: ledger.parents, message });
	const lease = `--force-with-lease=${ledgerRef}:${ledger.head ?? ""}`;
	const { ok, words } = await call(place, {
		args: ["push", ...CAREFUL, lease, address, `${commit}:${ledgerRef}`],
	});
	// Git's words differ from server to server: what the ref holds now tells what came of it.
	const head = ok ? commit : (await listRefs(repository, [ledgerRef])).get(ledgerRef);
	if (head === commit) {
		const noted = { place, seenRef: repository.ledgerSeenRef };
		await remember(noted, { head: commit, seen: await seenOf(noted) });
		return true;
	}
	if (head !== ledger.head) return false;
	throw gitFault(
		`The ledger cannot be pushed to ${ledgerRef} of ${remote}`,
		words,
		"Get the right to push to that ref, then run the command again. Nothing was changed.",
	);
}
