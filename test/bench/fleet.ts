import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { withJudge } from "../drill/judge.ts";
import { campaignWith, machines } from "../postgres/machines.ts";
import { postgresServer } from "../postgres/server.ts";
import { type Candidate, compare, once, row, times, withProgram } from "./measure.ts";
import { writeState, writeWorkspace } from "./workspace.ts";

/** What state in PostgreSQL costs a plan, and how long nobody leads when the one that leads ends. */
export async function benchFleet(): Promise<void> {
	await withProgram(async ({ folder, program }) => {
		for (const posts of [10, 1_000, 10_000]) await planWith(posts, { folder, program });
	});
	await takeOvers();
}

async function planWith(
	posts: number,
	{ folder, program }: { readonly folder: string; readonly program: string },
): Promise<void> {
	const { url } = await (await postgresServer()).database();
	const candidate = async (name: string): Promise<Candidate> => {
		const cwd = join(folder, `${name}-${posts}`);
		await writeWorkspace(cwd, { posts });
		await writeState(cwd, { done: true });
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
	console.log(`\nA plan without changes, ${posts} posts`);
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
