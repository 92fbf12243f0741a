import { suite } from "uvu";
import * as assert from "uvu/assert";
import { factsOf } from "./modules.ts";

const PATH = "/repo/test/room/a.test.ts";
const modules = suite("a module of the tests");

const alone: Record<string, string | undefined> = {
	'import { spawn } from "node:child_process";': "imports node:child_process",
	'import type { ChildProcess } from "node:child_process";': undefined,
	'import * as processes from "node:child_process";': "imports node:child_process",
	'import { execFile, type ChildProcess, spawnSync } from "node:child_process";': undefined,
	'import { Worker } from "node:worker_threads";': "imports node:worker_threads",
	'// May share a process: it ends with it.\nimport { spawn } from "node:child_process";': undefined,
	'process.chdir("/");': "calls process.chdir",
	'process.env.TZ = "UTC";': "changes process.env.TZ",
	'delete process.env["TZ"];': "changes process.env.[]",
	"const path = process.env.PATH;": undefined,
	'process.on("exit", () => {});': "calls process.on",
	"process.stdout.write = () => true;": "changes process.stdout.write",
	'process.stdout.write("a");': undefined,
	"globalThis.fetch = () => {};": "changes globalThis.fetch",
	'const text = "process.chdir()";': undefined,
	"const a = 1;": undefined,
};
for (const [text, reason] of Object.entries(alone))
	modules(`${reason === undefined ? "shares a process" : "is alone"}: ${text}`, () =>
		assert.is(factsOf(PATH, text).alone, reason),
	);

modules("believes that it is where its source is, and nothing else changes", () => {
	const text =
		'const a = new URL("x/", import.meta.url); const b = "import.meta.url"; import.meta.resolve("c");';
	assert.is(
		factsOf(PATH, text).text,
		'const a = new URL("x/", "file:///repo/test/room/a.test.ts"); const b = "import.meta.url"; import.meta.resolve("c");',
	);
	assert.is(
		factsOf(PATH, "f(import.meta.filename, import.meta.dirname)").text,
		`f("${PATH}", "/repo/test/room")`,
	);
});

modules("names the files and folders beside it", () => {
	const text =
		'new URL("golden/", import.meta.url); new URL(`../samples/$' + "{name}`, import.meta.url); new URL(url);";
	assert.equal(factsOf(PATH, text).names, ["/repo/test/room/golden/", "/repo/test/samples/"]);
});
modules.run();
