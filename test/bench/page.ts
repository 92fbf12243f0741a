import { type ChildProcess, spawn } from "node:child_process";
import { once as happens } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JournalEntry, ResourceState } from "../../src/model/snapshot.ts";
import { fileStore } from "../../src/state/file/store.ts";
import { type PageVisitor, visitPage } from "../journeys/page-visitor.ts";
import { withProgram } from "./measure.ts";
import { benchScrapes } from "./scrapes.ts";
import { writeState, writeWorkspace } from "./workspace.ts";

const POSTS = 10_000;
/** Each clip is posted to so many accounts. */
const ACCOUNTS = 5;
const ROUNDS = 5;
const GOALS = { kb: 300, ms: 200, liveMs: 1_000, loopMs: 50 } as const;

const PAGES = [
	...["now", "calendar?view=month&day=2026-11-10", "calendar?view=week&day=2026-11-10"],
	...["calendar?view=list&day=2026-11-10", "clips", "plan", "posts", "posts?text=Part+77"],
	...["accounts", "feeds", "history", "settings"],
] as const;

/** Notes how long the process that listens could not do anything else; the signal forgets what was before. */
const PROBE = `data:text/javascript,${encodeURIComponent(`
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
const loop = monitorEventLoopDelay({ resolution: 5 });
loop.enable();
process.on("SIGUSR2", () => loop.reset());
process.on("exit", () => writeFileSync(
	process.env.LOOP_FOLDER + "/" + process.pid,
	JSON.stringify({ p99: loop.percentile(99) / 1e6, max: loop.max / 1e6 }),
));
`)}`;

interface Place {
	readonly folder: string;
	readonly program: string;
	readonly cwd: string;
}

/**
 * Size and time of each page, how soon a change is shown, and how long nothing else was answered meanwhile.
 */
export async function benchPage(): Promise<void> {
	await withProgram(async ({ folder, program }) => {
		const place = { folder, program, cwd: join(folder, "page") };
		await writeWorkspace(place.cwd, { posts: POSTS, accounts: ACCOUNTS });
		await writeState(place.cwd, { done: true });
		const { child, said } = served(place);
		try {
			await until(() => said().includes("/enter/"), child);
			const visitor = await visitPage({ said });
			child.kill("SIGUSR2");
			const clips = (POSTS / ACCOUNTS).toLocaleString("en");
			console.log(`\nThe page, ${POSTS.toLocaleString("en")} posts of ${clips} clips`);
			await firstVisit(visitor);
			const [post = ""] = /post\?address=[^"#]+/.exec(await visitor.get("posts")) ?? [];
			for (const path of [...PAGES, post]) await measured(visitor, path);
			await decisions(visitor);
			await live(visitor, place);
		} finally {
			child.kill("SIGTERM");
			if (child.exitCode === null) await happens(child, "exit");
		}
		loopOf(folder, child);
		await benchScrapes(place, POSTS);
	});
}

function served({ folder, program, cwd }: Place): {
	readonly child: ChildProcess;
	readonly said: () => string;
} {
	const loops = join(folder, "loops");
	mkdirSync(loops);
	const child = spawn(process.execPath, ["--import", PROBE, program, "ui", "--no-open", "--port", "0"], {
		cwd,
		env: {
			...process.env,
			...{ XDG_CACHE_HOME: join(folder, "cache"), XDG_STATE_HOME: join(folder, "state"), CI: "" },
			LOOP_FOLDER: loops,
		},
		stdio: ["ignore", "pipe", "inherit"],
	});
	let text = "";
	child.stdout?.on("data", (piece) => (text += piece));
	return { child, said: () => text };
}

async function until(isSo: () => boolean, child: ChildProcess): Promise<void> {
	while (!isSo()) {
		if (child.exitCode !== null) throw new Error("showrun ui ended before it listened");
		await new Promise((settle) => setTimeout(settle, 50));
	}
}

async function firstVisit({ get }: PageVisitor): Promise<void> {
	const begun = performance.now();
	await get("now");
	console.log(line("the first page, with all that is read for it", performance.now() - begun));
}

/** Median of some visits, after one that may have read what is kept then. */
async function measured({ get }: PageVisitor, path: string): Promise<void> {
	const kb = Buffer.byteLength(await get(path)) / 1_000;
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const begun = performance.now();
		await get(path);
		times.push(performance.now() - begun);
	}
	const ms = median(times);
	const isMet = kb <= GOALS.kb && ms <= GOALS.ms;
	const size = `${kb.toFixed(0).padStart(6)} KB`;
	console.log(`${line(path.slice(0, 43), ms)}${size}  ${met(isMet, `${GOALS.kb} KB, ${GOALS.ms} ms`)}`);
}

