import { readFile, realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { StopFault } from "../model/fault.ts";
import { type GitCall, type GitEnded, type GitPlace, git } from "./git.ts";
import { isInside } from "./paths.ts";
import { inTemporaryFolder } from "./temporary.ts";

/** What is to be committed. */
export interface CommitRequest {
	/** As they are on the disk; nothing else that is staged or changed is committed. */
	readonly files: readonly string[];
	readonly message: string;
	/** Absent: who git says the user is. */
	readonly author?: string;
	/** It is made where it is missing. Absent: the one that is checked out, which stays so in any case. */
	readonly branch?: string;
	readonly signal: AbortSignal;
}

/** A file of a checkout. */
interface Changed {
	readonly file: string;
	/** From the top of the checkout, as git names it. */
	readonly path: string;
	readonly isNew: boolean;
}

/** Of some files, those that git has not got as they are. None where they are in no checkout. */
export async function uncommitted(
	place: GitPlace,
	files: readonly string[],
	signal: AbortSignal,
): Promise<readonly string[]> {
	return (await changedOf(place, files, signal)).map(({ file }) => file);
}

async function changedOf(
	place: GitPlace,
	files: readonly string[],
	signal: AbortSignal,
): Promise<readonly Changed[]> {
	const top = await topOf(place, signal);
	if (top === undefined) return [];
	const known = new Map<string, string>();
	for (const file of files) {
		const real = await realpath(file).catch(() => "");
		if (isInside(top, real)) known.set(relative(top, real).split(sep).join("/"), file);
	}
	if (known.size === 0) return [];
	const args = [
		"--no-optional-locks",
		"--literal-pathspecs",
		"status",
		"--porcelain=v1",
		"-z",
		"--no-renames",
	];
	const call = { args: [...args, "--untracked-files=all", "--", ...known.keys()], signal };
	const { ok, out } = await git({ ...place, folder: top }, call);
	return (ok ? out.split("\0") : []).flatMap((line): Changed[] => {
		const path = line.slice(3);
		const file = known.get(path);
		return file === undefined ? [] : [{ file, path, isNew: line.startsWith("??") }];
	});
}

async function topOf(place: GitPlace, signal: AbortSignal): Promise<string | undefined> {
	const { ok, out } = await git(place, { args: ["rev-parse", "--show-toplevel"], signal });
	return ok ? await realpath(out.trimEnd()) : undefined;
}

/**
 * Commits files as a person would; the user's hooks run. Gives what git said, and on success the short name
 * of the commit. Throws `StopFault` for a branch that cannot be one.
 */
export async function commitFiles(place: GitPlace, request: CommitRequest): Promise<GitEnded> {
	const { files, branch, signal } = request;
	const changed = await changedOf(place, files, signal);
	const top = { ...place, folder: (await topOf(place, signal)) ?? place.folder };
	if (changed.length === 0) return { ok: false, out: "", words: ["There is nothing to commit."] };
	if (branch === undefined || branch === (await gitAnswer(top, ["symbolic-ref", "--short", "HEAD"], signal)))
		return commitHere(top, changed, request);
	const name = await gitAnswer(top, ["check-ref-format", "--branch", branch], signal);
	if (name !== branch) throw new StopFault(`\`${branch}\` cannot be the name of a branch.`);
	return inTemporaryFolder("commit", (folder) =>
		commitApart(top, changed, { ...request, branch, tree: join(folder, "tree") }),
	);
}

async function commit(
	place: GitPlace,
	{ message, author, signal }: CommitRequest,
	{ options = [], paths = [] }: { readonly options?: readonly string[]; readonly paths?: readonly string[] },
): Promise<GitEnded> {
	const only = paths.length === 0 ? [] : ["--only", "--", ...paths];
	const args = ["--literal-pathspecs", ...options, "commit", "--quiet", `--message=${message}`, ...only];
	const forUser = author === undefined ? {} : { author };
	const { ok, out, words } = await git(place, { args, signal, forUser });
	if (!ok) return { ok, out, words: [...out.trimEnd().split("\n"), ...words].filter((line) => line !== "") };
	return { ok, out: await gitAnswer(place, ["rev-parse", "--short", "HEAD"], signal), words };
}

async function commitHere(
	place: GitPlace,
	changed: readonly Changed[],
	request: CommitRequest,
): Promise<GitEnded> {
	const { signal } = request;
	const added = changed.filter(({ isNew }) => isNew).map(({ path }) => path);
	const staged = (args: readonly string[]) =>
		git(place, { args: ["--literal-pathspecs", ...args, "--", ...added], signal });
	// A commit takes only files that git knows; what they say is read from the disk.
	if (added.length > 0) await staged(["add", "--intent-to-add"]);
	const ended = await commit(place, request, { paths: changed.map(({ path }) => path) });
	if (!ended.ok && added.length > 0) await staged(["rm", "--cached", "--quiet"]);
	return ended;
}

interface Apart extends CommitRequest {
	readonly branch: string;
	/** A folder that is not there yet. */
	readonly tree: string;
}

/** In a checkout of its own: what the user has checked out stays as it is. */
async function commitApart(place: GitPlace, changed: readonly Changed[], request: Apart): Promise<GitEnded> {
	const { branch, tree, signal } = request;
	const call = (args: readonly string[], more: Partial<GitCall> = {}) =>
		git(place, { args, signal, ...more });
	const ref = `refs/heads/${branch}`;
	const isThere = (await call(["show-ref", "--verify", "--quiet", ref])).ok;
	const from = await gitAnswer(place, ["rev-parse", "HEAD"], signal);
	const begin = isThere ? [tree, branch] : ["-b", branch, tree, "HEAD"];
	const opened = await call(["worktree", "add", "--quiet", ...begin]);
	if (!opened.ok) return opened;
	try {
		const there = { ...place, folder: tree };
		for (const { file, path } of changed)
			await put(there, { path, text: await readFile(file, "utf8") }, signal);
		const hooks = await hooksOf(place, signal);
		const ended = await commit(there, request, { options: ["-c", `core.hooksPath=${hooks}`] });
		if (!ended.ok && !isThere) await call(["update-ref", "-d", ref, from]);
		return ended;
	} finally {
		await call(["worktree", "remove", "--force", tree]);
	}
}

/** Where the user's hooks are, also where that is said relative to what is checked out. */
async function hooksOf(place: GitPlace, signal: AbortSignal): Promise<string> {
	const args = ["rev-parse", "--path-format=absolute", "--git-path", "hooks"];
	return (await git(place, { args, signal, forUser: {} })).out.trimEnd();
}

/** Git itself writes the file, and through no link. */
async function put(
	place: GitPlace,
	{ path, text }: { readonly path: string; readonly text: string },
	signal: AbortSignal,
): Promise<void> {
	const hash = ["hash-object", "-w", "--stdin", `--path=${path}`];
	const { out } = await git(place, { args: hash, input: text, signal });
	await git(place, {
		args: ["update-index", "--add", "--cacheinfo", `100644,${out.trim()},${path}`],
		signal,
	});
	await git(place, { args: ["checkout-index", "--force", "--", path], signal });
}

async function gitAnswer(place: GitPlace, args: readonly string[], signal: AbortSignal): Promise<string> {
	return (await git(place, { args, signal })).out.trimEnd();
}
