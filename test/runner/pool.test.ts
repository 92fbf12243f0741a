import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { buildTests, CACHE, ROOT } from "./build.ts";
import { type Result, runFiles, type TestFile } from "./pool.ts";

const MADE = 'import { suite } from "uvu"; const a = suite("a");';
const HANGING = "a test that hangs is killed";
/**
 * Test files, whether each has a process of its own, and what the runner makes of it: passed,
 * failed, a problem.
 */
const cases: Record<string, [text: string, expected: readonly [number, number, RegExp?], alone?: true]> = {
	"a clean file passes": [`${MADE} a("b", () => {}); a.run();`, [1, 0]],
	"a failing test fails": [`${MADE} a("b", () => { throw new Error("no"); }); a.run();`, [0, 1, /1 of its/]],
	"a forgotten run fails": [`${MADE} a("b", () => {});`, [0, 1, /ran no test/]],
	"a lone only fails": [`${MADE} a("b", () => {}); a.only("c", () => {}); a.run();`, [1, 1, /skipped/]],
	"a throwing hook before fails": [
		`${MADE} a.before(() => { throw new Error("no"); }); a("b", () => {}); a.run();`,
		[0, 1, /1 of its tests failed/],
	],
	"a throwing hook after fails": [
		`${MADE} a.after(() => { throw new Error("late"); }); a("b", () => {}); a.run();`,
		[0, 1, /late/],
	],
	"a file that throws while it is loaded fails": [`throw new Error("gone");`, [0, 1, /gone/]],
	"a file that ends the process fails": [
		`${MADE} a("b", () => process.exit(0)); a.run();`,
		[0, 1, /exited with 0/],
	],
	"a changed environment fails": [`${MADE} a("b", () => { process.env.X9 = "1"; }); a.run();`, [1, 1, /X9/]],
	"a forgotten rejection fails": [
		`${MADE} a("b", () => { void Promise.reject(new Error("lost")); }); a.run();`,
		[0, 1, /exited with 1/],
	],
	[HANGING]: [
		`${MADE} a("b", () => new Promise(() => setInterval(() => {}, 1000))); a.run();`,
		[0, 1, /took longer than 3 s and was killed/],
	],
	"a file of its own process that leaves it running fails": [
		`${MADE} a("b", () => { setTimeout(() => process.kill(process.pid), 200); }); a.run();`,
		[1, 1, /SIGTERM.*left open/],
		true,
	],
};

const pool = suite("the runner");
const results = await ran();
for (const [title, [, [passed, failed, problem]]] of Object.entries(cases))
	pool(title, () => {
		const result = results.find(({ file }) => file === title);
		assert.equal([result?.passed, result?.failed], [passed, failed], result?.problems.join());
		if (problem) assert.match(result?.problems.join() ?? "", problem);
	});

pool("reports each file once, and the files behind one that fails", () => {
	assert.equal(results.map(({ file }) => file).sort(), Object.keys(cases).sort());
});

pool("shows the output of a file with the lines of its source", () => {
	const { output = "" } = results.find(({ file }) => file === "a failing test fails") ?? {};
	assert.match(output, /FAIL.*"b"\n\s+no\n/);
});
pool.run();

/** Runs the files of the cases, as they are: they need no build. */
async function ran(): Promise<readonly Result[]> {
	const { worker } = await buildTests([]);
	const folder = mkdtempSync(join(CACHE, "pool-"));
	const all: Result[] = [];
	const files = Object.entries(cases).map(([title, [text, , alone]], index): TestFile => {
		const built = join(folder, `${index}.mjs`);
		writeFileSync(built, text);
		return { file: title, built, alone: alone && "it says so" };
	});
	const options = { worker, cwd: ROOT, width: 2, onResult: (each: Result) => void all.push(each) };
	const [hanging, ending] = [true, false].map((is) => files.filter(({ file }) => (file === HANGING) === is));
	try {
		await runFiles(hanging ?? [], { ...options, limitMs: 3_000 });
		await runFiles(ending ?? [], { ...options, limitMs: 300_000 });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	return all;
}
