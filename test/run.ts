/**
 * Runs every `*.test.ts` below this folder, or the paths given, or with `--changed [COMMIT]` those
 * that what changed since the commit (HEAD) concerns. They are built once; files share processes
 * unless they change what is around them. `--costs` ends with what took most of the processor.
 * What needs a browser, models that were pulled, PostgreSQL, promtool, Swift, or a registry to install from
 * runs only when asked for (`npm run test:browser`, `test:models`, `test:postgres`, `test:promtool`,
 * `test:s3`, `test:door`), so that the rest runs wherever Node does; so do the drill's short parts
 * (`test:drill`), for their time. A line `not run: …` of a test file is passed on: it says what was missing.
 * Counts are trusted, exit codes are not, and the last line is the sum.
 */
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statfsSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { cpuSeconds } from "./bench/cpu.ts";
import { type Built, buildTests, CACHE, ROOT } from "./runner/build.ts";
import { changedFiles, concerned, reachedFrom } from "./runner/changed.ts";
import { type Result, runFiles, type TestFile } from "./runner/pool.ts";

/** What it imports is in every process. */
const WORKER = "test/runner/worker.ts";
const ASKED_FOR = [
	"test/browser/",
	"test/door/",
	"test/drill/",
	"test/models/real/",
	"test/postgres/",
	"test/promtool/",
	"test/s3/",
];
const SECONDS = join(CACHE, "seconds.json");
const LIMIT_S = "1200";
/** Certificates of an organisation: each Node reads them at its start, which takes longer than the rest. */
const MORE_CERTIFICATES = "NODE_EXTRA_CA_CERTS";
/** A file system in memory, and how many bytes it must have free to hold all that tests write. */
const MEMORY = "/dev/shm";
const MEMORY_BYTES = 8 * 1024 ** 3;
const SLOWEST = 10;
const COSTLIEST = 30;
/** Rooms whose files take long, for a clone that has no figures yet. */
const LONG =
	/^test\/(content|drill|engine|journeys|situations|state\/(git|file\/processes)|system\/(lock|run))/;
const LONG_S = 20;
/** They mostly wait, so that others have the processor meanwhile if they begin first. */
const WAITING = /^test\/journeys\/(schedule|watch|waiting-posts)\./;
const WAITING_S = 60;
/** Beside one for each core, for those that wait. */
const MORE_AT_ONCE = 4;
const EMPTY = { passed: 0, failed: 0, problems: [], seconds: 0, cpuSeconds: 0, output: "", met: [] };

const started = performance.now();
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		changed: { type: "boolean" },
		costs: { type: "boolean" },
		limit: { type: "string", default: LIMIT_S },
		why: { type: "boolean" },
	},
});
const tests = values.changed || positionals.length === 0 ? everyTest() : given(positionals);
report(await run(tests));
async function run(files: readonly string[]): Promise<readonly Result[]> {
	if (files.length === 0) return [];
	const built = await buildTests(files);
	const chosen = values.changed
		? concerned(files, built.modules, changedFiles(ROOT, positionals[0] ?? "HEAD"))
		: files;
	const seconds = secondsBefore();
	const expected = (file: string) => seconds[file] ?? supposed(file);
	const ordered = [...chosen].sort((a, b) => expected(b) - expected(a));
	const done: Result[] = [];
	const folder = mkdtempSync(join(workFolder(), "showrun-tests-"));
	process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
	await runFiles(
		ordered.map((file) => testFile(file, built)),
		{
			worker: built.worker,
			cwd: ROOT,
			width: Math.min(availableParallelism() + MORE_AT_ONCE, ordered.length),
			limitMs: Number(values.limit) * 1000,
			env: {
				TMPDIR: folder,
				...(files.some(isAskedFor) ? {} : { [MORE_CERTIFICATES]: undefined }),
			},
			onResult: (result) => {
				done.push(result);
				print(result);
			},
		},
	);
	const ran = new Set(done.map(({ file }) => file));
	const missing = ordered.filter((file) => !ran.has(file));
	for (const file of missing) console.log(`FAIL ${file} never ran`);
	keepSeconds(done);
	return [...done, ...missing.map((file) => ({ ...EMPTY, file, failed: 1 }))];
}

