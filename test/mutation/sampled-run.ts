import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import pLimit from "p-limit";
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
	/^src\/api\/(send|last-byte)\b/,
];
/** Rooms whose tests are asked. Journeys run the built program, where nothing can be switched. */
const ROOMS = ["plan", "reconcile", "state", "api", "views", "cli", "daemon", "compose"];
/** A file that takes longer than this costs more than it finds. Seconds. */
const SLOW = 20;

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
	const inTurn = pLimit(availableParallelism());
	const targets = new Set(chosen.map(({ path }) => path));
	const files = Object.keys(work.built.files).filter((file) =>
		reachedFrom(file, work.built.modules).some((path) => targets.has(path)),
	);
	const sound = await Promise.all(
		files.map((file) => inTurn(() => ranWith(-1, { file, limitMs: 300_000 }, work))),
	);
	for (const { file, failed } of sound)
		if (failed > 0) console.log(`left out: ${file} fails without any mistake`);
	const useful = sound
		.filter(({ failed, seconds }) => failed === 0 && seconds < SLOW)
		.sort((a, b) => a.seconds - b.seconds);
	const alive = await Promise.all(chosen.map((each) => inTurn(() => survived(each, useful, work))));
	return alive.filter((each) => each !== undefined);
}

/** The mutant's name if every test that meets it passes, or none meets it. */
async function survived(
	mutant: Numbered,
	useful: readonly Result[],
	work: Work,
): Promise<string | undefined> {
	const meeting = useful.filter(({ met }) => met.includes(mutant.id));
	for (const { file, seconds } of meeting) {
		const { failed } = await ranWith(mutant.id, { file, limitMs: 10_000 + seconds * 10_000 }, work);
		if (failed > 0) return undefined;
	}
	const name = nameOf(mutant);
	console.log(`alive, line ${mutant.line}, ${meeting.length} test files: ${name}`);
	return name;
}

async function ranWith(
	mutant: number,
	{ file, limitMs }: { readonly file: string; readonly limitMs: number },
	{ built, log }: Work,
): Promise<Result> {
	const test = new TestProcess(join(log, `${mutant}-${file.replaceAll("/", "-")}`), {
		...{ worker: built.worker, cwd: ROOT, width: 1, limitMs, onResult: () => {} },
		env: { SHOWRUN_MUTANT: String(mutant) },
	});
	const result = await test.run({ file, built: built.files[file] ?? "" });
	test.kill();
	return result;
}

/** The same after lines have moved. */
function nameOf({ path, operator, from, to }: Mutant): string {
	const short = (text: string) => text.replace(/\s+/g, " ").slice(0, 100);
	return `${path}: ${operator}: ${short(from)}${to === "" ? "" : ` => ${short(to)}`}`;
}
