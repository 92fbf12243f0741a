import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { headStamp } from "../../src/system/head-stamp.ts";

const NAMES = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
const AUTHOR = ["-c", "user.name=a", "-c", "user.email=a@example.com"];

/** A repository with a commit, and what runs git in it. */
function withRepository(work: (folder: string, git: (...args: string[]) => string) => Promise<void>) {
	return async () => {
		const folder = mkdtempSync(join(tmpdir(), "showrun-head-"));
		const git = (...args: string[]) =>
			execFileSync("git", [...AUTHOR, ...args], {
				...{ cwd: folder, encoding: "utf8", env: { ...process.env, ...NAMES } },
				stdio: ["ignore", "pipe", "ignore"],
			}).trim();
		try {
			git("init", "-q", "-b", "main");
			git("commit", "-q", "--allow-empty", "-m", "one");
			await work(folder, git);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	};
}

const stamps = suite("whether the commit of a checkout may be another one");

stamps(
	"whatever moves the commit gives another stamp, and nothing else of git does",
	withRepository(async (folder, git) => {
		const seen = new Map<string, string>();
		const look = async () => {
			const [head, stamp] = [git("rev-parse", "HEAD"), (await headStamp(folder)) ?? ""];
			assert.is(seen.get(stamp) ?? head, head, "one stamp, two commits");
			seen.set(stamp, head);
			return stamp;
		};
		const first = await look();
		writeFileSync(join(folder, "file"), "text");
		git("add", ".");
		git("status");
		assert.is(await look(), first);
		git("commit", "-q", "-m", "two");
		assert.is.not(await look(), first);
		git("commit", "-q", "--amend", "-m", "two again");
		await look();
		git("checkout", "-q", "-b", "side", "HEAD~1");
		await look();
		git("merge", "-q", "--ff-only", "main");
		await look();
		git("checkout", "-q", "--detach", "HEAD~1");
		await look();
		git("checkout", "-q", "main");
		git("pack-refs", "--all", "--prune");
		await look();
		git("reset", "-q", "--hard", "HEAD~1");
		await look();
		git("pack-refs", "--all", "--prune");
		await look();
		git("update-ref", "refs/heads/main", "side");
		await look();
		assert.is(new Set(seen.values()).size, 3);
	}),
);

stamps(
	"a further checkout of a repository has a stamp of its own",
	withRepository(async (folder, git) => {
		const other = join(folder, "other");
		git("worktree", "add", "-q", "-b", "side", other);
		const before = [await headStamp(folder), await headStamp(other)];
		execFileSync("git", [...AUTHOR, "commit", "-q", "--allow-empty", "-m", "there"], { cwd: other });
		const after = [await headStamp(folder), await headStamp(other)];
		assert.is(after[0], before[0]);
		assert.is.not(after[1], before[1]);
		assert.ok(before.every((each) => each !== undefined));
	}),
);

stamps(
	"where refs are kept in another way, and outside of a checkout, only git can tell",
	withRepository(async (folder, git) => {
		git("symbolic-ref", "refs/heads/alias", "refs/heads/main");
		git("symbolic-ref", "HEAD", "refs/heads/alias");
		assert.is(await headStamp(folder), undefined);
		git("symbolic-ref", "HEAD", "refs/heads/main");
		assert.is.not(await headStamp(folder), undefined);
		mkdirSync(join(folder, ".git", "reftable"));
		assert.is(await headStamp(folder), undefined);
		assert.is(await headStamp(join(folder, ".git", "refs")), undefined);
	}),
);

stamps.run();
