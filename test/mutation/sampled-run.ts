import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import pLimit, { type LimitFunction } from "p-limit";
import { sourcesBelow } from "../house/sources.ts";
import { type Built, buildTests, ROOT } from "../runner/build.ts";
import { reachedFrom } from "../runner/changed.ts";
import { type Result, TestProcess } from "../runner/pool.ts";
import { testsOf } from "./candidates.ts";
import { type Mutant, mutantsOf, sampled, switched } from "./mutants.ts";

/** What decides what is posted: it must be noticed when this is wrong. */
const TARGETS = [
	/^src\/plan\//,
	/^src\/reconcile\//,
	/^src\/state\/snapshot\/fold\b/,
	/^src\/api\/send\b/,
	/^src\/system\/sending\/last-byte\b/,
];
/** Rooms whose tests are asked. Journeys run the built program, where nothing can be switched. */
const ROOMS = ["plan", "reconcile", "state", "api", "views", "cli", "daemon", "compose"];
/** A file that costs more finds too little for it. CPU seconds. */
const COSTLY = 6;
/** What a loaded machine may take longer than it did without a mutant. */
const PATIENCE = 20;
const LEAST_MS = 20_000;

type Numbered = Mutant & { readonly id: number };

/** Makes a sample of all small mistakes, and returns those that no test notices. */
export async function everySampled(count: number, seed: number, only: string): Promise<readonly string[]> {
	const sources = sourcesBelow("src").filter(({ path }) => TARGETS.some((each) => each.test(path)));
	for (const each of TARGETS)
		if (!sources.some(({ path }) => each.test(path))) throw new Error(`nothing is at ${each}`);
	const all = sources
		.filter(({ path }) => path.includes(only) && !path.includes(".gen."))
		.flatMap(({ path }) => mutantsOf(path, readFileSync(join(ROOT, path), "utf8")));
	const chosen = sampled(all, count, seed).map((each, id) => ({ ...each, id }));
	console.log(`${chosen.length} of ${all.length} mutants in ${sources.length} files`);
	const log = mkdtempSync(join(tmpdir(), "showrun-mutants-"));
	try {
		return await survivorsOf(chosen, { built: await builtWith(chosen, seed), log });
	} finally {
		rmSync(log, { recursive: true, force: true });
	}
}

function builtWith(chosen: readonly Numbered[], seed: number): Promise<Built> {
	return buildTests(testsOf(ROOMS), {
		key: JSON.stringify([seed, chosen]),
		text: (path, text) => {
			const own = chosen.filter((each) => each.path === path);
			return own.length === 0 ? text : switched(text, own);
		},
	});
}

interface Work {
	readonly built: Built;
	readonly log: string;
}

async function survivorsOf(chosen: readonly Numbered[], work: Work): Promise<readonly string[]> {
	const inTurn = pLimit(Math.min(2, availableParallelism()));
	const useful = await soundFiles(chosen, { ...work, inTurn });
	const alive = await Promise.all(chosen.map((each) => inTurn(() => survived(each, useful, work))));
	return alive.filter((each) => each !== undefined);
}

/** The test files that import a mutated file and pass while no mutant is on, the cheapest first. */
async function soundFiles(
	chosen: readonly Numbered[],
	{ inTurn, ...work }: Work & { readonly inTurn: LimitFunction },
): Promise<readonly Result[]> {
	const targets = new Set(chosen.map(({ path }) => path));
	const files = Object.keys(work.built.files).filter((file) =>
		reachedFrom(file, work.built.modules).some((path) => targets.has(path)),
	);
	const all = await Promise.all(files.map((file) => inTurn(() => soundRun(file, work))));
	for (const { file, failed, output } of all)
		if (failed > 0) console.log(`left out: ${file} fails without any mistake\n${output}`);
	const cpu = all.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
	console.log(`${files.length} test files, ${cpu.toFixed(0)} CPU seconds without a mutant`);
	return all
		.filter(({ failed, cpuSeconds }) => failed === 0 && cpuSeconds < COSTLY)
		.sort((a, b) => a.cpuSeconds - b.cpuSeconds);
}

async function soundRun(file: string, work: Work): Promise<Result> {
	const test = processFor(-1, 300_000, work);
	const result = await test.run({ file, built: work.built.files[file] ?? "" });
	test.kill();
	return result;
}

/** The mutant's name if every test that meets it passes, or none meets it. */
async function survived(
	mutant: Numbered,
	useful: readonly Result[],
	work: Work,
): Promise<string | undefined> {
	const name = nameOf(mutant);
	const meeting = useful.filter(({ met }) => met.includes(mutant.id));
	const slowest = Math.max(0, ...meeting.map(({ seconds }) => seconds));
	const limitMs = LEAST_MS + slowest * 1000 * PATIENCE;
	const kept = new Kept(() => processFor(mutant.id, limitMs, work));
	for (const { file } of meeting) {
		const { failed } = await kept.run(file, work.built);
		if (failed === 0) continue;
		kept.end();
		console.log(`killed, line ${mutant.line}, by ${file}: ${name}`);
		return undefined;
	}
	kept.end();
	console.log(`alive, line ${mutant.line}, ${meeting.length} test files: ${name}`);
	return name;
}

/** One process for the files that may share one, and a new one for each that may not. */
class Kept {
	#shared: TestProcess | undefined;
	readonly #fresh: () => TestProcess;

	constructor(fresh: () => TestProcess) {
		this.#fresh = fresh;
	}

	async run(file: string, { files, modules }: Built): Promise<Result> {
		const order = { file, built: files[file] ?? "" };
		const tests = reachedFrom(file, modules).filter((path) => path.startsWith("test/"));
		if (!tests.some((path) => modules[path]?.alone)) {
			this.#shared ??= this.#fresh();
			return this.#shared.run(order);
		}
		const alone = this.#fresh();
		try {
			return await alone.run(order);
		} finally {
			alone.kill();
		}
	}

	end(): void {
		this.#shared?.kill();
	}
}

function processFor(mutant: number, limitMs: number, { built, log }: Work): TestProcess {
	return new TestProcess(join(log, `${mutant}-${randomUUID()}`), {
		...{ worker: built.worker, cwd: ROOT, width: 1, limitMs, onResult: () => {} },
		env: { SHOWRUN_MUTANT: String(mutant) },
		sourceMaps: mutant < 0,
	});
}

/** The same after lines have moved. */
function nameOf({ path, operator, from, to }: Mutant): string {
	const short = (text: string) => text.replace(/\s+/g, " ").slice(0, 100);
	return `${path}: ${operator}: ${short(from)}${to === "" ? "" : ` => ${short(to)}`}`;
}
