import { execFileSync } from "node:child_process";
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { postsOnRemote } from "../../src/state/git/posts.ts";
import { openRepository } from "../../src/state/git/repository.ts";
import { type GitPlaced, gitStore } from "../../src/state/git/store.ts";
import { adoptGit } from "../../src/state/git/upkeep.ts";
import { UNTIDIED, UNTIDIED_REMOTE } from "../builders/untidied.ts";
import {
	copyOf,
	type Ground,
	type Home,
	homesIn,
	type Place,
	type Process,
	removed,
	removeLocks,
	roomFor,
	type Way,
} from "./ground.ts";
import { knownIn } from "./known-posts.ts";

const LEDGER = "refs/showrun/ledger";

/** State on a remote. The first home is a person's machine, every other one a fresh runner of CI. */
export async function onRemote(): Promise<Ground> {
	const room = await roomFor();
	const env = { PATH: process.env.PATH, HOME: room, GIT_CONFIG_NOSYSTEM: "1", ...UNTIDIED };
	const git: Git = (folder, ...args) =>
		execFileSync("git", args, { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
	beginRemote(room, git);
	const folders = new Map<string, string>();
	let count = 0;
	return {
		isShared: true,
		isAlone: false,
		hasOldPrograms: false,
		home: homesIn(room),
		async begin(home, from) {
			const name = `w${++count}`;
			const before = from && { way: from.way, folder: folders.get(from.place.name) ?? "" };
			const folder = await folderFor(home, { name, before, git });
			folders.set(name, folder);
			return placeAt(home, { name, folder, env });
		},
		async lose({ home, name }) {
			const folder = folders.get(name) ?? "";
			// A clone is made anew; a folder of one holds no state.
			if (folder !== join(home.folder, name)) return;
			await removed(folder);
			git(home.folder, "clone", "-q", "../remote.git", folder);
		},
		save: ({ folder }) => copyOf(folder, room),
		saveRemote: async (what) => savedRefs(room, { git, what }),
		remove: () => removed(room),
	};
}

type Git = (folder: string, ...args: string[]) => string;

/** A bare repository with one commit. */
function beginRemote(room: string, git: Git): void {
	git(room, "init", "-q", "--bare", "-b", "main", "remote.git");
	const remote = join(room, "remote.git");
	git(remote, ...UNTIDIED_REMOTE);
	const tree = git(remote, "mktree").trim();
	const names = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
	const commit = git(remote, ...names, "commit-tree", "-m", "Campaigns", tree).trim();
	git(remote, "update-ref", "refs/heads/main", commit);
}

/** Remembers the refs; the returned function sets them back, that of the ledger only with everything. */
function savedRefs(
	room: string,
	{ git, what }: { readonly git: Git; readonly what: "state" | "everything" },
): () => Promise<void> {
	const refs = refsIn(room, git);
	return async () => {
		for (const ref of new Set([...refs.keys(), ...refsIn(room, git).keys()])) {
			if (what === "state" && ref === LEDGER) continue;
			const commit = refs.get(ref);
			git(join(room, "remote.git"), "update-ref", ...(commit ? [ref, commit] : ["-d", ref]));
		}
	};
}

function refsIn(room: string, git: Git): ReadonlyMap<string, string> {
	const lines = git(
		join(room, "remote.git"),
		"for-each-ref",
		"--format=%(refname) %(objectname)",
		"refs/showrun",
	);
	return new Map(
		lines
			.split("\n")
			.filter((line) => line !== "")
			.map((line) => line.split(" ") as [string, string]),
	);
}

interface From {
	readonly name: string;
	readonly before: { readonly way: Way; readonly folder: string } | undefined;
	readonly git: Git;
}

async function folderFor({ folder: home }: Home, { name, before, git }: From): Promise<string> {
	const folder = join(home, name);
	const isHere = before?.folder.startsWith(`${home}/`) === true;
	if (before !== undefined && isHere && before.way === "copy") {
		await cp(before.folder, folder, { recursive: true });
		// A copy of a folder in a clone is no clone.
		await rm(join(folder, ".git"), { recursive: true, force: true });
		git(home, "clone", "-q", "--no-checkout", "../remote.git", `${name}.git`);
		await cp(join(home, `${name}.git`, ".git"), join(folder, ".git"), { recursive: true });
		return folder;
	}
	if (before !== undefined && isHere && before.way === "subfolder") {
		const deeper = join(before.folder, name);
		await mkdir(deeper);
		return deeper;
	}
	if (before !== undefined && isHere && before.way === "worktree")
		git(before.folder, "worktree", "add", "-q", "--detach", folder);
	else git(home, "clone", "-q", "../remote.git", folder);
	return folder;
}

interface At {
	readonly name: string;
	readonly folder: string;
	readonly env: NodeJS.ProcessEnv;
}

function placeAt(home: Home, { name, folder, env }: At): Place {
	const forgetful = home.name !== "home-1";
	const placedFor = (process: Process | undefined): GitPlaced => ({
		...{ folder, remote: "origin", env, campaigns: async () => ["k"] },
		...(forgetful && { forgetful }),
		...(process && { posts: { listed: process.listed, ...knownIn(home, name) } }),
	});
	return {
		...{ name, home, guards: async () => [] },
		open: (process) => gitStore(placedFor(process)),
		remote: async (naming) => postsOnRemote(await openRepository(placedFor(undefined)), naming),
		abandon: () => removeLocks(home.folder),
		adopt() {
			const signal = new AbortController().signal;
			const options = { command: "adopt", waitMs: 0, signal };
			return adoptGit(placedFor(undefined), options, async ({ kind }) => kind !== "nothing");
		},
	};
}
