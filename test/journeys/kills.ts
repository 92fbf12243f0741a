// May share a process: what it kills was started by its test.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pause, type Running, until } from "./program.ts";

/** So that a failure can be played again: `SEED=… npm test -- test/journeys/kill.test.ts`. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
let state = SEED;
let seeded: string | undefined;

/** Each test file begins with the seed and prints it, whatever ran before in its process. */
function begin(): void {
	if (seeded === globalThis.testFile) return;
	seeded = globalThis.testFile;
	state = SEED;
	console.log(`seed ${SEED}`);
}

/** A whole number from 0 to below the limit, from the seed. */
function random(limit: number): number {
	begin();
	state = (state + 0x6d2b79f5) | 0;
	const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
	return ((mixed ^ (mixed >>> 7) ^ (mixed >>> 14)) >>> 0) % limit;
}

/** Where a run is: what its service is doing, or what it said. */
export interface Moment {
	/** Process that does the work, and its data folder. */
	readonly worker: Running;
	readonly data: string;
	/** Process whose words count. */
	readonly client: Running;
}

/** The moments a process is killed at. Each waits at most this many milliseconds longer, by chance. */
export const MOMENTS: Readonly<
	Record<
		"analysis" | "rendering" | "polling" | "publishes",
		[holds: (moment: Moment) => boolean, spreadMs: number]
	>
> = {
	analysis: [
		({ worker, data }) =>
			children(worker.pid).length > 0 &&
			taskOf(data)?.status === "ONGOING" &&
			taskOf(data)?.found === undefined,
		150,
	],
	rendering: [
		({ worker, data }) => children(worker.pid).length > 0 && taskOf(data)?.found !== undefined,
		300,
	],
	polling: [({ client }) => client.said().includes('"type":"task"'), 600],
	publishes: [
		({ client }) => /"type":"sent",[^\n]*"action":"publish","outcome":"done"/.test(client.said()),
		150,
	],
};

/** Waits for the moment and a little longer. */
export async function come(name: keyof typeof MOMENTS, moment: Moment): Promise<void> {
	const [holds, spread] = MOMENTS[name];
	await until(() => holds(moment), { running: moment.client });
	await pause(random(spread));
}

/** Holds a clip that a run renders, so that nobody has to be in time for it. Gives what lets it go on. */
export async function held(run: Running): Promise<() => void> {
	const encoders = new Set<number>();
	const hold = () => {
		for (const pid of children(run.pid).filter(hasStopped)) encoders.add(pid);
		return encoders.size > 0;
	};
	await until(hold, { running: run });
	return () => {
		for (const pid of encoders) signalled(pid, "SIGCONT");
	};
}

/** Stops an encoder, and says whether it has. */
function hasStopped(pid: number): boolean {
	const isEncoder = readOf(pid, "cmdline").includes("libx264");
	return isEncoder && signalled(pid, "SIGSTOP") && /^\d+ \(.*\) T/.test(readOf(pid, "stat"));
}

function signalled(pid: number, signal: NodeJS.Signals): boolean {
	try {
		return process.kill(pid, signal);
	} catch {
		return false;
	}
}

/** What the system tells of a process; nothing once it is gone. */
function readOf(pid: number, name: string): string {
	try {
		return readFileSync(`/proc/${pid}/${name}`, "utf8");
	} catch {
		return "";
	}
}

/** Whether the work got past the moment before it was killed, so that it will not come again there. */
export function isPast(name: keyof typeof MOMENTS, data: string): boolean {
	const task = taskOf(data);
	return name === "analysis"
		? task?.found !== undefined
		: !["CREATED", "QUEUED", "ONGOING", undefined].includes(task?.status as string | undefined);
}

/** Kills a process as `kill -9` does, and fails when a program it had started lives on. */
export async function killHard(victim: Running): Promise<void> {
	const orphans = children(victim.pid);
	victim.kill("SIGKILL");
	await victim.ended;
	await until(() => orphans.every((pid) => !alive(pid)));
}

/** Programs a process has started and that still run. */
export function children(pid: number): readonly number[] {
	return readOf(pid, `task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

function alive(pid: number): boolean {
	const stat = readOf(pid, "stat");
	return stat !== "" && !/^\d+ \(.*\) Z/.test(stat);
}

function taskOf(data: string): { readonly status?: unknown; readonly found?: unknown } | undefined {
	try {
		const name = readdirSync(join(data, "tasks")).find((each) => each.endsWith(".json"));
		return name === undefined ? undefined : JSON.parse(readFileSync(join(data, "tasks", name), "utf8"));
	} catch {
		return undefined;
	}
}
