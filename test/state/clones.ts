// May share a process: its folder goes with the process.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JournalEntry } from "../../src/model/snapshot.ts";
import { gitStore } from "../../src/state/git/store.ts";
import type { StateStore } from "../../src/state/store.ts";
import { UNTIDIED, UNTIDIED_REMOTE } from "../builders/untidied.ts";
import { openNow } from "./folder.ts";

/** A remote and its clones, in a folder of their own. */
export interface Clones {
	readonly root: string;
	/** The bare repository. */
	readonly remote: string;
	/** Environment in which git knows nobody's configuration. */
	readonly env: NodeJS.ProcessEnv;
	/** A new clone, and state kept on its remote; `depth` makes it a shallow one. */
	clone(name: string, depth?: number): Clone;
	/** Runs git somewhere below the root. */
	git(folder: string, ...args: string[]): string;
}

export interface Clone {
	readonly folder: string;
	readonly env: NodeJS.ProcessEnv;
	readonly store: StateStore;
}

export const REF = "refs/showrun/root";

/** An own environment, whatever the machine's and the user's git is told. */
function gitEnv(home: string): NodeJS.ProcessEnv {
	return { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: "1", ...UNTIDIED };
}

/** A bare repository with two commits, made once for this test file. */
const SEEDED = mkdtempSync(join(tmpdir(), "showrun-seeded-"));
process.on("exit", () => rmSync(SEEDED, { recursive: true, force: true }));
let seeded = false;

function seededRemote(): string {
	const remote = join(SEEDED, "remote.git");
	const git = (...args: string[]) =>
		execFileSync("git", args, { cwd: SEEDED, env: gitEnv(SEEDED), stdio: "ignore" });
	if (seeded) return remote;
	seeded = true;
	git("init", "-q", "--bare", "-b", "main", "remote.git");
	git("-C", "remote.git", ...UNTIDIED_REMOTE);
	git("clone", "-q", "remote.git", "seed");
	git("-C", "seed", "checkout", "-q", "-b", "main");
	for (const name of ["one", "two"])
		git(
			"-C",
			"seed",
			"-c",
			"user.name=a",
			"-c",
			"user.email=a@example.com",
			"commit",
			"-q",
			"--allow-empty",
			"-m",
			name,
		);
	git("-C", "seed", "push", "-q", "origin", "main");
	return remote;
}

export async function withClones<Result>(work: (clones: Clones) => Promise<Result>): Promise<Result> {
	const root = await mkdtemp(join(tmpdir(), "showrun-clones-"));
	const env = gitEnv(root);
	const git = (folder: string, ...args: string[]) =>
		execFileSync("git", args, {
			cwd: join(root, folder),
			encoding: "utf8",
			env,
			stdio: ["ignore", "pipe", "pipe"],
		}).trim();
	await cp(seededRemote(), join(root, "remote.git"), { recursive: true });
	const remote = join(root, "remote.git");
	const clone = (name: string, depth?: number): Clone => {
		git(".", "clone", "-q", ...(depth === undefined ? [] : [`--depth=${depth}`]), `file://${remote}`, name);
		const folder = join(root, name);
		return { folder, env, store: gitStore({ folder, remote: "origin", env }) };
	};
	try {
		return await work({ root, remote, env, clone, git });
	} finally {
		await rm(root, { recursive: true, force: true });
	}
}

/**
 * A run of a clone that is killed: its lock is left behind by a process that is gone, and nothing of it is
 * pushed any more, however long the test goes on.
 */
export async function killedAfter({ folder, env }: Clone, entries: readonly JournalEntry[]): Promise<void> {
	const own = { ...env };
	const writer = await openNow(gitStore({ folder, remote: "origin", env: own }));
	for (const entry of entries) await writer.append(entry);
	// No git is found there: what the writer would still push soon stays where it is.
	own.PATH = "/nonexistent";
	await rm(join(folder, ".git/showrun/origin/showrun/root/state.json.lock"));
}
