import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { StopFault } from "../../src/model/fault.ts";
import { commitFiles, uncommitted } from "../../src/system/git-commit.ts";

const commits = suite("commits for a person");

const { signal } = new AbortController();
const NAMES = {
	...{ GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
	...{ GIT_COMMITTER_NAME: "Owner", GIT_COMMITTER_EMAIL: "owner@example.com" },
	...{ GIT_AUTHOR_NAME: "Owner", GIT_AUTHOR_EMAIL: "owner@example.com" },
};
const env = { ...process.env, ...NAMES };

interface Checkout {
	readonly folder: string;
	readonly said: (...args: string[]) => string;
	readonly commit: (
		files: readonly string[],
		more?: { readonly author?: string; readonly branch?: string },
	) => ReturnType<typeof commitFiles>;
	readonly write: (name: string, text: string) => Promise<void>;
}

/** A checkout with two files that are committed, one that is staged, and one that is only changed. */
async function withCheckout(body: (checkout: Checkout) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-commit-"));
	const said = (...args: string[]) =>
		execFileSync("git", args, { cwd: folder, env, encoding: "utf8" }).trim();
	const write = (name: string, text: string) => writeFile(join(folder, name), text);
	try {
		said("init", "--quiet", "--initial-branch=main");
		for (const name of ["a.clips.yaml", "staged", "changed"]) await write(name, "before\n");
		said("add", ".");
		said("commit", "--quiet", "--message=first");
		await write("staged", "now\n");
		said("add", "staged");
		await write("changed", "now\n");
		await body({
			...{ folder, said, write },
			commit: (files, more = {}) => {
				const paths = files.map((name) => join(folder, name));
				return commitFiles({ folder, env }, { files: paths, message: "Review clips", signal, ...more });
			},
		});
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const OTHERS = "M changed\nM  staged";
const lastOf = (said: Checkout["said"], ref = "HEAD") =>
	said("show", "--format=%an, %cn: %s", "--name-only", ref).split("\n").filter(Boolean);

commits("only what was asked for is committed, old files and new ones, by the name of the reviewer", () =>
	withCheckout(async ({ said, commit, write }) => {
		await write("a.clips.yaml", "approved\n");
		await write("new.clips.yaml", "approved\n");
		const { ok, out } = await commit(["a.clips.yaml", "new.clips.yaml", "none.clips.yaml"], {
			author: "Ada",
		});
		assert.equal([ok, out], [true, said("rev-parse", "--short", "HEAD")]);
		assert.equal(lastOf(said), ["Ada, Owner: Review clips", "a.clips.yaml", "new.clips.yaml"]);
		assert.is(said("status", "--porcelain"), OTHERS);
		assert.equal(await commit(["a.clips.yaml"]), {
			...{ ok: false, out: "", words: ["There is nothing to commit."] },
		});
	}),
);

commits("a hook that refuses is shown, and leaves everything as it was", () =>
	withCheckout(async ({ folder, said, commit, write }) => {
		await hook(folder, "echo 'No commits on Fridays' >&2; exit 1");
		await write("new.clips.yaml", "approved\n");
		const here = await commit(["new.clips.yaml"]);
		assert.equal([here.ok, here.words], [false, ["No commits on Fridays"]]);
		const apart = await commit(["new.clips.yaml"], { branch: "review" });
		assert.equal([apart.ok, apart.words], [false, ["No commits on Fridays"]]);
		assert.is(said("status", "--porcelain"), `${OTHERS}\n?? hooks/\n?? new.clips.yaml`);
		assert.is(said("branch", "--list", "review"), "");
		assert.is(said("worktree", "list").split("\n").length, 1);
	}),
);

commits("another branch gets the files, and what is checked out stays as it is", () =>
	withCheckout(async ({ folder, said, commit, write }) => {
		await hook(folder, "test -f changed");
		const before = said("rev-parse", "HEAD");
		await write("a.clips.yaml", "approved\n");
		assert.ok((await commit(["a.clips.yaml"], { branch: "review/ada", author: "Ada" })).ok);
		await write("a.clips.yaml", "refused\n");
		assert.ok((await commit(["a.clips.yaml"], { branch: "review/ada" })).ok);
		assert.equal(lastOf(said, "review/ada"), ["Owner, Owner: Review clips", "a.clips.yaml"]);
		assert.is(said("show", "review/ada:a.clips.yaml"), "refused");
		assert.equal([said("rev-parse", "HEAD"), said("symbolic-ref", "--short", "HEAD")], [before, "main"]);
		assert.is(said("status", "--porcelain"), `M a.clips.yaml\n${OTHERS.replace("M c", " M c")}\n?? hooks/`);
	}),
);

commits("hostile names are names", () =>
	withCheckout(async ({ folder, said, commit, write }) => {
		const name = "--all;$(touch pwned)`touch pwned`\n*.clips.yaml";
		await write(name, "approved\n");
		const { ok } = await commit([name], { author: "$(touch pwned) <x>", branch: "$(touch-pwned)" });
		assert.ok(ok);
		assert.equal(
			said("show", "-z", "--format=", "--name-only", "refs/heads/$(touch-pwned)").split("\0")[0],
			name,
		);
		for (const branch of ["--orphan", "a b", "a..b", "@{-1}", "-d", "HEAD.lock"]) {
			const why = await commit([name], { branch }).catch((error: unknown) => error);
			assert.ok(why instanceof StopFault, branch);
		}
		assert.ok((await commit([name])).ok);
		assert.not.ok((await readdir(folder)).includes("pwned"));
		assert.is(said("status", "--porcelain"), OTHERS);
	}),
);

commits("what is in no checkout, outside of it or ignored is not asked for", () =>
	withCheckout(async ({ folder, write }) => {
		await write(".gitignore", "*.clips.yaml\n");
		await write("new.clips.yaml", "approved\n");
		const outside = join(tmpdir(), "x.clips.yaml");
		const place = { folder, env };
		assert.equal(await uncommitted(place, [join(folder, "new.clips.yaml"), outside], signal), []);
		assert.equal(await uncommitted({ folder: tmpdir(), env }, [outside], signal), []);
	}),
);

/** A hook in a folder of the checkout, named relative to it. */
async function hook(folder: string, script: string): Promise<void> {
	await mkdir(join(folder, "hooks"));
	await writeFile(join(folder, "hooks", "pre-commit"), `#!/bin/sh\n${script}\n`);
	await chmod(join(folder, "hooks", "pre-commit"), 0o755);
	execFileSync("git", ["config", "core.hooksPath", "hooks"], { cwd: folder, env });
}

commits.run();