function supposed(file: string): number {
	if (WAITING.test(file)) return WAITING_S;
	return LONG.test(file) ? LONG_S : 0;
}

/** Where tests work. What they sync need not be written to a disk. */
function workFolder(): string {
	if (process.env.TMPDIR) return process.env.TMPDIR;
	try {
		const { bavail, bsize } = statfsSync(MEMORY);
		return bavail * bsize > MEMORY_BYTES ? MEMORY : tmpdir();
	} catch {
		return tmpdir();
	}
}

function everyTest(): readonly string[] {
	return below("test").filter((path) => !isAskedFor(path));
}

/** Only such a test talks to other machines. */
function isAskedFor(path: string): boolean {
	return ASKED_FOR.some((folder) => path.startsWith(folder));
}

/** Each file once, in whichever of the paths it is. */
function given(paths: readonly string[]): readonly string[] {
	const missing = paths.filter((path) => !existsSync(path));
	if (missing.length > 0) {
		console.error(`There is no ${missing.join(", no ")}.`);
		process.exit(1);
	}
	const files = paths
		.map((path) => relative(ROOT, resolve(path)))
		.flatMap((path) => (statSync(join(ROOT, path)).isDirectory() ? below(path) : [path]));
	return [...new Set(files)];
}

function below(folder: string): readonly string[] {
	return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".test.ts"))
		.map((name) => join(folder, name))
		.sort();
}

function testFile(file: string, { files, modules }: Built): TestFile {
	const everywhere = new Set(reachedFrom(WORKER, modules));
	const alone = reachedFrom(file, modules)
		.filter((path) => path.startsWith("test/") && !everywhere.has(path))
		.map((path) => modules[path]?.alone && `${path} ${modules[path].alone}`)
		.find((reason) => reason !== undefined);
	if (values.why && alone !== undefined) console.log(`alone: ${file}, because ${alone}`);
	return { file, built: files[file] ?? "", alone };
}

function print({ file, passed, failed, problems, output, seconds, cpuSeconds }: Result): void {
	const took = `${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of CPU`;
	console.log(`${failed === 0 ? "ok  " : "FAIL"} ${file} (${passed} in ${took})`);
	for (const line of new Set(output.match(/^(?:not run|measured): .*$/gm))) console.log(`     ${line}`);
	if (failed > 0) console.log([...problems, output].join("\n"));
}

/** Ends the run with what took longest, what it cost and, alone on the last line, the sum. */
function report(all: readonly Result[]): void {
	const passed = all.reduce((sum, each) => sum + each.passed, 0);
	const failed = all.reduce((sum, each) => sum + each.failed, 0);
	if (tests.length === 0) console.log("No test file was found.");
	else if (all.length === 0) console.log("Nothing changed that a test reaches.");
	for (const { file, seconds, cpuSeconds } of all.length > 1 ? foremost(all) : [])
		console.log(
			`${values.costs ? "costly" : "slow"}: ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of CPU: ${file}`,
		);
	const seconds = (performance.now() - started) / 1000;
	console.log(`${all.length} files in ${seconds.toFixed(0)} s, ${cpuSeconds().toFixed(0)} s of CPU`);
	console.log(`${passed} passed, ${failed} failed`);
	const nothingToDo = values.changed === true && tests.length > 0 && all.length === 0;
	process.exit(failed === 0 && (passed > 0 || nothingToDo) ? 0 : 1);
}

/**
 * What took longest, or with `--costs` what took most of the processor: that is the same on a busy machine.
 */
function foremost(all: readonly Result[]): readonly Result[] {
	if (values.costs) return [...all].sort((a, b) => b.cpuSeconds - a.cpuSeconds).slice(0, COSTLIEST);
	return [...all].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
}

/** Seconds that each file took the last time: the longest start first, so that none runs alone at the end. */
function secondsBefore(): Record<string, number> {
	try {
		return JSON.parse(readFileSync(SECONDS, "utf8"));
	} catch {
		return {};
	}
}

function keepSeconds(done: readonly Result[]): void {
	const seconds = Object.fromEntries(done.map((each) => [each.file, Math.round(each.seconds * 10) / 10]));
	mkdirSync(CACHE, { recursive: true });
	writeFileSync(SECONDS, JSON.stringify({ ...secondsBefore(), ...seconds }));
}
