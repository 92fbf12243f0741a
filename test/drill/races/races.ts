import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import pLimit from "p-limit";
import { Secret } from "../../../src/model/secret.ts";
import { CACHE } from "../../runner/build.ts";
import type { Found, Part } from "../part.ts";
import { randomFrom } from "../random.ts";
import { brokenIn, type Raced, race } from "./race.ts";
import { callable, copyOf, type Racer, type Template, withTemplate } from "./racer.ts";

const AT_ONCE = 2;
const START_MS = 60_000;

/** The part of the drill. */
export function races(seed: number): Part {
	return {
		claim:
			"cancel and update race the due minute, kill -9: delivered or cancelled, never both, never neither",
		run: ({ only }) => raceAll({ rounds: Number(only || 1_000), seed }),
	};
}

/** Races again and again, with a kill each time, three posts a kill. */
async function raceAll(given: { readonly rounds: number; readonly seed: number }): Promise<Found> {
	const random = randomFrom(given.seed);
	const program = join(CACHE, `race.${process.pid}.mjs`);
	await build({
		entryPoints: [fileURLToPath(new URL("process.ts", import.meta.url))],
		bundle: true,
		platform: "node",
		format: "esm",
		packages: "external",
		outfile: program,
	});
	const limit = pLimit(AT_ONCE);
	const tally: Record<string, number> = {};
	const broken: string[] = [];
	await withTemplate(async (template) => {
		const round = async () => {
			const raced = await raceOnce(template, { program, random });
			broken.push(...raced.flatMap(brokenIn));
			for (const each of raced) count(tally, each);
		};
		const failed = (error: unknown) => void broken.push(String(error));
		await Promise.all(Array.from({ length: given.rounds }, () => limit(round).catch(failed)));
	}).finally(() => rm(program, { force: true }));
	const words = Object.entries(tally).sort(([a], [b]) => (a < b ? -1 : 1));
	const note = `seed ${given.seed}; ${given.rounds} kills; ${words.map(([name, times]) => `${times} ${name}`).join(", ")}`;
	return { cases: given.rounds, broken, note };
}

/** What came of the posts, and how many requests lost their answers. */
function count(tally: Record<string, number>, { task, later, answers }: Raced): void {
	const lost = answers.filter(({ status }) => status === undefined).length;
	const updated = task.scheduled_at === later ? " as updated" : "";
	const name = `${task.status.toLowerCase()}${updated}`;
	tally[name] = (tally[name] ?? 0) + 1;
	tally["answers lost"] = (tally["answers lost"] ?? 0) + lost;
}

async function raceOnce(
	template: Template,
	{ program, random }: { readonly program: string; readonly random: (limit: number) => number },
): Promise<readonly Raced[]> {
	const racer = await startProcess(program, { folder: await copyOf(template), aheadMs: 0 });
	return race(racer, { project: template.project, random, kills: "always" });
}

/** A service of its own process. */
async function startProcess(
	program: string,
	{ folder, aheadMs }: { readonly folder: string; readonly aheadMs: number },
): Promise<Racer> {
	const child = spawn(process.execPath, [program, folder, String(aheadMs)], {
		stdio: ["pipe", "pipe", "inherit"],
	});
	child.stdin.on("error", () => {});
	const signal = AbortSignal.timeout(START_MS);
	const [line] = (await once(createInterface({ input: child.stdout }), "line", { signal })) as [string];
	const { url, key } = JSON.parse(line) as { readonly url: string; readonly key: string };
	let ahead = aheadMs;
	return {
		...callable({ url, apiKey: new Secret(key), close: async () => undefined }),
		folder,
		now: () => Date.now() + ahead,
		move: (ms) => {
			ahead += ms;
			child.stdin.write(`${ms}\n`);
		},
		kill: async () => {
			await ended(child, () => child.kill("SIGKILL"));
			return startProcess(program, { folder, aheadMs: ahead });
		},
		close: () => ended(child, () => child.stdin.end()),
	};
}

async function ended(child: ChildProcess, how: () => void): Promise<void> {
	const exit = once(child, "exit");
	how();
	await exit;
}
