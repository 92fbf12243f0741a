import { ulid } from "ulid";
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
	/** Its random id, which states name; another one too, where a ledger that was lost came back. */
	readonly ids: readonly string[];
	/** The head says all of it. */
	readonly complete: boolean;
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
	const versions = await Promise.all(parents.map(async (commit) => versionAt(repository, commit)));
	if (head !== undefined && follows) await remember(noted, { head, seen });
	return ledgerOf(repository, { head, parents, versions });
}

/** The ledger with records added. */
export function withRecords(ledger: RemoteLedger, records: readonly LedgerRecord[]): string {
	return ledger.text + records.map(writeLine).join("");
}

/** The ledger that a text which was just pushed is. */
export function pushedLedger(repository: Repository, head: string, text: string): RemoteLedger {
	return ledgerOf(repository, { head, parents: [head], versions: [contentOf(text) ?? NOTHING] });
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

/** What one version says. */
interface Content {
	readonly ids: readonly string[];
	readonly lines: readonly string[];
}

const NOTHING: Content = { ids: [], lines: [] };

async function versionAt({ place, remote, ledgerRef }: Repository, commit: string): Promise<Content> {
	const found = await call(place, { args: ["cat-file", "blob", `${commit}:${FILE}`], most: MOST });
	const not = (why: string) => contentFault({ remote, ref: ledgerRef, head: commit, why });
	if (!found.ok) throw not(found.words.join(" | ") || `it has no ${FILE}`);
	const format = headerOf(found.out)?.format;
	if (typeof format === "number" && format > FORMAT)
		throw new NewerFault(`${ledgerRef} of ${remote}`, format);
	const content = contentOf(found.out);
	if (content === undefined) throw not("its first line was damaged");
	return content;
}

/** Undefined: it does not begin like a ledger of this format. */
function contentOf(text: string): Content | undefined {
	const header = headerOf(text);
	if (header?.format !== FORMAT) return undefined;
	const ids = Array.isArray(header.ids) ? header.ids.filter((id) => typeof id === "string") : [];
	return { ids, lines: linesOf(text).slice(1) };
}

function headerOf(text: string): { readonly format?: unknown; readonly ids?: unknown } | undefined {
	const [first = ""] = linesOf(text);
	return readLine(Buffer.from(first));
}

function linesOf(text: string): readonly string[] {
	return text.split("\n").filter((line) => line !== "");
}

/** `versions`: the newest first. */
function ledgerOf(
	{ remote, ledgerRef }: Repository,
	{
		head,
		parents,
		versions,
	}: Pick<RemoteLedger, "head" | "parents"> & { readonly versions: readonly Content[] },
): RemoteLedger {
	const known = [...new Set(versions.flatMap((version) => version.ids))];
	const ids = known.length > 0 ? known : [ulid()];
	const lines = new Set(versions.toReversed().flatMap((version) => version.lines));
	const body = [...lines].map((line) => `${line}\n`).join("");
	const part = emptyPart();
	addLines(part, Buffer.from(body));
	if (part.damaged > 0) {
		const why = `${part.damaged} lines of it were damaged`;
		throw contentFault({ remote, ref: ledgerRef, head: head ?? parents[0] ?? "", why });
	}
	const complete = head !== undefined && parents.length === 1 && known.length > 0;
	return {
		head,
		parents,
		ids,
		complete,
		text: writeLine({ format: FORMAT, ids }) + body,
		entries: part.entries,
	};
}
