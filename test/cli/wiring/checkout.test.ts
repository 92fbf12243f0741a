import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openCheckouts } from "../../../src/cli/wiring/checkout.ts";

const checkouts = suite("the commit of a checkout");

async function inRepository(work: (folder: string, git: (...args: string[]) => string) => Promise<void>) {
	const folder = mkdtempSync(join(tmpdir(), "showrun-checkout-"));
	const git = (...args: string[]) =>
		execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
			...{ cwd: folder, encoding: "utf8" },
		}).trim();
	try {
		git("init", "-q");
		await work(folder, git);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

checkouts("of all workspaces in it is looked at once in two seconds", () =>
	inRepository(async (folder, git) => {
		let at = 0;
		const { recentHead } = openCheckouts({ monotonic: () => at });
		const commit = (message: string) => {
			git("commit", "-q", "--allow-empty", "-m", message);
			return git("rev-parse", "HEAD");
		};
		const workspaces = ["one", "two"].map((name) => join(folder, name));
		for (const each of workspaces) mkdirSync(each);
		const heads = () => Promise.all(workspaces.map(recentHead));
		const first = commit("first");
		assert.equal(await heads(), [first, first]);
		const second = commit("second");
		at = 1_900;
		assert.equal(await heads(), [first, first]);
		for (at of [2_100, 70_000]) assert.equal(await heads(), [second, second]);
		git("init", "-q", join(folder, "two"));
		at = 140_000;
		assert.equal(await heads(), [second, undefined]);
	}),
);

checkouts("is asked for again where git could not say it, and where it is another one", () =>
	inRepository(async (folder, git) => {
		const path = process.env.PATH;
		const { now } = openCheckouts({ monotonic: () => 0 });
		try {
			git("commit", "-q", "--allow-empty", "-m", "one");
			const first = git("rev-parse", "HEAD");
			process.env.PATH = "";
			assert.is(await now(folder), undefined);
			process.env.PATH = path;
			assert.equal(await now(folder), { commit: first, ancestors: [first] });
			git("commit", "-q", "--allow-empty", "-m", "two");
			const second = git("rev-parse", "HEAD");
			assert.equal(await now(folder), { commit: second, ancestors: [second, first] });
			process.env.PATH = "";
			assert.is((await now(folder))?.commit, second, "nothing changed, so git is not started");
		} finally {
			process.env.PATH = path;
		}
	}),
);

checkouts.run();
