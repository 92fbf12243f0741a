import { withoutPasswords } from "../../model/secret.ts";
import type { JournalEntry } from "../../model/snapshot.ts";
import { StateFault } from "../state-fault.ts";

/** State on a remote could not be reached, read or written. */
export class GitFault extends StateFault {}

/** The remote did not answer: nothing is known of what is there now. */
export class UnreachableFault extends GitFault {}

/**
 * Somebody else changed the state since this run read it: what this run was about to send rests on what is no
 * longer so.
 */
export class StaleFault extends GitFault {}

/** What this clone keeps of the state cannot be read. */
export function unreadableFault(folder: string, cause: unknown): GitFault {
	return new GitFault(
		"What this clone keeps of the state cannot be read: " +
			`${cause instanceof Error ? cause.message : String(cause)}.`,
		{
			remedy: `Give this user the right to read ${folder}, or move away what is in its place.`,
			cause,
		},
	);
}

/** What git said no with. `words` are its last lines. */
export function gitFault(what: string, words: readonly string[], remedy: string): GitFault {
	return new GitFault(`${what}: ${gitReason(words)}.`, { remedy });
}

/** Why the remote did not let itself be read, in git's last lines. */
export function unreachableFault(remote: string, words: readonly string[], remedy: string): UnreachableFault {
	return new UnreachableFault(`The state on ${remote} cannot be read: ${gitReason(words)}.`, { remedy });
}

/** Git's last lines as one sentence. */
function gitReason(words: readonly string[]): string {
	const said = words.map((line) => line.replace(/^(fatal|error|remote):\s+/, "").replace(/[.\s]+$/, ""));
	return withoutPasswords(said.filter((line) => line !== "").join("; ")) || "git gave no reason";
}

/** The ref is gone that this clone has seen. */
export function goneFault({
	remote,
	ref,
	seen,
}: {
	readonly remote: string;
	readonly ref: string;
	readonly seen: string;
}): GitFault {
	return new GitFault(
		`The state is gone: ${remote} has no ${ref} any more, and this clone has seen it at ` +
			`${seen.slice(0, 12)}.`,
		{
			remedy: `To put back the newest version this clone knows: showrun state adopt
Should another clone have seen a newer one, do it there.`,
		},
	);
}

/** There is no state, and this machine cannot tell whether there ever was one. */
export function unbegunFault({ remote, ref }: { readonly remote: string; readonly ref: string }): GitFault {
	return new GitFault(
		`${remote} holds no state (${ref}). A runner of CI cannot tell whether there never was one, ` +
			"or somebody deleted it, so nothing is sent.",
		{
			remedy:
				"Once, from a clone of yours: showrun state adopt --empty (a state file that is there moves with " +
				"it), then run this again.",
		},
	);
}

/** The state of this workspace is absent, and the remote knows a campaign of it from elsewhere. */
export function knownElsewhereFault(
	{ remote, ref }: { readonly remote: string; readonly ref: string },
	{
		workspace,
		campaign,
		gone,
	}: { readonly workspace: string; readonly campaign: string; readonly gone: boolean },
): GitFault {
	const told = `${remote} holds no state of this workspace (${ref})`;
	if (gone)
		return new GitFault(
			`${told}, and its ledger knows posts of it (campaign ${campaign}): the ref was deleted.`,
			{
				remedy: `In a clone that has seen the state, put it back: showrun state adopt
To begin an empty one; posts in the ledger are not made again: showrun state adopt --empty`,
			},
		);
	return new GitFault(`${told}, and campaign ${campaign} is known there from ${workspace}.`, {
		remedy: `If this workspace was moved or renamed, name its state in showrun.config.yaml: state: { git: { ref: ${workspace} } }
If it is another workspace: showrun state adopt --empty`,
	});
}

/** The ledger of the remote is not the one that the state was written with. */
export function lostLedgerFault(
	{ remote, ref, ledgerRef, ledgerSeenRef }: LedgerRefs,
	{ wanted, gone }: { readonly wanted: string; readonly gone: boolean },
): GitFault {
	const now = gone ? `${remote} has no ${ledgerRef}` : `${ledgerRef} on ${remote} is a different ledger`;
	return new GitFault(`The state (${ref}) was written with the ledger of posts ${wanted}, but ${now}.`, {
		remedy: `A clone that has seen that ledger puts it back: git push ${gone ? "" : "--force "}${remote} ${ledgerSeenRef}:${ledgerRef}
If no clone has: showrun state adopt, then another one begins with what the states on ${remote} know.`,
	});
}

