/**
 * Runs every `*.test.ts` below this folder (or the paths given), each in its own process, and trusts only their counts:
 * uvu exits 0 for files that never run, for a lone `.only` and for a throwing hook (house rules, section 8).
 * What needs a browser or models that were pulled runs only when asked for (`npm run test:browser`, `npm run test:models`), so that the rest runs wherever
 * Node does. A line `not run: …` of a test file is passed on: it says what was missing.
 */
import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Counts, countsOf } from "./counts.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const ASKED_FOR = [join(root, "test", "browser", "/"), join(root, "test", "models", "real", "/")];
const FILE_LIMIT_MS = 8 * 60_000;

const files = testFiles(process.argv.slice(2));
const results = await runAll(files, availableParallelism() + 1);
const passed = results.reduce((sum, each) => sum + each.passed, 0);
const failed = results.reduce((sum, each) => sum + each.failed, 0);
if (files.length === 0) console.log("No test file was found.");
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

function testFiles(given: readonly string[]): string[] {
	if (given.length === 0)
		return below(join(root, "test")).filter((path) => !ASKED_FOR.some((folder) => path.startsWith(folder)));
	return given
		.map((path) => resolve(path))
		.flatMap((start) => (statSync(start).isDirectory() ? below(start) : [start]));
}

function below(folder: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".test.ts"))
		.map((name) => join(folder, name))
		.sort();
}

/** The slowest kinds start first, so that they do not run alone at the end. */
function slowestFirst(paths: readonly string[]): string[] {
	const weight = (path: string) => (/journeys|engine/.test(path) ? 0 : 1);
	return [...paths].sort((a, b) => weight(a) - weight(b));
}

async function runAll(paths: readonly string[], width: number): Promise<Counts[]> {
	const waiting = slowestFirst(paths);
	const done: Counts[] = [];
	const worker = async () => {
		for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
			done.push(await runFile(file));
	};
	await Promise.all(Array.from({ length: width }, worker));
	return done;
}

function runFile(file: string): Promise<Counts> {
	const started = performance.now();
	return new Promise((settle) => {
		const child = spawn(process.execPath, ["--import", "tsx", file], {
			cwd: root,
			env: { ...process.env, FORCE_COLOR: "0" },
			stdio: ["ignore", "pipe", "pipe"],
		});
		const limit = setTimeout(() => child.kill("SIGKILL"), FILE_LIMIT_MS);
		let output = "";
		child.stdout.on("data", (chunk) => (output += chunk));
		child.stderr.on("data", (chunk) => (output += chunk));
		child.on("close", (code, signal) => {
			clearTimeout(limit);
			const counts = countsOf({ output, code: code ?? 1, killed: signal !== null });
			const seconds = ((performance.now() - started) / 1000).toFixed(1);
			console.log(
				`${counts.failed === 0 ? "ok  " : "FAIL"} ${relative(root, file)} (${counts.passed} in ${seconds} s)`,
			);
			for (const line of new Set(output.match(/^(?:not run|measured): .*$/gm))) console.log(`     ${line}`);
			if (counts.failed > 0) console.log([...counts.problems, output].join("\n"));
			settle(counts);
		});
	});
}
