import { hostname, userInfo } from "node:os";
import type { Snapshot } from "../../model/snapshot.ts";
import { printable } from "../../system/run.ts";
import { encodeSnapshot } from "../snapshot/encode.ts";
import { ask, call } from "./git-call.ts";
import { gitFault, staleFault } from "./git-fault.ts";
import { listRefs } from "./refs.ts";
import { commitLedger } from "./remote-ledger.ts";
import { contains, newest, type Repository, remember, type StateVersion, seenOf } from "./repository.ts";

/** A version to be put on the remote. */
export interface Draft {
	readonly snapshot: Snapshot;
	/** The version it was made from. Undefined: the first. */
	readonly parent: string | undefined;
	/** The ref is gone. Absent: it must hold the parent. */
	readonly over?: "nothing";
	readonly about: VersionNote;
	/** What takes the place of a state that was moved. Absent: the state itself. */
	readonly moved?: string;
	/** The next version of the ledger: it goes along, or neither does. */
	readonly ledger?: LedgerPush;
}

/** The next version of the ledger of the remote. */
export interface LedgerPush {
	/** The commit that the ref must still hold. Undefined: the ref must be absent. */
	readonly over: string | undefined;
	readonly parents: readonly string[];
	readonly text: string;
}

/** What a version says of itself. */
export interface VersionNote {
	readonly what: "claim" | "outcomes" | "adopted" | "moved";
	readonly command: string;
	/** Id of the journal it takes entries from, and the last of them. */
	readonly run: string;
	readonly through: number;
}

/**
 * What came of a push: it is there, or something else is. `head` is the newest version then. `ledger` is the
 * commit that was pushed to the ledger with it.
 */
export type Pushed = {
	readonly ok: boolean;
	readonly head: StateVersion | undefined;
	readonly ledger?: string | undefined;
};

const NOTHING_SENT =
	"Get the right to push to that ref (in GitHub Actions: permissions: contents: write), or name another one " +
	"(state: { git: { ref: … } }), then run the command again. Nothing more was sent.";

/**
 * Puts a version on the remote if it still holds the parent. Throws `GitFault` when the remote refuses for
 * another reason, or nobody knows what came of it.
 */
export async function push(repository: Repository, draft: Draft): Promise<Pushed> {
	const text = draft.moved ?? encodeSnapshot(draft.snapshot);
	const commit = await commitOf(repository, { ...draft, text });
	const ledger =
		draft.ledger && (await commitLedger(repository, { ...draft.ledger, message: messageOf(draft.about) }));
	const there = { ok: true, head: { commit, text, snapshot: draft.snapshot }, ledger };
	const noted = { place: repository.place, seenRef: repository.ledgerSeenRef };
	const ended = await call(repository.place, { args: pushArgs(repository, draft, { commit, ledger }) });
	if (ended.ok) {
		await remember(repository, { head: commit, seen: draft.parent });
		if (ledger !== undefined) await remember(noted, { head: ledger, seen: await seenOf(noted) });
		return there;
	}
	// Git's words differ from server to server, and an answer may be lost: what the ref holds now tells what
	// came of it.
	const head = await newest(repository);
	if (head?.commit === commit) return there;
	if (head?.commit !== draft.parent)
		return { ok: head !== undefined && (await contains(repository, { commit, head: head.commit })), head };
	if (draft.ledger && (await ledgerMoved(repository, draft.ledger))) return { ok: false, head };
	const { remote, ref } = repository;
	throw gitFault(`The state cannot be pushed to ${ref} of ${remote}`, ended.words, NOTHING_SENT);
}

/** No hook, no tag and nothing else goes along with a push. */
export const CAREFUL = [
	...["--quiet", "--no-verify", "--no-follow-tags", "--no-recurse-submodules", "--no-signed"],
] as const;

function pushArgs(
	{ address, ref, ledgerRef }: Repository,
	{ over, parent, ledger: expected }: Draft,
	{ commit, ledger }: { readonly commit: string; readonly ledger: string | undefined },
): readonly string[] {
	const state = `--force-with-lease=${ref}:${over ? "" : (parent ?? "")}`;
	if (ledger === undefined) return ["push", ...CAREFUL, state, address, `${commit}:${ref}`];
	const both = ["--atomic", state, `--force-with-lease=${ledgerRef}:${expected?.over ?? ""}`];
	return ["push", ...CAREFUL, ...both, address, `${commit}:${ref}`, `${ledger}:${ledgerRef}`];
}

/** Another workspace changed the ledger meanwhile. */
async function ledgerMoved(repository: Repository, { over }: LedgerPush): Promise<boolean> {
	const { ledgerRef } = repository;
	return (await listRefs(repository, [ledgerRef])).get(ledgerRef) !== over;
}

/** Puts a version on the remote, or throws `GitFault`. */
export async function put(repository: Repository, draft: Draft): Promise<void> {
	const { ok } = await push(repository, draft);
	if (!ok) throw staleFault(repository.ref);
}

/**
 * How far the versions after `from`, up to `head`, contain the entries of a journal (0: not at all), and
 * whether nobody else made any.
 */
export async function progressOf(
	{ place }: Repository,
	{
		run,
		from,
		head,
	}: { readonly run: string; readonly from: string | undefined; readonly head: string | undefined },
): Promise<{ readonly through: number; readonly alone: boolean }> {
	if (head === undefined || head === from) return { through: 0, alone: true };
	const text = await ask(place, [
		"rev-list",
		"--format=%B%x00",
		head,
		...(from === undefined ? [] : [`^${from}`]),
	]);
	const all = text.split("\0").filter((message) => message.trim() !== "");
	const own = all.filter((message) => message.includes(`\nRun: ${run}\n`));
	return {
		through: Math.max(0, ...own.map((message) => Number(/^Through: (\d{1,15})$/m.exec(message)?.[1] ?? 0))),
		alone: own.length === all.length,
	};
}

async function commitOf(
	{ place }: Repository,
	{ text, parent, about }: Pick<Draft, "parent" | "about"> & { readonly text: string },
): Promise<string> {
	const blob = (await ask(place, ["hash-object", "-w", "--stdin"], text)).trim();
	const tree = (await ask(place, ["mktree"], `100644 blob ${blob}\tstate.json\n`)).trim();
	return (
		await ask(
			place,
			["commit-tree", tree, ...(parent === undefined ? [] : ["-p", parent]), "-F", "-"],
			messageOf(about),
		)
	).trim();
}

function messageOf({ what, command, run, through }: VersionNote): string {
	const who = printable(`${userInfo().username}@${hostname()}`, 200);
	return `${what}: ${printable(command, 200)}\n\nBy: ${who}\nRun: ${run}\nThrough: ${through}\n`;
}
