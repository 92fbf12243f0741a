import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openCheckouts } from "../../../src/cli/wiring/checkout.ts";

const checkouts = suite("the commit of a checkout");

checkouts("is asked for again where git could not say it, and where it is another one", async () => {
	const folder = mkdtempSync(join(tmpdir(), "showrun-checkout-"));
	const path = process.env.PATH;
	const git = (...args: string[]) =>
		execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
			...{ cwd: folder, encoding: "utf8" },
		}).trim();
	const { now } = openCheckouts({ monotonic: () => 0 });
	try {
		git("init", "-q");
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
		rmSync(folder, { recursive: true, force: true });
	}
});

checkouts.run();
