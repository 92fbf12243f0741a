import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { showrun, start } from "./program.ts";
import { git, repository } from "./remotes.ts";
import { deliveredIn, renderedWorkspace, SETTINGS, video } from "./workspace.ts";

const TALK = video("talk", { seconds: 4 });
const APPLY = ["apply", "--auto-approve"];

/** A workspace whose state is on a ref of a remote. */
function workspaceOnGit(): { readonly cwd: string; readonly remote: string } {
	const settings = `state: git\n${SETTINGS}`;
	const cwd = renderedWorkspace(TALK, {
		"showrun.config.yaml": settings,
		".gitignore": ".showrun\noutbox\n",
	});
	const remote = repository({ "README.md": "clips\n" });
	git(cwd, "init", "-q", "-b", "main");
	git(cwd, "remote", "add", "origin", remote);
	return { cwd, remote };
}

/** Locks that git leaves when it is killed. */
function gitLocks(...folders: readonly string[]): readonly string[] {
	return folders.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".lock")),
	);
}

const stopped = suite("a run that is stopped while git works");

stopped(
	"leaves no lock of git, and the next one goes on, also while git is used on the work tree",
	async () => {
		const { cwd, remote } = workspaceOnGit();
		const own = join(cwd, ".git");
		for (const ms of [300, 700, 1_100, 1_500, 1_900]) {
			const running = start(APPLY, { cwd });
			await Promise.race([running.ended, new Promise((settle) => setTimeout(settle, ms))]);
			running.kill("SIGTERM");
			await running.ended;
			assert.equal(gitLocks(own, remote), [], `after ${ms} ms`);
		}
		writeFileSync(join(own, "index.lock"), "");
		const { code, out, err } = await showrun(APPLY, { cwd });
		assert.is(code, 0, out + err);
		assert.is(deliveredIn(cwd).length, 3);
	},
);

stopped.run();
