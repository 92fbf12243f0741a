import { resolve } from "node:path";
import type { Snapshot } from "../../model/snapshot.ts";
import { sha256 } from "../../system/files.ts";
import type { GitEnvironment, GitPlace } from "../../system/git.ts";
import { decodeSnapshot } from "../snapshot/codec.ts";
import { MovedFault, NewerFault, StateFault } from "../state-fault.ts";
import { call, MOST, NEVER } from "./git-call.ts";
import { contentFault, GitFault, gitFault, goneFault, rewrittenFault, unexpectedFault } from "./git-fault.ts";
import { fetchRefs, listRefs } from "./refs.ts";

/** The workspace whose state is kept on a remote of its repository. */
export interface GitWorkspace {
	readonly folder: string;
	/** Name of the remote, never an address. */
	readonly remote: string;
	/**
	 * Full name of the ref, or its name below `refs/showrun/`. Absent: named for the workspace's folder in the
	 * repository.
	 */
	readonly ref?: string;
	/** Commit that the state has to be, or to contain. Absent: what this clone has seen is enough. */
	readonly expected?: string;
	readonly env: GitEnvironment;
}

/** Where state is kept: the ref of the remote, and what this clone keeps of it. */
export interface Repository {
	readonly place: GitPlace;
	/** Name of the remote, for people. */
	readonly remote: string;
	/** What git is told to read from and to push to. */
	readonly address: string;
	readonly ref: string;
	/** The newest version this clone has seen, as a ref of its own. */
	readonly seenRef: string;
	/** The ref of the posts of all workspaces on that remote, and the newest version this clone has seen. */
	readonly ledgerRef: string;
	readonly ledgerSeenRef: string;
	readonly expected?: string | undefined;
	/** Folder for lock and journal, inside of `.git`: never committed, never cleaned away. */
	readonly folder: string;
}

/** One version of the state. */
export interface StateVersion {
	readonly commit: string;
	readonly text: string;
	readonly snapshot: Snapshot;
}

const ASKED_MS = 20_000;
const NO_REPOSITORY =
	"Run showrun in a clone that has a remote (in CI: after actions/checkout), or keep the state in a file: " +
	"delete `state` from showrun.config.yaml.";
const NO_REMOTE =
	"Add it: git remote add NAME ADDRESS. Or name one that is there in showrun.config.yaml: " +
	"state: { git: { remote: NAME } }";

