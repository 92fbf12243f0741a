import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ModelFault } from "../../src/models/model-fault.ts";
import { findNpm } from "../../src/models/npm.ts";
import { pullModels } from "../../src/models/pull.ts";
import { withCache } from "./cache.ts";

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-npm-"));
	try {
		await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const npm = suite("how models are fetched and loaded");

npm("the first npm of the PATH is started; relative folders do not count", () =>
	withFolder(async (folder) => {
		await writeFile(join(folder, "npm"), "");
		await chmod(join(folder, "npm"), 0o755);
		assert.equal(findNpm([".", "node_modules/.bin", folder].join(delimiter), "linux"), {
			path: join(folder, "npm"),
			first: [],
		});
		assert.throws(
			() => findNpm(["."].join(delimiter), "linux"),
			(error: unknown) =>
				error instanceof ModelFault &&
				/npm was not found/.test(error.message) &&
				/SHOWRUN_MODELS/.test(error.remedy ?? ""),
		);
	}),
);

npm("on Windows npm's own script is started by this Node, without a shell", () =>
	withFolder(async (folder) => {
		const script = join(folder, "node_modules", "npm", "bin", "npm-cli.js");
		await writeFile(join(folder, "npm.cmd"), "");
		assert.throws(() => findNpm(folder, "win32"), /npm was not found/);
		await mkdir(join(script, ".."), { recursive: true });
		await writeFile(script, "");
		assert.equal(findNpm(folder, "win32"), { path: process.execPath, first: [script] });
	}),
);

npm("npm runs in a folder of its own, where no workspace's settings for it are read", () =>
	withCache(async (cache) => {
		await pullModels(cache.models, ["faces"], cache.work);
		const cwd = (await readFile(join(cache.folder, "..", "cwd"), "utf8")).trim();
		assert.match(cwd, /cache[\\/]\.pull-[^\\/]+[\\/]work$/);
	}),
);

npm.run();