/** The names of a remote's refs, for people. */
interface LedgerRefs {
	readonly remote: string;
	readonly ref: string;
	readonly ledgerRef: string;
	readonly ledgerSeenRef: string;
}

/** The state on the remote is not the one that was expected. */
export function unexpectedFault(
	{ remote, ref }: { readonly remote: string; readonly ref: string },
	{ expected, head }: { readonly expected: string; readonly head: string | undefined },
): GitFault {
	const now = head === undefined ? "absent" : `at ${head.slice(0, 12)}`;
	return new GitFault(
		`The state is not the expected one: ${ref} of ${remote} is ${now}, ` +
			`which does not contain ${expected.slice(0, 12)}.`,
		{
			remedy: `Find out who replaced it. A clone that has seen ${expected.slice(0, 12)} puts it back: showrun state adopt
To accept what is there, leave out --expect-state.`,
		},
	);
}

/** The ref does not contain what this clone has seen of it. */
export function rewrittenFault({
	remote,
	ref,
	seen,
	head,
}: {
	readonly remote: string;
	readonly ref: string;
	readonly seen: string;
	readonly head: string;
}): GitFault {
	return new GitFault(
		`The state went back in time, or another one came in its place: ${ref} of ${remote} is at ${head.slice(0, 12)}, which does not follow ${seen.slice(0, 12)} that this clone has seen.`,
		{
			remedy: `Find out who replaced it. To put back what this clone has seen: git push --force-with-lease=${ref}:${head} ${remote} ${seen}:${ref}
To go on with what is there now, and with every post this clone knows: showrun state adopt`,
		},
	);
}

/** The ref does not hold a state. */
export function contentFault({
	remote,
	ref,
	head,
	why,
}: {
	readonly remote: string;
	readonly ref: string;
	readonly head: string;
	readonly why: string;
}): GitFault {
	return new GitFault(`${ref} of ${remote} does not hold a showrun state: ${why}.`, {
		remedy: `Nothing was changed. See who wrote it: git log ${head.slice(0, 12)}
Then put back the last good version: git push --force-with-lease=${ref}:${head} ${remote} GOOD:${ref}`,
	});
}

/** The claim came too late. */
export function staleFault(ref: string): StaleFault {
	return new StaleFault(
		`Another run changed the state (${ref}) since this one read it, so this one stops before it sends anything more.`,
		{
			remedy: "Run the command again: it plans with what the other run did.",
		},
	);
}

/** What a person asked for no longer fits into what others did meanwhile. */
export function droppedFault(ref: string, dropped: readonly JournalEntry[]): GitFault {
	const what = [...new Set(dropped.map(({ type }) => WORDS[type] ?? type))].join(", ");
	return new GitFault(`Somebody else changed the state (${ref}) meanwhile, so this was left out: ${what}.`, {
		remedy: "See what is there now (showrun status), and ask for it again if it is still wanted.",
	});
}

const WORDS: Readonly<Partial<Record<JournalEntry["type"], string>>> = {
	plan: "the use of a saved plan",
	moved: "a new address",
	slots: "slots of a schedule",
	imported: "an import",
	resolved: "the result of an unknown outcome",
	outcome: "an outcome",
};

/** The disk of this machine did not take an outcome, and the remote did. */
export function onlyPushedFault(
	journal: string,
	{
		operation,
		remote,
		cause,
	}: { readonly operation: string; readonly remote: string; readonly cause: unknown },
): GitFault {
	const why = cause instanceof Error ? cause.message : String(cause);
	return new GitFault(
		`What came of operation ${operation} could not be written to ${journal} (${why}). ` +
			`It is on ${remote}, so nothing is lost.`,
		{
			remedy: "Fix the problem above, then run the command again.",
			cause,
		},
	);
}

/** What came of this run is known to this clone alone. */
export function unpushedFault(journal: string, cause: unknown): GitFault {
	const why = cause instanceof Error ? cause.message.replace(/\.$/, "") : String(cause);
	return new GitFault(`What came of this run is not on the remote yet: ${why}. It is kept in ${journal}.`, {
		remedy:
			"The next run in this clone pushes it (showrun apply). " +
			"Until then everybody else sees what was sent as unknown. Do not delete this clone.",
		cause,
	});
}