/** Finds the repository. Throws `GitFault` outside of one, and where it has no such remote. */
export async function openRepository({
	folder,
	remote,
	ref,
	env,
	expected,
}: GitWorkspace): Promise<Repository> {
	const place = { folder, env };
	const found = await call(place, {
		args: ["rev-parse", "--git-common-dir", "--show-prefix"],
		limitMs: ASKED_MS,
	});
	const [dir, prefix = ""] = found.out.split("\n");
	if (!found.ok || !dir)
		throw gitFault(
			`State is to be kept with git, and git finds no repository at ${folder}`,
			found.words,
			NO_REPOSITORY,
		);
	const name = ref?.startsWith("refs/") ? ref : `refs/showrun/${ref ?? nameOf(prefix)}`;
	const short = name.replace(/^refs\//, "");
	return {
		place,
		remote,
		address: await addressOf(place, remote),
		ref: name,
		seenRef: `refs/showrun-seen/${remote}/${short}`,
		...ledgerRefsOf(remote, name),
		expected,
		folder: resolve(folder, dir, "showrun", remote, short),
	};
}

/** Where a server takes branches alone, the ledger is one too. */
function ledgerRefsOf(remote: string, ref: string): Pick<Repository, "ledgerRef" | "ledgerSeenRef"> {
	const short = ref.startsWith("refs/heads/") ? "heads/showrun-ledger" : "showrun/ledger";
	return { ledgerRef: `refs/${short}`, ledgerSeenRef: `refs/showrun-seen/${remote}/${short}` };
}

/** What can be read from and pushed to alike: a claim must be pushed to where it is looked for. */
async function addressOf(place: GitPlace, remote: string): Promise<string> {
	const listed = await call(place, { args: ["remote", "-v"], limitMs: ASKED_MS });
	const lines = listed.out.split("\n").filter((line) => line.startsWith(`${remote}\t`));
	const named = (use: "fetch" | "push") =>
		lines.flatMap((line) => new RegExp(`\t(.+) \\(${use}\\)`).exec(line)?.[1] ?? []);
	const [from, [to, ...others]] = [named("fetch")[0], named("push")];
	if (from === undefined || to === undefined)
		throw new GitFault(
			`The state is to be kept on the remote ${remote}, and this repository has none of that name.`,
			{ remedy: NO_REMOTE },
		);
	if (others.length === 0) return from === to ? remote : to;
	throw new GitFault(
		`The remote ${remote} has ${others.length + 1} push addresses; the state needs a remote with one.`,
		{
			remedy: "Name another remote in showrun.config.yaml: state: { git: { remote: NAME } }",
		},
	);
}

/**
 * The newest version on the remote. Undefined: there never was one. Throws `GitFault` when it cannot be
 * reached or read, or does not contain what this clone has seen.
 */
export async function newest(
	repository: Repository,
	signal: AbortSignal = NEVER,
): Promise<StateVersion | undefined> {
	const { head, fault } = await look(repository, signal);
	if (fault) throw fault;
	return head;
}

/** What is on the remote, what this clone has seen there, and why it must not be gone on with. */
export interface Look {
	readonly head: StateVersion | undefined;
	/** Commit of the newest version this clone has seen. Undefined: none. */
	readonly seen: string | undefined;
	readonly fault: GitFault | undefined;
}

/** Looks at the remote. Throws `GitFault` when it cannot be reached, or holds something else than a state. */
export async function look(repository: Repository, signal: AbortSignal = NEVER): Promise<Look> {
	const { remote, ref } = repository;
	// Before the remote is asked: what another process sees meanwhile may be newer than the answer.
	const seen = await seenOf(repository);
	const commit = (await listRefs(repository, [ref], signal)).get(ref);
	if (commit === undefined) {
		const gone = seen === undefined ? undefined : goneFault({ remote, ref, seen });
		return { head: undefined, seen, fault: gone ?? (await unexpected(repository, undefined)) };
	}
	if (commit !== seen) await fetchRefs(repository, [ref], signal);
	const head = await versionAt(repository, commit);
	const follows = seen === undefined || commit === seen || (await isAfter(repository, { seen, head }));
	const rewritten = follows ? undefined : rewrittenFault({ remote, ref, seen, head: commit });
	const fault = rewritten ?? (await unexpected(repository, commit));
	if (fault === undefined) await remember(repository, { head: commit, seen });
	return { head, seen, fault };
}

/** What a person or a job of CI kept of a former run tells more than a clone that has seen nothing. */
async function unexpected(repository: Repository, head: string | undefined): Promise<GitFault | undefined> {
	const { expected } = repository;
	if (expected === undefined || head === expected) return undefined;
	if (head !== undefined && (await contains(repository, { commit: expected, head }))) return undefined;
	return unexpectedFault(repository, { expected, head });
}

/** One version by its commit, from this clone alone. Throws `GitFault` for what is not one. */
export async function versionAt({ place, remote, ref }: Repository, commit: string): Promise<StateVersion> {
	const not = (why: string) => contentFault({ remote, ref, head: commit, why });
	const found = await call(place, { args: ["cat-file", "blob", `${commit}:state.json`], most: MOST });
	if (!found.ok) throw not(found.words.join(" | ") || "it has no state.json");
	const text = found.out;
	try {
		return { commit, text, snapshot: decodeSnapshot(text, `state.json of ${commit.slice(0, 12)}`) };
	} catch (error) {
		throw error instanceof StateFault && !(error instanceof NewerFault || error instanceof MovedFault)
			? not(error.message.replace(/\.$/, ""))
			: error;
	}
}

/** Whether one commit is contained in another. */
export async function contains(
	{ place }: Repository,
	{ commit, head }: { readonly commit: string; readonly head: string },
): Promise<boolean> {
	return (await call(place, { args: ["merge-base", "--is-ancestor", commit, head] })).ok;
}

/**
 * Lets git pack the versions that were written one by one, when they have become many. It does so beside us,
 * and a failure costs room only.
 */
export async function tidyUp({ place }: Repository): Promise<void> {
	await call(place, { args: ["gc", "--auto", "--quiet"] }).catch((error: unknown) => {
		if (!(error instanceof GitFault)) throw error;
	});
}

/** Notes the newest version this clone has seen, unless another process noted one meanwhile. */
export async function remember(
	{ place, seenRef }: Pick<Repository, "place" | "seenRef">,
	{ head, seen }: { readonly head: string; readonly seen: string | undefined },
): Promise<void> {
	if (head === seen) return;
	const old = seen ?? "0".repeat(head.length);
	await call(place, { args: ["update-ref", "--no-deref", seenRef, head, old] });
}

/** The newest version this clone has seen. */
export async function seenOf({
	place,
	seenRef,
}: Pick<Repository, "place" | "seenRef">): Promise<string | undefined> {
	const { ok, out } = await call(place, {
		args: ["rev-parse", "--verify", "--quiet", `${seenRef}^{commit}`],
	});
	return ok ? out.trim() : undefined;
}

/** A commit that puts an older state on top of a newer one is no better than a ref that was moved back. */
async function isAfter(
	repository: Repository,
	{ seen, head }: { readonly seen: string; readonly head: StateVersion },
): Promise<boolean> {
	if (!(await contains(repository, { commit: seen, head: head.commit }))) return false;
	const before = (await versionAt(repository, seen)).snapshot;
	return before.lineage === head.snapshot.lineage && before.serial <= head.snapshot.serial;
}

/** Several workspaces of one repository each have a state of their own. */
function nameOf(prefix: string): string {
	const path = prefix.replace(/\/$/, "");
	if (path === "") return "root";
	const words = path.replace(/[^A-Za-z0-9]+/g, "-").slice(0, 40);
	return `in-${words}-${sha256(path).slice(0, 12)}`;
}
