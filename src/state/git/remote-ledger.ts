import { readLine, writeLine } from "../journal-lines.ts";
import { addLines, emptyPart, type LedgerEntry, type LedgerRecord } from "../ledger/records.ts";
import { NewerFault } from "../state-fault.ts";
import { ask, call, MOST } from "./git-call.ts";
import { contentFault } from "./git-fault.ts";
import { fetchRefs, holds } from "./refs.ts";
import { contains, type Repository, remember, seenOf } from "./repository.ts";

/** The posts of every workspace on a remote, as one version of its ledger holds them. */
export interface RemoteLedger {
	/** Commit on the remote. Undefined: there is none yet, or no longer. */
	readonly head: string | undefined;
	/** What the next version follows: the head, and what this clone has seen and the head lacks. */
	readonly parents: readonly string[];
	readonly text: string;
	readonly entries: ReadonlyMap<string, LedgerEntry>;
}

/** The newest format of that ledger that this version knows. */
const FORMAT = 1;
const FILE = "posts.jsonl";

/**
 * Reads the ledger. One that was deleted or moved back is put together with what this clone has seen of it:
 * posts are only ever added, so nothing is lost and nothing has to be decided. Throws `GitFault`.
 */
export async function readRemoteLedger(
	repository: Repository,
	head: string | undefined,
): Promise<RemoteLedger> {
	const { place, ledgerRef, ledgerSeenRef } = repository;
	const noted = { place, seenRef: ledgerSeenRef };
	const seen = await seenOf(noted);
	if (head !== undefined && !(await holds(repository, head))) await fetchRefs(repository, [ledgerRef]);
	const follows =
		seen === undefined ||
		seen === head ||
		(head !== undefined && (await contains(repository, { commit: seen, head })));
	const parents = [...(head === undefined ? [] : [head]), ...(follows || !seen ? [] : [seen])];
	const lines = await Promise.all(parents.map(async (commit) => linesAt(repository, commit)));
	if (head !== undefined && follows) await remember(noted, { head, seen });
	return ledgerOf(repository, { head, parents, lines: lines.reverse().flat() });
}

/** The ledger with records added. */
export function withRecords(ledger: RemoteLedger, records: readonly LedgerRecord[]): string {
	return ledger.text + records.map(writeLine).join("");
}

/** The ledger that a text which was just pushed is. */
export function pushedLedger(repository: Repository, head: string, text: string): RemoteLedger {
	return ledgerOf(repository, { head, parents: [head], lines: linesOf(text) });
}

/** Makes the commit of a new version. */
export async function commitLedger(
	{ place }: Repository,
	{ text, parents, message }: Pick<RemoteLedger, "text" | "parents"> & { readonly message: string },
): Promise<string> {
	const blob = (await ask(place, ["hash-object", "-w", "--stdin"], text)).trim();
	const tree = (await ask(place, ["mktree"], `100644 blob ${blob}\t${FILE}\n`)).trim();
	const after = parents.flatMap((parent) => ["-p", parent]);
	return (await ask(place, ["commit-tree", tree, ...after, "-F", "-"], message)).trim();
}

async function linesAt({ place, remote, ledgerRef }: Repository, commit: string): Promise<readonly string[]> {
	const found = await call(place, { args: ["cat-file", "blob", `${commit}:${FILE}`], most: MOST });
	const not = (why: string) => contentFault({ remote, ref: ledgerRef, head: commit, why });
	if (!found.ok) throw not(found.words.join(" | ") || `it has no ${FILE}`);
	const [first = "", ...lines] = linesOf(found.out);
	const header = readLine(Buffer.from(first)) as { readonly format?: unknown } | undefined;
	if (typeof header?.format === "number" && header.format > FORMAT)
		throw new NewerFault(`${ledgerRef} of ${remote}`, header.format);
	if (header?.format !== FORMAT) throw not("its first line was damaged");
	return lines;
}

function linesOf(text: string): readonly string[] {
	return text.split("\n").filter((line) => line !== "");
}

function ledgerOf(
	{ remote, ledgerRef }: Repository,
	{ head, parents, lines }: Pick<RemoteLedger, "head" | "parents"> & { readonly lines: readonly string[] },
): RemoteLedger {
	const header = writeLine({ format: FORMAT });
	const unique = [...new Set(lines)].filter((line) => `${line}\n` !== header);
	const body = unique.map((line) => `${line}\n`).join("");
	const part = emptyPart();
	addLines(part, Buffer.from(body));
	if (part.damaged > 0) {
		const why = `${part.damaged} lines of it were damaged`;
		throw contentFault({ remote, ref: ledgerRef, head: head ?? parents[0] ?? "", why });
	}
	return { head, parents, text: header + body, entries: part.entries };
}