/** From a click on a card until the page that shows what was decided is there. */
async function decisions({ get, send }: PageVisitor): Promise<void> {
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const [form = ""] =
			/<form method="post" action="decide" class="buttons">.*?<\/form>/s.exec(await get("clips")) ?? [];
		const values = Object.fromEntries(
			[...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
		);
		const begun = performance.now();
		const shown = await send("decide", { ...values, approve: round % 2 === 0 ? "true" : "false" });
		times.push(performance.now() - begun);
		if (!shown.includes("Written into")) throw new Error("nothing was decided");
	}
	console.log(line("a decision until it is shown", median(times)));
	console.log(line("the first one, which writes the file", times[0] ?? 0));
}

/** From a change of the state until the page that shows it is there: while a run goes on, and at its end. */
async function live({ get, events }: PageVisitor, { cwd }: Place): Promise<void> {
	const store = fileStore({ path: join(cwd, ".showrun", "state.json") });
	const signal = AbortSignal.timeout(600_000);
	const writer = await store.open({ command: "bench", waitMs: 0, signal });
	const told = await events();
	const until = async (change: () => Promise<void>, count: number) => {
		await change();
		const begun = performance.now();
		do await told.changed();
		while (!(await get("now")).includes(`status=failed"><strong>${count}<`));
		return performance.now() - begun;
	};
	const posts = Object.entries(writer.snapshot().resources).filter(([, { kind }]) => kind === "post");
	const times: number[] = [];
	for (let round = 1; round <= ROUNDS; round++) {
		const [address, resource] = posts[round] ?? [];
		times.push(await until(() => writer.append(failed(address, resource)), round));
	}
	shown("a change while a run goes on until it is shown", median(times));
	shown("the same, at most", Math.max(...times));
	const [address, resource] = posts.at(-1) ?? [];
	const end = async () => {
		await writer.append(failed(address, resource));
		await writer.close();
	};
	shown("the end of a run until it is shown", await until(end, ROUNDS + 1));
	await told.close();
}

function failed(address: string | undefined, resource: ResourceState | undefined): JournalEntry {
	return {
		type: "resource",
		address,
		at: Date.now(),
		resource: { ...resource, status: "ERROR" },
	} as JournalEntry;
}

function shown(what: string, ms: number): void {
	console.log(`${line(what, ms)}${" ".repeat(9)}  ${met(ms <= GOALS.liveMs, `${GOALS.liveMs} ms`)}`);
}

function median(times: readonly number[]): number {
	return [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}

function loopOf(folder: string, { pid }: ChildProcess): void {
	const { p99, max } = JSON.parse(readFileSync(join(folder, "loops", String(pid)), "utf8")) as Delay;
	const goal = met(p99 <= GOALS.loopMs, `${GOALS.loopMs} ms`);
	console.log(`${line("nothing else was answered meanwhile, p99", p99)}${" ".repeat(9)}  ${goal}`);
	console.log(line("nothing else was answered meanwhile, at most", max));
}

interface Delay {
	readonly p99: number;
	readonly max: number;
}

function line(name: string, ms: number): string {
	return `${name.padEnd(47)}${ms.toFixed(0).padStart(8)} ms`;
}

function met(isMet: boolean, goal: string): string {
	return `(goal: at most ${goal}; ${isMet ? "met" : "not met"})`;
}
