import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startService, startWorker } from "../../src/service/embedded.ts";
import type { RunningWorker, ServiceOptions } from "../../src/service/options.ts";
import { postgresStore } from "../../src/service/store/postgres/store.ts";
import { systemClock } from "../../src/system/clock.ts";
import { withJudge } from "../drill/judge.ts";
import { fakeEngine } from "../fakes/engine.ts";
import { campaignWith, machines } from "../postgres/machines.ts";
import { postgresServer } from "../postgres/server.ts";
import { type Callable, call, optionsFor, results, submit, until } from "../service/world.ts";
import { type Candidate, compare, once, row, times, withProgram } from "./measure.ts";
import { writeState, writeWorkspace } from "./workspace.ts";

/**
 * What state in PostgreSQL costs a plan, how long nobody leads when the one that leads ends, and how workers
 * share renders.
 */
export async function benchFleet(): Promise<void> {
	await withProgram(async ({ folder, program }) => {
		for (const posts of [10, 1_000, 10_000]) await planWith(posts, { folder, program });
	});
	await takeOvers();
	await sharedRenders();
}

/** A plan that asks for nothing is kept beside a file and not made again: what is compared is making one. */
const MORE = "campaign: more\nvideos: { talk: { source: https://example.com/more } }\n";

async function planWith(
	posts: number,
	{ folder, program }: { readonly folder: string; readonly program: string },
): Promise<void> {
	const { url } = await (await postgresServer()).database();
	const candidate = async (name: string): Promise<Candidate> => {
		const cwd = join(folder, `${name}-${posts}`);
		await writeWorkspace(cwd, { posts });
		await writeState(cwd, { done: true });
		writeFileSync(join(cwd, "more.campaign.yaml"), MORE);
		const own = { XDG_CACHE_HOME: join(cwd, "cache"), XDG_STATE_HOME: join(cwd, "memory"), CI: "" };
		const env = { ...own, DATABASE_URL: url.reveal() };
		return { name, command: process.execPath, args: [program, "plan"], cwd, env };
	};
	const [inFile, inDatabase] = [await candidate("file"), await candidate("postgres")];
	await once({ ...inDatabase, args: [program, "state", "migrate", "--to", "postgres"] });
	const settings = { state: { postgres: { workspace: `postgres-${posts}` } } };
	writeFileSync(join(inDatabase.cwd, "showrun.config.json"), JSON.stringify(settings));
	for (const each of [inFile, inDatabase]) await once(each);
	const [file, database] = await compare([inFile, inDatabase], posts > 1_000 ? 3 : 7);
	if (file === undefined || database === undefined) return;
	console.log(`\nA plan with one change, ${posts} posts`);
	console.log(row("state in a file", file));
	console.log(row("state in PostgreSQL", database, times(database, file, { than: "in a file", goal: 1.5 })));
}

/** How often each way to end is measured. */
const ROUNDS = 3;

async function takeOvers(): Promise<void> {
	await withJudge(async (judge) => {
		const { url } = await (await postgresServer()).database();
		const { machine, commit } = machines(await judge.cell("bench", { faults: [], idempotency: false }));
		commit(campaignWith(1));
		const all = [machine("one", url.reveal()), machine("two", url.reveal())] as const;
		let leader = all[0].watch();
		await leader.logged("leads");
		for (const signal of ["SIGKILL", "SIGTERM"] as const) {
			const took: number[] = [];
			for (let round = 0; round < ROUNDS; round++) {
				const next = all[(round + 1 + (signal === "SIGTERM" ? ROUNDS : 0)) % 2]?.watch();
				if (next === undefined) continue;
				await next.logged("stands by");
				const at = performance.now();
				leader.kill(signal);
				await next.logged("leads");
				took.push(performance.now() - at);
				await leader.ended;
				leader = next;
			}
			const seconds = took.map((ms) => (ms / 1_000).toFixed(1)).join(", ");
			console.log(`\nTake-over after ${signal}: ${seconds} s (goal: ${signal === "SIGKILL" ? 10 : 2})`);
		}
		leader.kill("SIGTERM");
		await leader.ended;
	});
}

/** How many tasks each worker has to make, of three clips each. */
const TASKS = 4;

/** With an engine that takes a second a clip, whatever the cores: this measures the sharing. */
async function sharedRenders(): Promise<void> {
	let alone: number | undefined;
	for (const workers of [1, 2, 4, 8]) {
		const rate = await rendersASecond(workers);
		alone ??= rate;
		const share = (rate / (alone * workers)).toFixed(2);
		console.log(
			`\nRenders by ${workers} workers: ${rate.toFixed(2)} a second, ${share} x linear (goal: 0.9)`,
		);
	}
}

async function rendersASecond(count: number): Promise<number> {
	const folder = await mkdtemp(join(tmpdir(), "fleet-"));
	const { url } = await (await postgresServer()).database();
	const engine = fakeEngine();
	engine.before = (step) => (step === "render" ? sleep(1_000) : undefined);
	const options = (): ServiceOptions => ({
		...optionsFor(folder, { clock: systemClock, engine }),
		...{ store: postgresStore(url, { keep: true }), tasksAtOnce: 1 },
	});
	const service = await startService({ ...options(), queues: [] });
	const workers: RunningWorker[] = [];
	try {
		const asked: Callable = {
			service,
			call: (method, path, more) => call(service, { method, path, ...more }),
		};
		const ids: string[] = [];
		for (let task = 0; task < TASKS * count; task++)
			ids.push(await submit(asked, { enable_export: true }, `talk ${task}`));
		const started = Array.from({ length: count }, () => startWorker({ ...options(), queues: ["tasks"] }));
		workers.push(...(await Promise.all(started)));
		const begun = performance.now();
		for (const id of ids)
			await until(
				() => results(asked, id),
				({ status }) => status === "SUCCEEDED",
			);
		return (engine.rendered.length / (performance.now() - begun)) * 1_000;
	} finally {
		await Promise.all([service.close(), ...workers.map((worker) => worker.close(0))]);
		await rm(folder, { recursive: true, force: true });
	}
}
