import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle } from "../../src/build.ts";

/** What one run of a command took. */
export interface Cost {
	/** Wall-clock milliseconds. */
	readonly ms: number;
	/** User and system time, milliseconds. */
	readonly cpuMs: number;
	/** Largest resident set, MiB. */
	readonly mib: number;
}

/** A command to be measured, by the name it is printed under. */
export interface Candidate {
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env?: Readonly<Record<string, string>>;
}

/** No single run may take longer. Milliseconds. */
const LIMIT_MS = 300_000;

/** A folder that is gone when the bench ends, with the program built in it. */
export async function withProgram(
	work: (place: { readonly folder: string; readonly program: string }) => Promise<void>,
): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "showrun-bench-"));
	try {
		mkdirSync(join(folder, "program"));
		symlinkSync(
			join(import.meta.dirname, "..", "..", "node_modules"),
			join(folder, "program", "node_modules"),
		);
		await bundle(join(folder, "program", "dist"));
		await work({ folder, program: join(folder, "program", "dist", "main.js") });
	} finally {
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

/**
 * Runs candidates by turns, so that whatever else the machine does meets all of them, and gives
 * the median of each.
 */
export async function compare(candidates: readonly Candidate[], rounds: number): Promise<readonly Cost[]> {
	const costs = candidates.map((): Cost[] => []);
	for (let round = 0; round < rounds; round++)
		for (const [index, candidate] of candidates.entries()) costs[index]?.push(await once(candidate));
	return costs.map(median);
}

/** Runs a command once. Throws when it fails: what fails early would look fast. */
export async function once({ name, command, args, cwd, env = {} }: Candidate): Promise<Cost> {
	const started = performance.now();
	const child = spawn(TIME, ["-f", "%U %S %M", command, ...args], {
		cwd,
		env: { ...process.env, ...env },
		stdio: ["ignore", "ignore", "pipe"],
	});
	const limit = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
	let said = "";
	child.stderr.on("data", (piece) => (said = `${said}${piece}`.slice(-4_000)));
	const code = await new Promise<number | null>((ended) => child.once("close", ended));
	clearTimeout(limit);
	const ms = performance.now() - started;
	const [user = Number.NaN, system = Number.NaN, kib = Number.NaN] = (said.trim().split("\n").at(-1) ?? "")
		.split(" ")
		.map(Number);
	if (code !== 0 || Number.isNaN(kib)) throw new Error(`${name} failed (${code}): ${said}`);
	return { ms, cpuMs: (user + system) * 1000, mib: kib / 1024 };
}

/** GNU time: what it reads from the kernel when the process ends is right for any program. */
const TIME = "/usr/bin/time";

function median(costs: readonly Cost[]): Cost {
	const middle = (of: keyof Cost) =>
		costs.map((cost) => cost[of]).sort((a, b) => a - b)[costs.length >> 1] ?? Number.NaN;
	return { ms: middle("ms"), cpuMs: middle("cpuMs"), mib: middle("mib") };
}

/** One line: what it is, what it took, and how that compares. */
export function row(name: string, { ms, cpuMs, mib }: Cost, ratio = ""): string {
	return `${name.padEnd(44)}${ms.toFixed(0).padStart(8)} ms${cpuMs.toFixed(0).padStart(8)} ms CPU${mib.toFixed(0).padStart(7)} MiB  ${ratio}`;
}

/** `1.23 x node -e 0 (goal: at most 2)`. */
export function times(
	cost: Cost,
	of: Cost,
	words: { readonly than: string; readonly goal?: number },
): string {
	const goal = words.goal === undefined ? "" : ` (goal: at most ${words.goal})`;
	return `${(cost.ms / of.ms).toFixed(2)} x ${words.than}${goal}`;
}
