import { execFileSync } from "node:child_process";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { makeOwnFolder } from "../../../src/system/showrun-folder.ts";
import { numbered } from "../../builders/entries.ts";
import { openNow, ran, withPlace } from "../folder.ts";

const git = (cwd: string, ...args: string[]) =>
	execFileSync("git", args, { cwd, encoding: "utf8", env: { PATH: process.env.PATH, HOME: cwd } }).trim();
const keeping = suite("state in git");

keeping("of a run under way and what a killed one leaves, git sees the state and the ignore list alone", () =>
	withPlace(async ({ store, root, folder, path }) => {
		git(root, "init", "-q");
		const writer = await openNow(store);
		await writer.append(numbered(1));
		for (const name of [
			"state.json.journal.torn-1",
			"state.json.lock.break-ab12",
			".state.json.12.ab.tmp",
			".state.json.lock.12.ab.tmp",
		])
			await writeFile(join(folder, name), "x");
		for (const name of ["cache", "service"]) {
			await mkdir(join(folder, name));
			await writeFile(join(folder, name, "x.json"), "x");
		}
		assert.equal(git(root, "status", "--porcelain", "-uall").split("\n"), [
			"?? .showrun/.gitignore",
			"?? .showrun/state.json",
		]);
		const ignored = ["journal", "journal.ballast", "lock"].map((end) => `${path}.${end}`);
		assert.equal(git(root, "check-ignore", ...ignored).split("\n"), ignored);
		await writer.close();
	}),
);

keeping("a run that changes nothing leaves the work tree clean", () =>
	withPlace(async ({ store, root }) => {
		git(root, "init", "-q");
		await ran(store, [numbered(1)]);
		git(root, "add", "-A");
		git(root, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "state");
		await ran(store, []);
		await store.read();
		assert.is(git(root, "status", "--porcelain"), "");
		await ran(store, [numbered(2)]);
		assert.is(git(root, "status", "--porcelain"), "M .showrun/state.json");
	}),
);

keeping("an ignore list that somebody wrote stays as it is", () =>
	withPlace(async ({ store, folder }) => {
		await mkdir(folder);
		await writeFile(join(folder, ".gitignore"), "mine\n");
		await ran(store, [numbered(1)]);
		assert.is(await readFile(join(folder, ".gitignore"), "utf8"), "mine\n");
	}),
);

keeping("a folder of another name gets no ignore list, and made twice is made once", () =>
	withPlace(async ({ root, folder }) => {
		await makeOwnFolder(join(root, "state"));
		await makeOwnFolder(folder);
		const list = await readFile(join(folder, ".gitignore"), "utf8");
		const { mtimeMs } = await stat(folder);
		await makeOwnFolder(folder);
		assert.is((await stat(folder)).mtimeMs, mtimeMs, "nothing is written beside it");
		assert.is(await readFile(join(folder, ".gitignore"), "utf8"), list);
		git(root, "init", "-q");
		assert.is(git(root, "status", "--porcelain", "-uall"), "?? .showrun/.gitignore");
	}),
);

keeping.run();
