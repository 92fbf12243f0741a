import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Module } from "./build.ts";
import { changedFiles, concerned } from "./changed.ts";

const module = (imports: readonly string[], names: readonly string[] = []): Module => ({ imports, names });
const modules: Readonly<Record<string, Module>> = {
	"test/house.test.ts": module([]),
	"test/a.test.ts": module(["test/fakes.ts", "src/a.ts"]),
	"test/b.test.ts": module(["src/b.ts"], ["test/golden"]),
	"test/c.test.ts": module(["src/build.ts"]),
	"test/fakes.ts": module(["src/model.ts"]),
	"src/a.ts": module(["src/model.ts"]),
	"src/b.ts": module([]),
	"src/model.ts": module([]),
	"src/build.ts": module([], [""]),
};
const tests = Object.keys(modules).filter((path) => path.endsWith(".test.ts"));
const [house = "", a = "", b = "", c = ""] = tests;

const cases: Record<string, [changed: readonly string[], expected: readonly string[]]> = {
	"nothing concerns nothing": [[], []],
	"a test file concerns itself": [["test/a.test.ts"], [house, a]],
	"a module concerns whoever reaches it, and whoever builds the program": [["src/model.ts"], [house, a, c]],
	"a file that is read concerns its reader": [["test/golden/x/y.txt"], [house, b]],
	"a document concerns the house alone": [["README.md"], [house]],
	"a package concerns everything": [["package-lock.json"], tests],
	"the runner concerns everything": [["test/runner/pool.ts"], tests],
};
const changes = suite("a change");
for (const [title, [changed, expected]] of Object.entries(cases))
	changes(title, () => assert.equal(concerned(tests, modules, changed), expected));

changes("is what git says differs from a commit, and what is new", () => {
	const folder = mkdtempSync(join(tmpdir(), "showrun-changed-"));
	const git = (...args: string[]) =>
		execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: folder });
	try {
		mkdirSync(join(folder, "src"));
		for (const name of ["src/a.ts", "src/b.ts", "src/c.ts"]) writeFileSync(join(folder, name), name);
		git("init", "-q");
		git("add", ".");
		git("commit", "-qm", "a");
		writeFileSync(join(folder, "src/a.ts"), "other");
		git("mv", "src/b.ts", "src/d.ts");
		writeFileSync(join(folder, "é new.ts"), "new");
		assert.equal([...changedFiles(folder, "HEAD")].sort(), ["src/a.ts", "src/b.ts", "src/d.ts", "é new.ts"]);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
changes.run();
