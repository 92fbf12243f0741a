/**
 * Runs one test file after another in this process, as its parent asks, and reports what uvu
 * counted. uvu itself would start and print totals at the end of the process; told to wait
 * (`UVU_DEFER`), it leaves its queue to us.
 */
import { cpuSeconds } from "../bench/cpu.ts";
import "../service/answer-checks.ts";
import type { Report, SuiteCounts } from "./counts.ts";

/** One test file to run. */
export interface Order {
	readonly file: string;
	readonly built: string;
}

/** What the parent is told when a file is done. */
export interface Answer extends Report {
	readonly file: string;
	readonly cpuSeconds: number;
	/** Kinds of things that the file leaves open: servers, timers, processes. */
	readonly open: readonly string[];
	/** Mutants whose place was reached, where the build has any. */
	readonly met: readonly number[];
}

type Run = () => Promise<[errors: string | true, passed: number, skipped: number, total: number]>;
declare global {
	var UVU_DEFER: number;
	var UVU_QUEUE: Run[][];
	/** Whether a mutant is on (test/mutation); notes that its place was reached. */
	var isMutant: (id: number) => boolean;
	/** The one that runs, from the root. */
	var testFile: string | undefined;
}

globalThis.UVU_DEFER = 1;
globalThis.UVU_QUEUE = [[]];
const mutant = Number(process.env.SHOWRUN_MUTANT);
const met = new Set<number>();
globalThis.isMutant = (id) => {
	met.add(id);
	return id === mutant;
};
if (mutant >= 0) stopAtFirstFailure();
// What tests start by the program's own options is TypeScript.
process.execArgv = ["--import", "tsx"];

process.on("message", (order: Order) => {
	void run(order).then((answer) => process.send?.(answer));
});

async function run({ file, built }: Order): Promise<Answer> {
	const started = cpuSeconds();
	const before = surroundings();
	const opened = process.getActiveResourcesInfo();
	const suites: SuiteCounts[] = [];
	const problems: string[] = [];
	globalThis.UVU_QUEUE = [[]];
	globalThis.testFile = file;
	met.clear();
	try {
		await import(built);
		for (const each of globalThis.UVU_QUEUE.flat()) suites.push(await counted(each, file));
	} catch (error) {
		problems.push(`it threw outside of its tests: ${error instanceof Error ? error.stack : String(error)}`);
	}
	// What is left behind unawaited fails here, and not in the next file.
	await new Promise((settle) => setTimeout(settle));
	problems.push(...restored(before));
	const open = without(process.getActiveResourcesInfo(), opened);
	return { file, suites, problems, open, met: [...met], cpuSeconds: cpuSeconds() - started };
}

async function counted(run: Run, name: string): Promise<SuiteCounts> {
	const [errors, passed, skipped, total] = await run();
	if (typeof errors === "string") process.stdout.write(`\n${errors}\n`);
	return { name, passed, skipped, total };
}

/**
 * One test that notices a mutant is enough. uvu says so at once, by the mark it writes, and in no other way.
 */
function stopAtFirstFailure(): void {
	const write = process.stdout.write.bind(process.stdout);
	process.stdout.write = ((text: string) => {
		if (text === "\u2718 ") process.exit(1);
		return write(text);
	}) as typeof process.stdout.write;
}

interface Surroundings {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
}

function surroundings(): Surroundings {
	return { cwd: process.cwd(), env: { ...process.env } };
}

/** What a file changed for those behind it; it is put back. */
function restored(before: Surroundings): readonly string[] {
	const problems: string[] = [];
	if (process.cwd() !== before.cwd) problems.push("it left another working directory");
	process.chdir(before.cwd);
	for (const name of new Set([...Object.keys(process.env), ...Object.keys(before.env)])) {
		const value = before.env[name];
		if (process.env[name] === value) continue;
		problems.push(`it left another ${name} in the environment`);
		if (value === undefined) delete process.env[name];
		else process.env[name] = value;
	}
	if (process.exitCode) problems.push(`it exited with ${process.exitCode}`);
	process.exitCode = 0;
	return problems;
}

function without(all: readonly string[], some: readonly string[]): readonly string[] {
	const left = [...all];
	for (const each of some) if (left.includes(each)) left.splice(left.indexOf(each), 1);
	return left;
}
