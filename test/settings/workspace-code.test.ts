import { suite } from "uvu";
import * as assert from "uvu/assert";
import { StopFault } from "../../src/model/fault.ts";
import { loadSettings } from "../../src/settings/load.ts";
import { withFiles } from "../campaign/files.ts";

const files = {
	".config/config.js": "globalThis.ran = true;",
	".config/config.cjs": "globalThis.ran = true;",
	"showrun.config.js": "globalThis.ran = true;",
	"package.json": '{ "cosmiconfig": {} }',
};

/** Loads the settings of the folder from inside of it. */
async function loadedIn(folder: string): Promise<unknown> {
	const before = process.cwd();
	process.chdir(folder);
	try {
		return await loadSettings({ given: [], cwd: folder, env: {}, flags: {} }).catch(
			(error: unknown) => error,
		);
	} finally {
		process.chdir(before);
	}
}

const code = suite("code of a workspace");

// The search starts once a process: this test has to be the first.
code("that the start of the search would run is refused, and not run", () =>
	withFiles(files, async (folder) => {
		const fault = await loadedIn(folder);
		assert.instance(fault, StopFault);
		assert.match(String(fault), "The search for settings would run .config/config.js of the current folder");
		assert.not(Object.hasOwn(globalThis, "ran"));
	}),
);

code("is not run either once the search started elsewhere", () =>
	withFiles({ "package.json": '{ "showrun": {} }' }, async (other) => {
		assert.is(Reflect.get(Object(await loadedIn(other)), "ok"), true);
		await withFiles(files, async (folder) => {
			assert.is(Reflect.get(Object(await loadedIn(folder)), "ok"), true);
			assert.not(Object.hasOwn(globalThis, "ran"));
		});
	}),
);

code.run();
